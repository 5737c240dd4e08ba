import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { idSchema } from "../common.ts";

const points = z.number().nullable();

/** What editing a task would change for hand-ins and existing grades. */
export const regradeResponse = z.object({
  /** Graded pages for which nothing changes. */
  unchanged: z.number(),
  /** Pages without a grade for which the machine would propose other points. */
  reproposed: z.number(),
  /** Students with a page whose points change. The sums are over all of a student's graded pages whose items the task has. */
  students: z.array(
    z.object({
      student_id: z.string(),
      from: z.number(),
      to: z.number(),
      pages: z.array(
        z.object({
          file_id: idSchema,
          item: z.number(),
          /** `item-gone`, `item-back`: the page keeps its grade, which no longer counts, or counts again. */
          why: z.enum(["keys", "item-gone", "item-back"]),
          from: points,
          /** Null because of the keys: it cannot be compared with them and must be graded again. */
          to: points,
          turned: z.array(z.object({ output: z.string(), to: z.enum(["right", "wrong"]) })),
          /** The points that the rubric then adds or takes off. */
          reasons: z.array(z.string()),
        }),
      ),
    }),
  ),
  /** Points that a person gave: they stay, although the keys now give others than before, and others than these. */
  kept: z.array(
    z.object({
      file_id: idSchema,
      student_id: z.string(),
      item: z.number(),
      points,
      /** What the keys give before and after. */
      proposed_before: points,
      proposed_after: points,
    }),
  ),
  /** On how many pages with other points an output becomes correct, and wrong. */
  outputs: z.array(z.object({ item: z.number(), output: z.string(), right: z.number(), wrong: z.number() })),
  /** Removed items for which pages were handed in, graded or not. */
  gone: z.array(z.object({ item: z.number(), pages: z.number() })),
  /** If the task moves to another class: how many students handed in, and how many of them are not in that class. */
  class_change: z.object({ students: z.number(), not_enrolled: z.number() }).nullable(),
  /** Identifies these changes: editTask makes them only if they are still the same. */
  fingerprint: z.string(),
});
export type Regrade = Frozen<z.infer<typeof regradeResponse>>;
