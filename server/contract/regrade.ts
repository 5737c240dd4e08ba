import { z } from "zod";
import { idSchema } from "./common.ts";

const points = z.number().nullable();

/** What other keys, points or rubrics would change for grades that were given. */
export const regradeResponse = z.object({
  /** Graded pages of the task. */
  graded: z.number(),
  /** Graded pages for which nothing changes. */
  unchanged: z.number(),
  /** Pages without a grade for which the machine would propose other points. */
  reproposed: z.number(),
  /** Whose points change. The sums are over all of a student's graded pages. */
  students: z.array(
    z.object({
      student_id: z.string(),
      from: z.number(),
      to: z.number(),
      pages: z.array(
        z.object({
          file_id: idSchema,
          item: z.number(),
          from: points,
          /** Null: it cannot be compared with the new keys and must be graded again. */
          to: points,
          turned: z.array(z.object({ output: z.string(), to: z.enum(["right", "wrong"]) })),
          /** What the rubric then gives and takes. */
          reasons: z.array(z.string()),
        }),
      ),
    }),
  ),
  /** Points that stay, though the keys now say others: a person gave them, or the item is no more. */
  kept: z.array(
    z.object({
      file_id: idSchema,
      student_id: z.string(),
      item: z.number(),
      points,
      /** What the keys give before and after. */
      proposed_before: points,
      proposed_after: points,
      why: z.enum(["override", "item-gone"]),
    }),
  ),
  /** On how many graded pages an output turns right, and wrong. */
  outputs: z.array(z.object({ item: z.number(), output: z.string(), right: z.number(), wrong: z.number() })),
  /** Says which changes these are: editTask makes them only where they are still the same. */
  fingerprint: z.string(),
});
export type Regrade = z.infer<typeof regradeResponse>;
