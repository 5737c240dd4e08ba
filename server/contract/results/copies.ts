import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { USUAL_CHANCE } from "../../../core/similarity/copies/find-copies.ts";
import { DISMISSED_AT_ONCE } from "../../../core/similarity/dismissed-pairs.ts";
import { idSchema, timeSchema } from "../common.ts";

/**
 * `earlier`: IDs of the instructor's tasks of earlier terms, separated by commas; drawings are compared with theirs,
 * too.
 */
export const copiesQuery = z.object({
  task_id: idSchema,
  earlier: z
    .string()
    .check(atMost(2000))
    .transform((text) => text.split(",").filter((id) => id !== ""))
    .pipe(z.array(idSchema).max(20))
    .optional(),
  /** Pairs are returned if chance alone would give at most this many of them. */
  chance: z.coerce.number().positive().max(1000).default(USUAL_CHANCE),
});

/** A drawing in a list. */
const comparedFileSchema = z.object({
  id: idSchema,
  task_id: idSchema,
  task_title: z.string(),
  student_id: z.string(),
  item_number: z.number(),
});
export type ComparedFile = Frozen<z.infer<typeof comparedFileSchema>>;

export const copiesResponse = z.object({
  /** How many drawings of the task were compared. */
  compared: z.number(),
  /** Files of the task that were not compared: not read yet, not readable, or without gates. */
  not_compared: z.array(idSchema),
  /** Least likely first. */
  pairs: z.array(
    z.object({
      files: z.tuple([comparedFileSchema, comparedFileSchema]),
      /** 0 to 1: the share of gates, wire ends and corners that lie on or next to each other. */
      likeness: z.number(),
      bits: z.number(),
      /** How many pairs as similar as this one chance alone would give. */
      expected: z.number(),
      /** How many drawings have the circuit of both; 0 if their circuits differ. */
      sharing: z.number(),
      /** Both are one file, byte for byte. */
      identical: z.boolean(),
      /** One is like the other mirrored top to bottom. */
      mirrored: z.boolean(),
    }),
  ),
});
export type Copies = Frozen<z.infer<typeof copiesResponse>>;

export const dismissPairsBody = z.object({
  /** Every pair of these is dismissed, or brought back. */
  file_ids: z.array(idSchema).min(2).max(DISMISSED_AT_ONCE),
  dismissed: z.boolean(),
});

export const dismissedPairsResponse = z.object({
  /** The latest first. */
  pairs: z.array(z.object({ files: z.tuple([comparedFileSchema, comparedFileSchema]), dismissed_at: timeSchema })),
});
export type DismissedPairs = Frozen<z.infer<typeof dismissedPairsResponse>>;

export const copyPairQuery = z.object({ other: idSchema });
