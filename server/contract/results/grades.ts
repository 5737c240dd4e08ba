import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { answerGroupSchema } from "./answers.ts";

/** How points are spread; see `gradeStatistics`. */
export const spreadSchema = z.object({
  count: z.number(),
  mean: z.number(),
  median: z.number(),
  /** How many have from `from` to `to` points, the fewest points first. */
  histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })).readonly(),
});
export type SpreadView = Frozen<z.infer<typeof spreadSchema>>;

/** The function that most wrong pages of an item compute; null if no two pages have the same mistake. */
const mistakeSchema = answerGroupSchema.pick({ id: true, size: true, rows: true }).nullable();

/** A task's grades as its files have them, and what they look like. */
export const gradesResponse = z.object({
  maximum: z.number(),
  /** Of the totals; null if nobody has one. */
  total: spreadSchema.nullable(),
  items: z.array(
    z.object({
      item: z.number(),
      maximum: z.number(),
      /** Null if no page has points. */
      spread: spreadSchema.nullable(),
      mistake: mistakeSchema,
    }),
  ),
  /** Items, the hardest first. */
  hardest: z.array(z.number()),
  /** Enrolled students and others who handed in, in the task's order. */
  students: z.array(
    z.object({
      student_id: z.string(),
      /** Empty if it is not known, or hidden. */
      student_name: z.string(),
      /** In the order of `items`; null for no points. */
      grades: z.array(z.number().nullable()),
      total: z.number().nullable(),
      /** 'item 2 is not confirmed'; empty for nothing. */
      unconfirmed: z.string(),
    }),
  ),
});
export type Grades = Frozen<z.infer<typeof gradesResponse>>;
