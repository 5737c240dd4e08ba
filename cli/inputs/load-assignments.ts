import type { PageOwner } from "../../core/page-record/statement.ts";
import type { StudentIdRule } from "../../core/rules/students/student-id.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import { pageKey } from "../pages/page-words.ts";
import { readFilledIn, withoutApostrophe } from "./read-csv.ts";

const COLUMNS = ["file", "page", "student_id", "item"] as const;

/**
 * A person's assignments of pages, by `pageKey`: the lines of a CSV file with the columns file, page, student_id and
 * item, such as a completed `review.csv`. Lines without a student or an item are ignored. Throws `CommandFailure`: 3 if
 * there is no such file, 2 if it is wrong.
 */
export async function loadAssignments(path: string, ids: StudentIdRule): Promise<ReadonlyMap<string, PageOwner>> {
  const lines = await readFilledIn(path, COLUMNS);
  const assignments = new Map<string, PageOwner>();
  for (const { cells, line } of lines) {
    const { file = "", page = "", student_id: studentId = "", item = "" } = cells;
    if (studentId === "" || item === "") continue;
    const wrong = !ids.matches(studentId)
      ? `"${studentId}" is not ${ids.words}`
      : [item, page].find((number) => !/^[1-9]\d{0,8}$/.test(number)) !== undefined
        ? "page and item must be whole numbers"
        : null;
    if (wrong !== null) throw mustBeCorrected(path, `line ${line}: ${wrong}`);
    assignments.set(pageKey(withoutApostrophe(file), Number(page)), { studentId, item: Number(item) });
  }
  return assignments;
}
