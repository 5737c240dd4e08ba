import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { CERTAINTY } from "../../../core/rules/certainty.ts";
import { freeText } from "../../../core/rules/free-text.ts";
import { TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { itemNamesSchema } from "../../../core/rules/tasks/item-names-schema.ts";
import { questionSchema } from "../../../core/rules/tasks/question-schema.ts";
import { rubricSchema } from "../../../core/rules/tasks/rubric-schema.ts";
import { TASK_TYPE_VALUES } from "../../../core/rules/tasks/task-types.ts";
import { idSchema, messageSchema, timeSchema, typedText } from "../common.ts";
import { spreadSchema } from "../results/grades.ts";
import { certaintySchema } from "../results/question.ts";
import { assignmentSchema, sharingFields } from "./people.ts";

const TASK_STATUSES = ["Ongoing", "Completed"] as const;

/** Digits, as in the forms; numbers are accepted, too. */
const gradeText = z.union([z.string().check(atMost(6)), z.number().max(999_999).transform(String)]).default("");

/** Expressions that people type have at most 100 characters; a task also shows longer ones next to lists of minterms. */
const KEY_LENGTH = 3000;

/** An item's keys; the label 'Item N' follows from the position in the list, so a sent one is ignored. */
const answerKeyItemBody = z.object({
  item: z.string().check(atMost(50)).optional(),
  /** The item's previous number. If somebody handed in for it, an edit that gives it another one is refused. */
  previousItem: z.number().int().min(1).optional(),
  keys: z
    .array(
      z.object({
        /** An expression or a list of minterms, as it is typed. */
        expression: typedText(KEY_LENGTH),
        /**
         * A list of minterms that decides; the expression is empty then, or the one that the task shows next to it.
         * Left out together with the names: a list stays if the expression is the one next to it.
         */
        minterms: z.string().check(atMost(500)).optional(),
        grade: gradeText,
      }),
    )
    .max(100),
  /** Partial credit and deductions. Null: none; left out: those of the item's previous number stay. */
  rubric: rubricSchema.nullish(),
  /**
   * What the item calls its inputs (the first one is X1) and outputs. Null: A to G, and OUT 1 …; left out: those of the
   * item's previous number stay.
   */
  names: itemNamesSchema.nullish(),
  /**
   * What students are asked, on the sheet and on their page. Its picture is the ID of one that the task has, or a new PNG
   * or JPEG as a data URL. Null: nothing; left out: that of the item's previous number stays.
   */
  question: questionSchema.nullish(),
});

export const answerKeyItemSchema = z.object({
  /** 'Item 1', numbered from 1 in order. */
  item: z.string(),
  /**
   * The expression in the saved form (X1 to X7), the grade in digits. A key with rows that do not matter, or a list whose
   * expression has more than 100 characters, also has the list of minterms, which decides.
   */
  keys: z.array(z.object({ grade: z.string(), expression: z.string(), minterms: z.string().optional() })),
  rubric: rubricSchema.nullable(),
  /** Left out by an item with the usual names. */
  names: itemNamesSchema.optional(),
  /** Left out by an item without one; its picture is an ID. */
  question: questionSchema.optional(),
});
export type AnswerKeyItem = Frozen<z.infer<typeof answerKeyItemSchema>>;

export const taskSchema = z.object({
  id: idSchema,
  user_id: idSchema,
  class_id: idSchema,
  class_code: z.string(),
  class_group: z.number(),
  class_schedule: z.string(),
  title: z.string(),
  description: z.string(),
  exam_type: z.enum(TASK_TYPE_VALUES),
  status: z.enum(TASK_STATUSES),
  due_date: timeSchema,
  /** Students may replace a page that they handed in. */
  allow_replacements: z.boolean(),
  /** Sheets have the names of inputs and outputs at their border, and wires that end there need no letter. */
  terminals: z.boolean(),
  created_at: timeSchema,
  updated_at: timeSchema,
  /** The submissions that count: history is not among them. */
  total_submissions: z.number(),
  reviewed_submissions: z.number(),
  /** Pages that enrolled students have not handed in; 0 for graders. */
  missing_submissions: z.number(),
  /** Regrade requests without an answer. */
  open_requests: z.number(),
  /** The students' points once every page is graded; null before, and without a page. */
  points: spreadSchema.nullable(),
  files: z.array(z.object({ id: idSchema, graded: z.boolean() })),
  /** Students with a later due date. */
  extensions: z.number(),
  /** IDs and names are hidden while grading. */
  hide_names: z.boolean(),
  /** They are hidden now: from when that was set until every page is graded. */
  names_hidden: z.boolean(),
  /** Pages come in an order that is independent of IDs and time; always so while names are hidden. */
  random_order: z.boolean(),
  /** Students see at once which places of their page cannot be read. */
  show_legibility: z.boolean(),
  /** Students may also hand in pages on their own paper, without the template's code. */
  own_paper: z.boolean(),
  certainty: certaintySchema,
  answer_keys: z.array(answerKeyItemSchema),
  ...sharingFields,
  /** What the grader who asks grades; null for owner and co-instructors. Files and their numbers are those of it. */
  assignment: assignmentSchema.nullable(),
});
export type Task = Frozen<z.infer<typeof taskSchema>>;

/** What the student page may know: never an expression or a grade. */
export const publicTaskSchema = z.object({
  id: idSchema,
  title: z.string(),
  exam_type: z.enum(TASK_TYPE_VALUES),
  due_date: timeSchema,
  /** The due date has passed: students are refused. */
  closed: z.boolean(),
  /** A file that was received can be replaced. */
  allow_replacements: z.boolean(),
  /** Students see at once which places of a page cannot be read, if they can replace it. */
  show_legibility: z.boolean(),
  /** Pages on the student's own paper are taken, too. */
  own_paper: z.boolean(),
  /** The server's time: a phone's clock may be wrong by days. */
  now: timeSchema,
  /** 1, 2, … */
  items: z.array(z.number()),
  /** What items call their inputs and outputs; left out if all have the usual names. */
  item_names: z.array(z.object({ item: z.number(), text: z.string() })).optional(),
  /** What items ask; left out if none does. */
  questions: z.array(z.object({ item: z.number(), text: z.string(), picture_url: z.string().nullable() })).optional(),
  teacher: z.object({ name: z.string(), email: z.string(), profile_image_url: z.string().nullable() }),
  class: z.object({ class_code: z.string(), class_group: z.number(), class_schedule: z.string() }),
});
export type PublicTask = Frozen<z.infer<typeof publicTaskSchema>>;

/** A task's form may have several pictures. */
export const TASK_BODY_BYTES = 16 * 1024 * 1024;

export const tasksResponse = z.array(taskSchema);

export const tasksByClassResponse = z.array(z.object({ id: idSchema, title: z.string(), due_date: timeSchema }));

/** `totalSubmissions`, `reviewedSubmissions` and `status` are accepted and ignored: the server counts itself. */
export const taskBody = z.object({
  title: typedText(),
  description: freeText(TEXT_LENGTHS.description).optional(),
  classId: typedText(64),
  examType: typedText(50),
  /** With an offset: `2026-11-21T23:59:59.999+08:00`. Empty: 'Due Date is required.' */
  dueDate: typedText(50),
  /** Students may replace a page that they handed in. Default: they may, or it stays the same. */
  allowReplacements: z.boolean().optional(),
  /** Print the names of inputs and outputs at the border of the sheets. Default: no, or it stays the same. */
  terminals: z.boolean().optional(),
  answerKeys: z.array(answerKeyItemBody).max(100).default([]),
  totalSubmissions: z.number().optional(),
  reviewedSubmissions: z.number().optional(),
  status: z.string().check(atMost(20)).optional(),
});

export type TaskBody = z.output<typeof taskBody>;

/**
 * `updatedAt` is the task's `updated_at` when it was loaded: if it was edited since, the response is 409. If left out,
 * this is not checked.
 */
export const previewEditBody = taskBody.extend({ updatedAt: timeSchema.optional() });

/** `regrade` is the fingerprint of a preview: grades that follow the keys change with them. If left out, they stay. */
export const editTaskBody = previewEditBody.extend({ regrade: z.string().check(atMost(100)).optional() });

/** The groups that get the task, and when it is due there, with an offset. */
export const copyTaskBody = z.object({
  classIds: z.array(idSchema).max(100).default([]),
  dueDate: typedText(50),
});

export const copyTaskResponse = messageSchema.extend({ task_ids: z.array(idSchema) });

export const gradingViewBody = z.object({
  hide_names: z.boolean().optional(),
  random_order: z.boolean().optional(),
  show_legibility: z.boolean().optional(),
  own_paper: z.boolean().optional(),
  /** Percent: how sure the machine must be of full marks to grade a page without a person. */
  certainty: z
    .number()
    .min(CERTAINTY.min, `Enter a percentage from ${CERTAINTY.min} to ${CERTAINTY.max}.`)
    .max(CERTAINTY.max, `Enter a percentage from ${CERTAINTY.min} to ${CERTAINTY.max}.`)
    .optional(),
});

/** Students with a later due date. */
export const extensionsResponse = z.object({
  extensions: z.array(
    z.object({
      student_id: z.string(),
      student_name: z.string(),
      due_date: timeSchema,
      /** It has passed. */
      ended: z.boolean(),
      /** Files that the student handed in after the others' due date. */
      late_files: z.number(),
    }),
  ),
});
export type Extension = z.infer<typeof extensionsResponse>["extensions"][number];

/** Null removes the students' extensions. */
export const setExtensionsBody = z.object({
  student_ids: z
    .array(z.string().check(atMost(50)))
    .min(1, "Choose a student.")
    .max(1000),
  due_date: typedText(50).nullable(),
});

export const extensionsSetResponse = messageSchema.extend(extensionsResponse.shape);

export const editTaskResponse = messageSchema.extend({ task: taskSchema });
