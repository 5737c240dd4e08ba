import type { PageOwner } from "../../core/page-record/statement.ts";
import type { StudentIdRule } from "../../core/rules/students/student-id.ts";
import { pageKey } from "../pages/page-words.ts";
import { readLine } from "./load-settled.ts";
import { readFilledIn } from "./read-csv.ts";

const COLUMNS = ["file", "page", "student_id", "item"] as const;

/**
 * A person's assignments of pages, by `pageKey`: the lines of a CSV file with the columns file, page, student_id and
 * item, such as a completed `review.csv`. Lines without a student or an item are ignored. Throws `CommandFailure`: 3 if
 * there is no such file, 2 if it is wrong.
 */
export async function loadAssignments(path: string, ids: StudentIdRule): Promise<ReadonlyMap<string, PageOwner>> {
  const assignments = new Map<string, PageOwner>();
  for (const { cells, line: number } of await readFilledIn(path, COLUMNS)) {
    const { file, page, student_id, item } = cells;
    const said = student_id && item ? readLine({ file, page, student_id, item }, { path, ids, number }) : null;
    if (said?.studentId && said.item) {
      assignments.set(pageKey(said.file, said.page), { studentId: said.studentId, item: said.item });
    }
  }
  return assignments;
}
