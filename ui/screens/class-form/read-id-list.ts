import { parse } from "csv-parse/browser/esm/sync";
import { CANVAS_IDS, CANVAS_NOBODY, MOODLE_IDS } from "../../../core/gradebook/gradebook-kinds.ts";
import { idIn } from "../../../core/gradebook/match-rows.ts";
import { csvText } from "../../../core/rules/files/csv-text.ts";
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

/** The headings of student IDs, the most certain first. */
const ID_HEADINGS = [/^student ?(id|number|no\.?)$/, ...[...CANVAS_IDS, ...MOODLE_IDS].filter((name) => name !== "id")];

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
  const { body, delimiter } = csvText(text);
  const rows: string[][] = parse(body, {
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    delimiter,
  });
  const [header = []] = rows;
  const headings = header.map((heading) => heading.toLowerCase().replace(/[_-]/g, " "));
  const headed = headedColumns(headings);
  const plain = headings.findIndex((heading) => PLAIN_HEADING.test(heading));
  const isOfIds = (index: number) => countIds(rows, index) > 0;
  const fullest = fullestColumn(rows);
  const unheaded = [plain, fullest].find(isOfIds) ?? Math.max(0, plain);
  const column = headed.find(isOfIds) ?? headed[0] ?? unheaded;
  const hasHeading = headed.length > 0 || plain !== -1 || !/^'?\d/.test(header[column] ?? "");
  const nameOf = nameReader(hasHeading ? headings : []);
  return rows.slice(hasHeading ? 1 : 0).flatMap((row) => {
    const name = nameOf(row);
    // The name of a student without an ID is shown as one that is wrong, so that nobody is left out silently.
    const entry = row[column] || name.replaceAll(",", "");
    if (entry === "" || NOBODY.includes(name.toLowerCase())) return [];
    return [{ id: isStudentId(idIn(entry)) ? idIn(entry) : entry, name }];
  });
}

function headedColumns(headings: readonly string[]): number[] {
  const at = (wanted: RegExp | string) => {
    return headings.findIndex((heading) => (typeof wanted === "string" ? heading === wanted : wanted.test(heading)));
  };
  return ID_HEADINGS.map(at).filter((index) => index !== -1);
}

/** Reads a row's name: from one column, or from two, as in Moodle and others. */
function nameReader(headings: readonly string[]): (row: readonly string[]) => string {
  const whole = ["name", "student name", "full name", "student"].find((heading) => headings.includes(heading));
  const parts = whole ? [whole] : ["first name", "given name", "last name", "family name", "surname"];
  const columns = parts.map((heading) => headings.indexOf(heading)).filter((index) => index !== -1);
  return (row) => columns.flatMap((index) => row[index] || []).join(" ");
}

function fullestColumn(rows: readonly (readonly string[])[]): number {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const counts = Array.from({ length: width }, (_, column) => countIds(rows, column));
  return counts.indexOf(Math.max(0, ...counts));
}

function countIds(rows: readonly (readonly string[])[], column: number): number {
  return rows.filter((row) => isStudentId(idIn(row[column] ?? ""))).length;
}
