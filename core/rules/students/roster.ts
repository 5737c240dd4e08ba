import { csvFault, listLines } from "../files/csv-rows.ts";
import { TEXT_LENGTHS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";
import { idColumns, idIn } from "./id-column.ts";
import { nameReader, plainHeading } from "./name-columns.ts";
import { EIGHT_DIGITS, type StudentIdRule } from "./student-id.ts";

export interface RosterStudent {
  readonly studentId: string;
  /** Empty if the roster has none. */
  readonly name: string;
  /** Empty if the roster has none. */
  readonly email: string;
}

export type ParsedRoster =
  | {
      readonly ok: true;
      readonly students: readonly RosterStudent[];
      /** Whether the list has names at all. */
      readonly hasNames: boolean;
    }
  | { readonly ok: false; readonly issues: readonly RuleIssue[] };

interface Row {
  readonly student: RosterStudent;
  /** From 1. */
  readonly line: number;
}

/**
 * Reads the text of a `roster.csv` (a header line with `student_id`, or one of the other headings that lists of courses
 * have for it, and, in any order, `name`, or `first_name` and `last_name`, and `email`, separated by commas, semicolons
 * or tabs; other columns are ignored) and collects everything that is wrong with it; an issue's `field` is `line 3`, or
 * empty for the file. A student who is listed several times, as in several sections, with one name is one student.
 *
 * @example
 * parseRoster("student_id,name,email\n20230001,Ana Cruz,ana@uni.example\n");
 */
export function parseRoster(text: string, ids: StudentIdRule = EIGHT_DIGITS): ParsedRoster {
  try {
    const [header, ...lines] = listLines(text);
    const headings = header?.cells.map(plainHeading) ?? [];
    const columns = idColumns(headings);
    const hasIds = (column: number) => lines.some(({ cells }) => ids.matches(idIn(cells[column] ?? "")));
    const id = columns.find(hasIds) ?? columns[0];
    const email = headings.lastIndexOf("email");
    if (id === undefined) return refuse("no-student-id-column", 'The first line must name the column "student_id"');
    const nameOf = nameReader(headings);
    const rows = lines.map(({ cells, line }): Row => {
      const [entry = "", name = "", mail = ""] = [cells[id], nameOf?.(cells), cells[email]];
      return { student: { studentId: ids.matches(entry) ? entry : idIn(entry), name, email: mail }, line };
    });
    const issues = checkRows(rows, ids);
    if (issues.length > 0) return { ok: false, issues };
    const students = [...new Map(rows.map(({ student }) => [student.studentId, student])).values()];
    return { ok: true, students, hasNames: nameOf !== null };
  } catch (error) {
    return refuse("not-csv", `Not CSV: ${csvFault(error)}`);
  }
}

function refuse(code: string, message: string): ParsedRoster {
  return { ok: false, issues: [{ code, field: "", message }] };
}

function checkRows(rows: readonly Row[], ids: StudentIdRule): RuleIssue[] {
  const nameOf = new Map<string, string>();
  return rows.flatMap(({ student: { studentId: id, name }, line }) => {
    const field = `line ${line}`;
    if (!ids.matches(id)) return [{ code: "student-id-invalid", field, message: `"${id}" is not ${ids.words}` }];
    const before = nameOf.get(id);
    if (before !== undefined && before !== name) {
      const message = `Student ID ${id} is listed twice, with different names`;
      return [{ code: "student-id-repeated", field, message }];
    }
    nameOf.set(id, name);
    if (textLength(name) > TEXT_LENGTHS.studentName) {
      // A quotation mark too many makes the following lines part of the name.
      const message = `The name has more than ${TEXT_LENGTHS.studentName} characters: check its quotation marks`;
      return [{ code: "student-name-too-long", field, message }];
    }
    return [];
  });
}
