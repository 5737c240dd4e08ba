import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { boxSchema } from "../../../core/corrections/correction-schemas.ts";

/** How sure the machine must be to grade a page of a task without a person. */
export const certaintySchema = z.object({
  /** The setting: percent. */
  percent: z.number(),
  /** In words: how sure it must be of full marks, and of fewer. */
  full: z.string(),
  fewer: z.string(),
});
export type Certainty = Frozen<z.infer<typeof certaintySchema>>;

/** How sure the machine is of a page's points, and what a person is asked about it. */
export const pageCertaintyFields = {
  /** 0 … 1: how likely the points of the reading are right, and how likely they must be; null without a comparison. */
  confidence: z.number().nullable(),
  needed: z.number().nullable(),
  /** The same in words: "The machine is 97.1 % sure of full marks; 98 % are needed." */
  certainty_text: z.string().nullable(),
};

/**
 * Two or three ways to read a page, of which a person chooses one; what the page was read as comes first, without places.
 * Or up to four drawings on it, each with its place.
 */
export const questionSchema = z.object({
  /** The one thing that decides: "If these two wires cross, the answer is right.", or which drawing counts. */
  text: z.string(),
  choices: z.array(
    z.object({
      /** Names the circuit. */
      name: z.string(),
      text: z.string(),
      /** In pixels of the upright page picture. */
      places: z.array(z.object({ text: z.string(), box: boxSchema })),
      /** Null where it cannot be compared with the keys. */
      points: z.number().nullable(),
      outputs: z.array(z.object({ name: z.string(), expression: z.string() })),
    }),
  ),
});
export type PageQuestion = Frozen<z.infer<typeof questionSchema>>;
