import { existsSync } from "node:fs";
import { join } from "node:path";
import { listLines } from "../../core/rules/files/csv-rows.ts";
import { spreadsheetCsv } from "../../core/rules/files/write-csv.ts";
import { writeWhole } from "../files.ts";
import type { GradedPage, GradeRecord } from "../grading/grade-record.ts";
import { readCsvText, withoutApostrophe } from "../inputs/read-csv.ts";
import { type PageWords, pageKey } from "../pages/page-words.ts";
import { type SettledPage, settledPage } from "../pages/settled-pages.ts";
import { RESULT_FILES } from "../results/result-files.ts";
import { reviewCsv } from "../views/grades-csv.ts";

/** The cells of a page's line in `review.csv` that a person fills in. */
export type FilledCells = Readonly<Record<"student_id" | "item" | "grade" | "reading" | "comment" | "ignore", string>>;

/** The pages that are settled in another way than the results have them, by `pageKey`. */
export function unwrittenPages({ files }: Pick<GradeRecord, "files">, words: PageWords): Map<string, SettledPage> {
  const settled = files.flatMap((page): [string, SettledPage][] => {
    const key = pageKey(page.file, page.page);
    const said = words.get(key);
    const each = said && settledPage(said);
    return each?.sha256 === page.sha256 && isNews(page, each) ? [[key, each]] : [];
  });
  return new Map(settled);
}

function isNews(page: GradedPage, { studentId, item, grade, comment, ignore }: SettledPage): boolean {
  if (ignore) return page.status !== "extra";
  if (studentId !== null && (studentId !== page.student_id || item !== page.item)) return true;
  return grade !== null && (page.status !== "graded" || grade !== page.grade || comment !== (page.comment ?? ""));
}

/** A reading is filled in by its number among those that the page was asked about, without the points that it gives. */
export function cellsOf(
  page: GradedPage,
  { studentId, item, grade, reading, comment, ignore }: SettledPage,
): FilledCells {
  const index = reading === "" ? -1 : (page.question?.choices.findIndex(({ name }) => name === reading) ?? -1);
  return {
    student_id: studentId ?? page.student_id ?? "",
    item: String(item ?? page.item ?? ""),
    grade: index === -1 ? String(grade ?? "") : "",
    reading: index === -1 ? "" : String(index + 1),
    comment,
    ignore: ignore ? "yes" : "",
  };
}

/**
 * Fills what was settled into the folder's `review.csv`, and empties lines that are no longer settled (`before`: what
 * was filled in last). Everything that a person typed into other lines stays. Pages that were not in the list get a line
 * at its end.
 */
export async function fillReview(
  folder: string,
  record: GradeRecord,
  { settled, before }: { settled: ReadonlyMap<string, SettledPage>; before: ReadonlyMap<string, SettledPage> },
): Promise<void> {
  const path = join(folder, RESULT_FILES.review);
  const text = existsSync(path) ? await readCsvText(path, "list") : reviewCsv(record);
  const said = record.files.flatMap((page): [string, FilledCells][] => {
    const key = pageKey(page.file, page.page);
    const each = settled.get(key);
    return each === undefined ? [] : [[key, cellsOf(page, each)]];
  });
  const filled = filledReview(text, { settled: new Map(said), before, original: reviewCsv(record) });
  if (filled !== text) await writeWhole(path, filled);
}

/** The list's text with these lines filled in. */
export function filledReview(
  text: string,
  {
    settled,
    before,
    original,
  }: {
    settled: ReadonlyMap<string, FilledCells>;
    before: ReadonlyMap<string, unknown>;
    original: string;
  },
): string {
  const [header = [], ...lines] = listLines(text).map(({ cells }) => cells);
  const [, ...first] = listLines(original).map(({ cells }) => cells);
  const untouched = new Map(first.map((cells) => [keyOf(cells, header), cells]));
  const left = new Map(settled);
  const filled = lines.map((cells) => {
    const key = keyOf(cells, header);
    const said = left.get(key);
    left.delete(key);
    if (said !== undefined) return withSaid(cells, { header, said });
    return before.has(key) ? (untouched.get(key) ?? cells) : cells;
  });
  const added = [...left].map(([key, said]) => {
    const [file = "", page = ""] = [key.slice(0, key.lastIndexOf(" ")), key.slice(key.lastIndexOf(" ") + 1)];
    const cells = header.map((column) => (column === "file" ? file : column === "page" ? page : ""));
    return withSaid(cells, { header, said });
  });
  return spreadsheetCsv([header, ...filled, ...added]);
}

function keyOf(cells: readonly string[], header: readonly string[]): string {
  const cell = (column: string) => cells[header.indexOf(column)] ?? "";
  return pageKey(withoutApostrophe(cell("file")), Number(cell("page")));
}

/** The line with what was said. */
function withSaid(
  cells: readonly string[],
  { header, said }: { header: readonly string[]; said: FilledCells },
): string[] {
  const values: Readonly<Record<string, string>> = said;
  return header.map((column, index) => {
    const value = values[column];
    const old = cells[index] ?? "";
    const isOwner = column === "student_id" || column === "item";
    return value === undefined || (isOwner && value === "") ? old : value;
  });
}
