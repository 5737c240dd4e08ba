import { writeCsv } from "../../core/rules/files/write-csv.ts";

/** What a person has said of one page: whose it is, what it is worth, or that it is no answer. */
export interface SettledPage {
  readonly file: string;
  /** In the file, from 1. */
  readonly page: number;
  /** SHA-256 of the file's bytes, hex: words about another picture do not count. */
  readonly sha256: string;
  /** Both or neither: null if nothing was said about whose page it is. */
  readonly studentId: string | null;
  readonly item: number | null;
  /** Null: none was given. */
  readonly grade: number | null;
  /** The name of the reading that is right, of those that the page was asked about; empty: none was chosen. */
  readonly reading: string;
  /** Empty: none. */
  readonly comment: string;
  readonly ignore: boolean;
}

/** Of `settled.csv`. */
export const SETTLED_COLUMNS = [
  "file",
  "page",
  "student_id",
  "item",
  "grade",
  "reading",
  "comment",
  "ignore",
  "picture",
] as const;

/** So that no spreadsheet takes the digits for a number. */
export const PICTURE_PREFIX = "sha256:";
/** The same for readings, which have names of digits and letters. */
export const READING_PREFIX = "circuit:";

/** `settled.csv`: a line for each page that a person has settled. Without its line a page is in the queue again. */
export function settledCsv(pages: Iterable<SettledPage>): string {
  const lines = [...pages].map(({ file, page, sha256, studentId, item, grade, reading, comment, ignore }) => [
    file,
    page,
    studentId,
    item,
    grade,
    reading && `${READING_PREFIX}${reading}`,
    comment,
    ignore ? "yes" : "",
    `${PICTURE_PREFIX}${sha256}`,
  ]);
  return writeCsv([[...SETTLED_COLUMNS], ...lines]);
}

/** What was said of a page, if it was of this picture. */
export function settlementOf(
  page: { readonly sha256: string },
  settled: SettledPage | undefined,
): SettledPage | undefined {
  return settled?.sha256 === page.sha256 ? settled : undefined;
}
