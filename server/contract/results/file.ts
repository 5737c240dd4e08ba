import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { freeText } from "../../../core/rules/free-text.ts";
import { TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { idSchema, messageSchema, problemSchema, timeSchema } from "../common.ts";
import { pageCertaintyFields, questionSchema } from "./question.ts";

/** A page waits until it is read, or cannot be. */
export const ANALYSIS_STATES = ["queued", "done", "failed"] as const;
export type AnalysisState = (typeof ANALYSIS_STATES)[number];

/** Where a page came from. */
export const UPLOADERS = ["student", "instructor", "stack", "command"] as const;
export type Uploader = (typeof UPLOADERS)[number];

export const HAND_IN_QUESTIONS = ["handed-in-again", "sent-from-elsewhere"] as const;
export type HandInQuestion = (typeof HAND_IN_QUESTIONS)[number];

/** A submission as its instructor sees it. */
export const fileSchema = z.object({
  id: idSchema,
  task_id: idSchema,
  filename: z.string(),
  /** Paths on this server: the original bytes, and the upright page as a picture that a browser can show. */
  file_url: z.string(),
  page_url: z.string(),
  student_id: z.string(),
  item_number: z.number(),
  graded: z.boolean(),
  total_grade: z.number().nullable(),
  /** The total of the item's keys. */
  maximum_grade: z.number(),
  /** The machine's proposal; null if a person must look. */
  proposed_grade: z.number().nullable(),
  comment: z.string().nullable(),
  /** Since when the student may see the confirmed grade; null if not. */
  released_at: timeSchema.nullable(),
  mimetype: z.string(),
  size: z.number(),
  sha256: z.string(),
  received_at: timeSchema,
  /** `student`: on the task's public page, by anybody; `stack`, `command`: the instructor, scanned or pushed. */
  uploaded_by: z.enum(UPLOADERS),
  /** A student handed it in after the task's due date, as their extension allows. */
  late: z.boolean(),
  /** The position among the task's files, from 0, in the order of grading. */
  place: z.number(),
  /** False: another upload of the same student and item counts instead. */
  counts: z.boolean(),
  /**
   * What a person must decide about this upload, in the queue. `handed-in-again`: another one counts for now.
   * `sent-from-elsewhere`: this one counts, and came without the receipt of the earlier page.
   */
  question: z.enum(HAND_IN_QUESTIONS).nullable(),
  /** It came without the receipt of the earlier page. */
  from_elsewhere: z.boolean(),
  /** Uploads of the same student and item that wait for a decision whether they count. */
  waiting: z.number(),
  /** Other uploads of the same student and item that do not count; earlier ones, unless a person has chosen. */
  earlier: z.number(),
  /** The grade of the newest graded one of these; null if none was graded. */
  earlier_grade: z.number().nullable(),
  analysis: z.enum(ANALYSIS_STATES),
  /** Why the analysis failed, for the user. */
  analysis_error: z.string().nullable(),
  /** How many problems a person should look at. */
  problem_count: z.number(),
  /** Counts people's changes of what the page shows: its grade is none. */
  revision: z.number(),
  /** How many places the student saw as not legible before the due date; null if they saw nothing of it. */
  unclear_places_seen: z.number().nullable(),
});
export type File = Frozen<z.infer<typeof fileSchema>>;

export const filesResponse = z.object({ files: z.array(fileSchema) });
export const fileResponse = z.object({ file: fileSchema });

/** `width` in pixels makes the picture smaller, for lists; it may be somewhat larger than that. */
export const pagePictureQuery = z.object({
  width: z.coerce.number().int().min(16).max(4000).optional(),
  /** Only the circuit that was read; the whole page if none was. */
  part: z.literal("drawing").optional(),
  /** Makes a different address, for browsers that cache pictures; the server decides what is hidden. */
  header: z.literal("hidden").optional(),
});

/** For one student and item: what counts, then the newest first. */
export const historyResponse = z.object({ submissions: z.array(fileSchema) });
/** `counting` is the upload that counted when the instructor decided: if another one does now, the response is 409. */
export const settleHandInBody = z.object({ counts: z.boolean(), counting: idSchema.optional() });
export const restoreResponse = messageSchema.extend({ file: fileSchema });

/** What a student may keep as proof. */
export const receiptSchema = z.object({
  filename: z.string(),
  item_number: z.number(),
  size: z.number(),
  sha256: z.string(),
  received_at: timeSchema,
  /**
   * Only the person who handed the file in has it: sent with a later upload, it shows that both come from the same
   * person. Null for a copy of a file that is here already, if nothing shows that the same person sends it again.
   */
  token: z.string().nullable(),
  /** The address of the page with the student's results; null if the upload does not show whose it is. */
  link: z.string().nullable(),
  /** What the student should know of the file, right after it was sent. */
  notice: z.string().optional(),
});
export type Receipt = Frozen<z.infer<typeof receiptSchema>>;

/** A file refused for a reason other than the specification's three: name, type, size, pages. */
const refusedFileSchema = z.object({ filename: z.string(), code: z.string(), message: z.string() });

/**
 * The multipart fields are `task_id`, then for each file an `item_number` and a `files` part, in this order; a single
 * `item_number` applies to all. Before the files, a `receipts` field may contain the tokens of earlier receipts,
 * separated by commas. The lists contain file names as sent. Refused files do not affect the others.
 */
export const uploadResponse = z.object({
  message: z.string(),
  files_uploaded: z.array(receiptSchema),
  invalid_files_not_enrolled: z.array(z.string()),
  invalid_files_not_belonging: z.array(z.string()),
  invalid_files_unreadable_QR: z.array(z.string()),
  invalid_files_other: z.array(refusedFileSchema),
  /** For the files in `not_belonging` and `unreadable_QR`: what was wrong with their QR code. */
  invalid_files_codes: z.array(refusedFileSchema),
});
export type UploadResponse = Frozen<z.infer<typeof uploadResponse>>;

const truthRows = z.array(z.string());

const resultRowSchema = z.object({
  /** 'OUT 1', 'OUT 2' … */
  output: z.string(),
  /** The key, in letters. */
  expression: z.string(),
  grade: z.number(),
  maximum: z.number(),
  /** Why a mismatch earns points anyway; null if it earns none. */
  partial: z.string().nullable(),
  result: z.enum(["Match", "Mismatch", "Missing in Submitted Table"]),
  drawn: z.object({ name: z.string(), expression: z.string() }).nullable(),
  /** The first input row in which the two differ. */
  first_difference: z
    .object({
      row: z.number(),
      assignment: z.array(z.object({ name: z.string(), value: z.union([z.literal(0), z.literal(1)]) })),
      expected: z.union([z.literal(0), z.literal(1)]),
      got: z.union([z.literal(0), z.literal(1)]),
    })
    .nullable(),
});

/** One thing that a person said of a page. */
const pageWordsSchema = z.object({
  /** In the page's order, from 1. */
  number: z.number(),
  text: z.string(),
  /** Empty where an older version did not record it. */
  by: z.string(),
  at: timeSchema,
  /** It was taken back. */
  taken_back: z.boolean(),
});

/** A page compared with the keys of its item. */
export const gradeRowsResponse = z.object({
  status: z.enum(["graded", "review"]),
  /** Null for `review`: no grade is guessed. */
  proposed_grade: z.number().nullable(),
  maximum_grade: z.number(),
  rows: z.array(resultRowSchema),
  /** The points that the item's rubric adds (above 0) or takes off for the drawing as a whole. */
  adjustments: z.array(z.object({ points: z.number(), reason: z.string() })),
  /** The item's rubric in words. */
  rubric: z.array(z.string()),
  /** Why no grade is proposed. */
  reasons: z.array(problemSchema),
  /** The letters of the answer tables' input bits, in their order. */
  variables: z.array(z.string()),
  /**
   * By output: 'OUT 1' … for the key, the drawn names for the submission; a row is the input bits, then the output's.
   */
  answer_table: z.record(z.string(), truthRows),
  submitted_table: z.record(z.string(), truthRows),
  /** The letters of the submitted tables' input bits: `variables`, or the drawing's own if they do not match. */
  submitted_inputs: z.array(z.string()),
  ...pageCertaintyFields,
  /** What a person is asked; null if the machine is sure, or no other reading is plausible. */
  question: questionSchema.nullable(),
  /** The reading that a person chose, and who and when; null if nobody has. */
  chosen: z.object({ text: z.string(), by: z.string(), at: timeSchema }).nullable(),
  total_grade: z.number().nullable(),
  graded: z.boolean(),
  comment: z.string().nullable(),
  /** What people said of the page, newest first. */
  history: z.array(pageWordsSchema),
});
export type GradeRows = Frozen<z.infer<typeof gradeRowsResponse>>;

const seenGradeSchema = z.object({ total_grade: z.number().nullable(), comment: z.string().nullable() });

export const totalGradeSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.number().int("A grade is a whole number.").min(0, "A grade is 0 or more.").max(1_000_000));

export const updateGradeBody = z
  .object({
    /** Null takes the grade away, which needs `seen`; students no longer see a result that was released. */
    total_grade: totalGradeSchema.nullable(),
    comment: freeText(TEXT_LENGTHS.comment).optional(),
    /**
     * What the instructor saw when they began: if a different grade or comment was stored since, the response is 409
     * `grade-changed` with a `stored` next to `error`, and nothing is stored. Without it a grade is always stored.
     */
    seen: seenGradeSchema.optional(),
  })
  .refine(({ total_grade, seen }) => total_grade !== null || seen !== undefined, {
    message: "Say which grade you saw, to take it away.",
  });

/** `before` is what was replaced: stored again, it takes the grade back. */
export const gradeUpdatedResponse = fileResponse.extend({ before: seenGradeSchema });

/** The field next to the `error` of `grade-changed`. */
export interface GradeChanged {
  readonly stored: z.infer<typeof seenGradeSchema>;
}
