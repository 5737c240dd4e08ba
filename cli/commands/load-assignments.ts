import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { isStudentId } from "../../core/rules/student-id.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { pageKey } from "../grading/grade-page.ts";
import type { Assignment } from "../grading/identify-page.ts";

const COLUMNS = ["file", "page", "student_id", "item"] as const;

type Line = Readonly<Record<(typeof COLUMNS)[number], string | undefined>>;

/**
 * What a person has said of pages, by `pageKey`: the lines of a CSV with the columns file, page, student_id and item,
 * such as a `review.csv` that was filled in. Lines without a student or an item say nothing yet.
 * Throws `CommandFailure`: 3 where there is no such file, 2 where it is wrong.
 */
export async function loadAssignments(path: string): Promise<ReadonlyMap<string, Assignment>> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new CommandFailure(EXIT.notFound, `The list ${path} cannot be opened. Check the path.`);
  });
  const lines = parseLines(path, text);
  const assignments = new Map<string, Assignment>();
  for (const [index, { file = "", page = "", student_id: studentId = "", item = "" }] of lines.entries()) {
    if (studentId === "" || item === "") continue;
    const wrong = !isStudentId(studentId)
      ? `"${studentId}" is no 8-digit Student ID`
      : [item, page].find((number) => !/^[1-9]\d{0,8}$/.test(number)) !== undefined
        ? "page and item must be whole numbers"
        : null;
    if (wrong !== null)
      throw new CommandFailure(EXIT.usage, `${path} must be corrected:\n  line ${index + 2}: ${wrong}`);
    assignments.set(pageKey(unescaped(file), Number(page)), { studentId, item: Number(item) });
  }
  return assignments;
}

function parseLines(path: string, text: string): Line[] {
  try {
    const options = { bom: true, trim: true, columns: true, relax_column_count: true, skip_empty_lines: true };
    const lines = parse(text, options) as unknown as Line[];
    const missing = COLUMNS.filter((column) => lines.length > 0 && !(column in lines[0]!));
    if (missing.length === 0) return lines;
    throw new Error(`The first line must name the columns ${COLUMNS.join(", ")}`);
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `${path} must be corrected:\n  ${(error as Error).message}`);
  }
}

/** What `review.csv` writes before a name that a spreadsheet would take for a formula is no part of it. */
function unescaped(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, "");
}
