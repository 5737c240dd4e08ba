import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import type { ChosenColumns } from "../../../core/gradebook/chosen-columns.ts";
import { GRADEBOOK_KINDS } from "../../../core/gradebook/gradebook-kind.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { TEXT_ENCODINGS } from "../../../core/rules/files/text-encoding.ts";

const rowNoteSchema = z.object({
  /** As in spreadsheets: the header is row 1. */
  row: z.number(),
  name: z.string(),
  ids: z.array(z.string()),
});
const replacedSchema = rowNoteSchema.extend({ before: z.string(), after: z.string() });
export type RowNoteView = Frozen<z.infer<typeof rowNoteSchema>>;

/** What files do with points that no person has confirmed, and with totals to which a missing page may belong. */
export const unconfirmedQuery = z.object({ unconfirmed: z.enum(["leave-out", "include"]).default("leave-out") });
export type Unconfirmed = z.infer<typeof unconfirmedQuery>["unconfirmed"];

/**
 * The multipart fields are `file`, `column` if the column for the grades is not called like the task, `id_column` for a
 * table of another kind, and `unconfirmed` as in `unconfirmedQuery`.
 */
export const filledGradebookResponse = z.object({
  kind: z.enum(GRADEBOOK_KINDS),
  /** A file name to save it under, and the whole file as text, to be saved in its encoding. */
  filename: z.string(),
  text: z.string(),
  encoding: z.enum(TEXT_ENCODINGS),
  /** The columns in which IDs of students were found, and the one for the grades. */
  id_columns: z.array(z.string()),
  column: z.string(),
  /** The headings of which a person may name others; empty for a known program's file. */
  columns: z.array(z.string()),
  added: z.boolean(),
  filled: z.number(),
  replaced: z.array(replacedSchema),
  /** Comments of an earlier run that were updated. */
  replaced_comments: z.array(replacedSchema),
  /** Rows with a person's comment: it stays. */
  kept_comments: z.array(rowNoteSchema),
  ambiguous: z.array(rowNoteSchema),
  unmatched_rows: z.array(rowNoteSchema),
  unmatched_students: z.array(z.string()),
  ungraded: z.array(z.string()),
  /** Students with points that are not confirmed, and what of them: '20230001: item 2 is not confirmed'. */
  unconfirmed: z.array(z.string()),
  locked: z.array(rowNoteSchema),
  warnings: z.array(z.string()),
});
export type FilledGradebookFile = Frozen<z.infer<typeof filledGradebookResponse>>;

/** Next to `error`, if a person must name a column. */
export interface GradebookColumns {
  /** The headings of the file. */
  readonly columns: readonly string[];
  /** What was named for the class before, if the file has these columns. */
  readonly kept?: ChosenColumns | undefined;
}

/** The maximum size of an uploaded gradebook, in bytes. */
export const GRADEBOOK_BYTES = 10 * 1024 * 1024;

/** Without a student the response is a ZIP: a file for each student who handed in, and their marked pages. */
export const feedbackQuery = unconfirmedQuery.extend({
  student_id: z.string().check(atMost(50)).optional(),
  format: z.enum(["pdf", "html"]).default("pdf"),
});
