import { existsSync } from "node:fs";
import { join } from "node:path";
import { listLines } from "../../core/rules/files/csv-rows.ts";
import { spreadsheetCsv } from "../../core/rules/files/write-csv.ts";
import { writeWhole } from "../files.ts";
import { pageKey } from "../grading/grade-page.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { readCsvText, withoutApostrophe } from "../inputs/read-csv.ts";
import { RESULT_FILES } from "../results/result-files.ts";
import { reviewCsv } from "../views/grades-csv.ts";
import type { WebSettlement } from "./web-settlements.ts";

/**
 * Fills what was settled into the folder's `review.csv`, and empties lines that are no longer settled (`before`: what
 * was filled in last). Everything that a person typed into other lines stays. Pages that were not in the list get a line
 * at its end.
 */
export async function fillReview(
  folder: string,
  record: GradeRecord,
  { settled, before }: { settled: ReadonlyMap<string, WebSettlement>; before: ReadonlyMap<string, WebSettlement> },
): Promise<void> {
  const path = join(folder, RESULT_FILES.review);
  const text = existsSync(path) ? await readCsvText(path, "list") : reviewCsv(record);
  const filled = filledReview(text, { settled, before, original: reviewCsv(record) });
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
    settled: ReadonlyMap<string, WebSettlement>;
    before: ReadonlyMap<string, WebSettlement>;
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

/** The line with what was said: the number of a reading, or a grade. */
function withSaid(
  cells: readonly string[],
  { header, said }: { header: readonly string[]; said: WebSettlement },
): string[] {
  const values: Readonly<Record<string, string>> = { ...said, grade: said.reading === "" ? said.grade : "" };
  return header.map((column, index) => {
    const value = values[column];
    const old = cells[index] ?? "";
    const isOwner = column === "student_id" || column === "item";
    return value === undefined || (isOwner && value === "") ? old : value;
  });
}
