import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { boxSchema } from "../../../core/corrections/correction-schemas.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { idSchema, problemSchema, timeSchema } from "../common.ts";
import { certaintySchema, questionSchema } from "../results/question.ts";

/**
 * `waiting`: it was not processed yet. `placed`: it went to a student and item. `queued`: a person must say what it is.
 * `rejected`: a person took it out, or it cannot be an answer. `removed`: it was placed, and its submission was
 * deleted.
 */
const STACK_PAGE_STATES = ["waiting", "placed", "queued", "rejected", "removed"] as const;
export type StackPageState = (typeof STACK_PAGE_STATES)[number];

const stackSchema = z.object({
  id: idSchema,
  task_id: idSchema,
  filename: z.string(),
  created_at: timeSchema,
  /** All its pages; the counts below add up to it. */
  pages: z.number(),
  waiting: z.number(),
  placed: z.number(),
  queued: z.number(),
  rejected: z.number(),
  removed: z.number(),
});
export type Stack = Frozen<z.infer<typeof stackSchema>>;

const stackPageSchema = z.object({
  id: idSchema,
  position: z.number(),
  /** The file and, in a PDF, its page. */
  place: z.string(),
  state: z.enum(STACK_PAGE_STATES),
  student_id: z.string().nullable(),
  /** Empty if it is not known. */
  student_name: z.string(),
  item_number: z.number().nullable(),
  reasons: z.array(problemSchema),
  /** The submission that it became. */
  file_id: idSchema.nullable(),
  /** For that submission: whether it was read, and graded. */
  analysis: z.string().nullable(),
  graded: z.boolean(),
});
export type StackPage = Frozen<z.infer<typeof stackPageSchema>>;

export const stacksResponse = z.object({ stacks: z.array(stackSchema) });
export const stackResponse = z.object({ stack: stackSchema, page_list: z.array(stackPageSchema) });

/** The multipart fields are a `files` part for each file. Refused files do not affect the others. */
export const uploadStackResponse = z.object({
  message: z.string(),
  /** Null if every file was refused. */
  stack: stackSchema.nullable(),
  refused: z.array(z.object({ filename: z.string(), code: z.string(), message: z.string() })),
});
export type UploadStackResponse = Frozen<z.infer<typeof uploadStackResponse>>;

/**
 * `corner`: only the upright header. `width` in pixels makes the picture smaller; it may be somewhat larger than that.
 */
export const stackPictureQuery = z.object({
  part: z.enum(["page", "corner"]).default("page"),
  width: z.coerce.number().int().min(16).max(4000).optional(),
});

const seenFields = {
  /** The submission that the page was when it was seen, or null: if it is another one now, nothing is changed. */
  file_id: idSchema.nullable().optional(),
};

export const assignPageBody = z.object({
  student_id: z.string().check(atMost(40)),
  item_number: z.number().int().min(1).max(9999),
  /** If the student already has a page for the item: this one counts, the other becomes history. */
  replace: z.boolean().default(false),
  ...seenFields,
});

export const rejectPageBody = z.object(seenFields);

export const stackPageResponse = z.object({ message: z.string(), page: stackPageSchema });

/** A page that needs a person. */
const queueEntrySchema = z.object({
  /**
   * `page`: an unassigned page of a stack. `file`: a submission. `choice`: a page that was handed in after another one,
   * the rival: a person decides which of the two counts.
   */
  kind: z.enum(["page", "file", "choice"]),
  id: idSchema,
  /** The file and, in a PDF, its page. */
  place: z.string(),
  /** The upright page, and its header if it is unassigned. */
  picture_url: z.string(),
  corner_url: z.string().nullable(),
  student_id: z.string().nullable(),
  student_name: z.string(),
  item_number: z.number().nullable(),
  /** The worst reason's code, with its label. */
  code: z.string(),
  label: z.string(),
  reasons: z.array(problemSchema),
  /** When a submission was handed in. */
  received_at: timeSchema.nullable(),
  /** 0 … 1: how likely the points of the reading are right; null if it cannot be compared, or was not read. */
  confidence: z.number().nullable(),
  /** What a person is asked; null if no other reading is plausible. */
  question: questionSchema.nullable(),
  /** Pixels of the picture that the reasons' boxes are in; 0 if it was not read. */
  width: z.number(),
  height: z.number(),
  /** The part of that picture with the circuit; null without one. */
  drawing: boxSchema.nullable(),
  /** The reading, as expressions. */
  outputs: z.array(z.object({ name: z.string(), expression: z.string() })),
  /** The points of the reading as it is; null if its tables cannot be compared. */
  reading_grade: z.number().nullable(),
  maximum_grade: z.number().nullable(),
  /** The page that the student already has for the item. */
  rival: z
    .object({
      file_id: idSchema,
      place: z.string(),
      picture_url: z.string(),
      graded: z.boolean(),
      total_grade: z.number().nullable(),
      /** It is the page that counts now; otherwise the later page counts. */
      counts: z.boolean(),
      received_at: timeSchema,
    })
    .nullable(),
});
export type QueueEntry = Frozen<z.infer<typeof queueEntrySchema>>;

const answerSlot = z.object({ student_id: z.string(), student_name: z.string(), item_number: z.number() });
export type AnswerSlot = Frozen<z.infer<typeof answerSlot>>;

export const queueResponse = z.object({
  /** Worst first. */
  entries: z.array(queueEntrySchema),
  /** The students, by ID; for the search. */
  roster: z.array(z.object({ student_id: z.string(), name: z.string() })),
  items: z.array(z.number()),
  /** The answers without a hand-in: unassigned pages probably belong to them. */
  missing: z.array(answerSlot),
  certainty: certaintySchema,
  /** Pages of stacks and submissions that are still being looked at. */
  pending: z.number(),
  /** Of all that came in: graded, and those that the machine can grade without a person. */
  graded: z.number(),
  clear: z.number(),
  /** What came later is not counted. */
  at: timeSchema,
});
export type Queue = Frozen<z.infer<typeof queueResponse>>;

export const rosterResponse = z.object({
  students: z.array(z.object({ student_id: z.string(), name: z.string() })),
});
/**
 * The lines of each sheet of a spreadsheet, with their numbers, and whether they are hidden, without those that are
 * empty.
 */
export const spreadsheetResponse = z.object({
  sheets: z.array(z.array(z.object({ cells: z.array(z.string()), line: z.number(), hidden: z.boolean().optional() }))),
});
