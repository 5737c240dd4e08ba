import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { ACCOUNT_LIMITS } from "../../../core/rules/accounts/account-fields.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { idSchema, messageSchema, typedText } from "../common.ts";
import { sharingFields } from "./people.ts";

export const classSchema = z.object({
  id: idSchema,
  class_code: z.string(),
  class_group: z.number(),
  class_schedule: z.string(),
  /** 8-digit IDs, sorted. */
  student_list: z.array(z.string()),
});
export type Class = Frozen<z.infer<typeof classSchema>>;

/** As its members see it; graders get no students. */
export const classViewSchema = classSchema.extend(sharingFields);
export type ClassView = Frozen<z.infer<typeof classViewSchema>>;

/** For lists and cards: without the students. */
export const classSummarySchema = classViewSchema.omit({ student_list: true }).extend({
  student_count: z.number(),
  /** The sample class, as long as it has no page but the sample's own: nothing is lost with it. */
  is_sample: z.boolean(),
});
export type ClassSummary = Frozen<z.infer<typeof classSummarySchema>>;

/** Sorted by code, then group. */
export const classesResponse = z.array(classSummarySchema);

export const classBody = z.object({
  classCode: typedText(TEXT_LENGTHS.courseCode),
  /** A number of at least 1, also as text. */
  classGroup: z.union([z.string().check(atMost(20)), z.number().transform(String)]).default(""),
  classSchedule: typedText(),
  studentList: z
    .array(z.string().check(atMost(50)))
    .max(5000)
    .default([]),
  /** By student ID. Names of students who are not in the class are ignored; a name that is not sent stays. */
  studentNames: z.record(z.string().check(atMost(50)), z.string().check(atMost(TEXT_LENGTHS.studentName))).default({}),
  /** Likewise, addresses that get the student's result link when grades are released. What is no address is ignored. */
  studentEmails: z
    .record(z.string().check(atMost(50)), z.string().check(atMost(ACCOUNT_LIMITS.emailLength)))
    .default({}),
});

export const editClassBody = classBody.extend({
  loaded: classSchema
    .optional()
    .describe(
      "The class as get-class returned it when editing began. Then only what differs from it changes: students who were " +
        "added or removed meanwhile, and other fields, stay as others saved them. A field that both changed is answered " +
        "with 409 `class-changed` and a `loaded` next to `error`; sent again with that one, the field is replaced. Without " +
        "`loaded` all fields and the whole list of students are replaced.",
    ),
});

/** Next to `error` if a field was changed meanwhile. */
export interface ClassChanged {
  readonly loaded: Class;
}

export const sampleClassResponse = messageSchema.extend({ task_id: idSchema });
export const classResponse = messageSchema.extend({ class: classSchema });
