import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { boxSchema } from "../../../core/corrections/correction-schemas.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { freeText } from "../../../core/rules/free-text.ts";
import { REGRADE_REQUEST } from "../../../core/rules/tasks/regrade-request.ts";
import { LEGIBILITY_TEXTS } from "../../../core/rules/unclear-kind.ts";
import { idSchema, messageSchema, timeSchema } from "../common.ts";
import { totalGradeSchema } from "./file.ts";

/** A student of a task, and how many of their answers are in each state. */
const releaseStudentSchema = z.object({
  student_id: z.string(),
  /** Empty if it is not known, or hidden. */
  student_name: z.string(),
  /** Not graded yet. */
  unconfirmed: z.number(),
  /** Graded, and not released. */
  confirmed: z.number(),
  released: z.number(),
  /** The items without a page. */
  missing: z.array(z.number()),
  /** Of the mail about released grades: it waits, or could not be sent; null if it was sent, or there is none. */
  mail: z.enum(["waiting", "failed"]).nullable(),
  /** The address under which the student sees all of it; null while names are hidden. */
  link: z.string().nullable(),
});
export type ReleaseStudent = Frozen<z.infer<typeof releaseStudentSchema>>;

/** What a release of the task would show to students, and what would be missing. Numbers are of answers that count. */
export const releaseResponse = z.object({
  unconfirmed: z.number(),
  /** A release shows these. */
  confirmed: z.number(),
  released: z.number(),
  /** Answers that were not handed in by enrolled students. */
  missing: z.number(),
  /** Pages of stacks that belong to nobody yet. */
  unplaced: z.number(),
  /** Pages of which a person must decide whether they count. */
  questions: z.number(),
  /** Regrade requests that nobody has answered. */
  requests: z.number(),
  /** Until when somebody can still hand in, by the due date or an extension; null if nobody can. */
  open_until: timeSchema.nullable(),
  /** The last release that was not withdrawn: when, and of how many answers. */
  last: z.object({ released_at: timeSchema, answers: z.number() }).nullable(),
  /** Those with a page, then the others. */
  students: z.array(releaseStudentSchema),
});
export type Release = Frozen<z.infer<typeof releaseResponse>>;

/** One student's grades, or all. */
const releasedOf = z.object({ student_id: z.string().check(atMost(50)).optional() });

export const releaseBody = releasedOf.extend({
  /** `confirmed` as the person saw it: if there are more by now, none is released. Without it that is not checked. */
  confirmed: z.number().int().min(0).optional(),
});
export const releasedResponse = messageSchema.extend({
  answers: z.number(),
  /** Names this release. */
  released_at: timeSchema,
});

/** Of one student, of one release, or of all. */
export const withdrawBody = releasedOf.extend({ released_at: timeSchema.optional() });
export const withdrawnResponse = messageSchema.extend({ answers: z.number() });

/** A student who asks that a grade is looked at again. */
const regradeRequestSchema = z.object({
  id: idSchema,
  file_id: idSchema,
  student_id: z.string(),
  student_name: z.string(),
  item_number: z.number(),
  reason: z.string(),
  created_at: timeSchema,
  /** The grade now, and what the student reads with it. */
  total_grade: z.number().nullable(),
  comment: z.string(),
  maximum_grade: z.number(),
  picture_url: z.string(),
  /** Null while it is open. */
  answer: z
    .object({
      comment: z.string(),
      grade_before: z.number().nullable(),
      grade_after: z.number().nullable(),
      answered_at: timeSchema,
      answered_by: z.string(),
    })
    .nullable(),
});
export type RegradeRequest = Frozen<z.infer<typeof regradeRequestSchema>>;

export const regradeRequestsResponse = z.object({
  /** The open ones, oldest first, then those that were answered, newest first. */
  requests: z.array(regradeRequestSchema),
});

export const answerRegradeBody = z.object({
  /** Null keeps the grade. */
  total_grade: totalGradeSchema.nullable(),
  comment: freeText(REGRADE_REQUEST.answerLength).default(""),
  /** The grade that the instructor saw: if it is another one now, the response is 409 and nothing is stored. */
  seen_grade: z.number().nullable(),
});
export const regradeAnsweredResponse = z.object({ message: z.string(), request: regradeRequestSchema });

/** What can be read of a student's page before the due date, by the machine alone, whatever the keys are. */
const legibilitySchema = z.object({
  item_number: z.number(),
  /** `empty`: nothing that could be a circuit was read. `unread`: the file could not be read. */
  state: z.enum(Object.keys(LEGIBILITY_TEXTS) as (keyof typeof LEGIBILITY_TEXTS)[]),
  /** In pixels of the upright page. */
  places: z.array(z.object({ text: z.string(), box: boxSchema })),
  /** The part of the page with the drawing; null unless there are places. */
  picture: z.object({ url: z.string(), view: boxSchema }).nullable(),
});
export type ItemLegibility = Frozen<z.infer<typeof legibilitySchema>>;

export const legibilityResponse = z.object({
  /** Pages that wait for the due date; none if the instructor has switched this off. */
  items: z.array(legibilitySchema),
  /** The items of which there is a page under the link: an instructor may have deleted one meanwhile. */
  received: z.array(z.number()),
});
export type LegibilityAnswer = Frozen<z.infer<typeof legibilityResponse>>;

export const resultPictureQuery = z.object({ item: z.coerce.number().int().min(1).max(9999) });
