import { CANVAS_NOBODY } from "../../../core/gradebook/gradebook-kinds.ts";
import { listLines } from "../../../core/rules/files/csv-rows.ts";
import { idColumns, idIn } from "../../../core/rules/students/id-column.ts";
import { nameReader, plainHeading } from "../../../core/rules/students/name-columns.ts";
import { isStudentId } from "../../../core/rules/students/student-id.ts";

/** A pasted list in the form of the input box: IDs in lines, columns or sentences become separated by commas. */
export function commaList(text: string): string {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .join(", ");
}

export interface ListedStudent {
  /** As it is in the file if it is not a student ID; the name if there is none. */
  readonly id: string;
  /** Empty if the file has none. */
  readonly name: string;
}

/**
 * Canvas and others use these headings for their own numbers, and lists for row numbers: they are used only if IDs are
 * below them, and no better heading exists.
 */
const PLAIN_HEADING = /^(id|number|no\.?)$/;

const NOBODY: readonly string[] = Object.values(CANVAS_NOBODY);

/**
 * The students of a CSV file: a class list, with the columns `student_id` and `name` or with similar headings, an
 * exported gradebook of Canvas or Moodle, or a list without headings, from which the column with the most IDs is read.
 * Empty if the file is.
 * @throws if the text is not CSV.
 */
export function studentsOfCsv(text: string): ListedStudent[] {
  const rows = listLines(text).map(({ cells }) => cells);
  const [header = []] = rows;
  const headings = header.map(plainHeading);
  const headed = idColumns(headings);
  const plain = headings.findIndex((heading) => PLAIN_HEADING.test(heading));
  const isOfIds = (index: number) => countIds(rows, index) > 0;
  const fullest = fullestColumn(rows);
  const unheaded = [plain, fullest].find(isOfIds) ?? Math.max(0, plain);
  const column = headed.find(isOfIds) ?? headed[0] ?? unheaded;
  const hasHeading = headed.length > 0 || plain !== -1 || !/^'?\d/.test(header[column] ?? "");
  const nameOf = nameReader(hasHeading ? headings : []);
  return rows.slice(hasHeading ? 1 : 0).flatMap((row) => {
    const name = nameOf?.(row) ?? "";
    // The name of a student without an ID is shown as one that is wrong, so that nobody is left out silently.
    const entry = row[column] || name.replaceAll(",", "");
    if (entry === "" || NOBODY.includes(name.toLowerCase())) return [];
    return [{ id: isStudentId(idIn(entry)) ? idIn(entry) : entry, name }];
  });
}

function fullestColumn(rows: readonly (readonly string[])[]): number {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const counts = Array.from({ length: width }, (_, column) => countIds(rows, column));
  return counts.indexOf(Math.max(0, ...counts));
}

function countIds(rows: readonly (readonly string[])[], column: number): number {
  return rows.filter((row) => isStudentId(idIn(row[column] ?? ""))).length;
}
