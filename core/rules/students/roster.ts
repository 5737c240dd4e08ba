import { csvFault, listLines } from "../files/csv-rows.ts";
import { TEXT_LENGTHS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";
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
 * Reads the text of a `roster.csv` (a header line with `student_id`, or "Student ID", and, in any order, `name`, or
 * `first_name` and `last_name`, and `email`, separated by commas, semicolons or tabs; other columns are ignored) and
 * collects everything that is wrong with it; an issue's `field` is `line 3`, or empty for the file.
 *
 * @example
 * parseRoster("student_id,name,email\n20230001,Ana Cruz,ana@uni.example\n");
 */
export function parseRoster(text: string, ids: StudentIdRule = EIGHT_DIGITS): ParsedRoster {
  try {
    const [header, ...lines] = listLines(text);
    const headings = header?.cells.map(plainHeading) ?? [];
    const [id, email] = ["student id", "email"].map((heading) => headings.lastIndexOf(heading)) as [number, number];
    if (id === -1) return refuse("no-student-id-column", 'The first line must name the column "student_id"');
    const nameOf = nameReader(headings);
    const rows = lines.map(({ cells, line }): Row => {
      return { student: { studentId: cells[id] ?? "", name: nameOf?.(cells) ?? "", email: cells[email] ?? "" }, line };
    });
    const issues = checkRows(rows, ids);
    if (issues.length > 0) return { ok: false, issues };
    return { ok: true, students: rows.map(({ student }) => student), hasNames: nameOf !== null };
  } catch (error) {
    return refuse("not-csv", `Not CSV: ${csvFault(error)}`);
  }
}

function refuse(code: string, message: string): ParsedRoster {
  return { ok: false, issues: [{ code, field: "", message }] };
}

function checkRows(rows: readonly Row[], ids: StudentIdRule): RuleIssue[] {
  const seen = new Set<string>();
  return rows.flatMap(({ student: { studentId: id, name }, line }) => {
    const field = `line ${line}`;
    if (!ids.matches(id)) return [{ code: "student-id-invalid", field, message: `"${id}" is not ${ids.words}` }];
    if (seen.has(id)) return [{ code: "student-id-repeated", field, message: `Student ID ${id} is listed twice` }];
    seen.add(id);
    if (textLength(name) > TEXT_LENGTHS.studentName) {
      // A quotation mark too many makes the following lines part of the name.
      const message = `The name has more than ${TEXT_LENGTHS.studentName} characters: check its quotation marks`;
      return [{ code: "student-name-too-long", field, message }];
    }
    return [];
  });
}
