import { type CsvError, parse } from "csv-parse/sync";
import { csvText } from "../files/csv-text.ts";
import { TEXT_LENGTHS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";
import { EIGHT_DIGITS, type StudentIdRule } from "./student-id.ts";

export interface RosterStudent {
  readonly studentId: string;
  /** Empty if the roster has none. */
  readonly name: string;
  /** Empty if the roster has none. */
  readonly email: string;
}

export type ParsedRoster =
  | { readonly ok: true; readonly students: readonly RosterStudent[] }
  | { readonly ok: false; readonly issues: readonly RuleIssue[] };

interface Row {
  readonly student: RosterStudent;
  /** Of its last line, from 1. */
  readonly line: number;
}

interface ParsedLine {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

type Columns = [id: number, name: number, email: number];

/**
 * Reads the text of a `roster.csv` (a header line with `student_id`, or "Student ID", and, in any order, `name` and
 * `email`, separated by commas, semicolons or tabs; other columns are ignored) and collects everything that is wrong with
 * it; an issue's `field` is `line 3`, or empty for the file.
 *
 * @example
 * parseRoster("student_id,name,email\n20230001,Ana Cruz,ana@uni.example\n");
 */
export function parseRoster(text: string, ids: StudentIdRule = EIGHT_DIGITS): ParsedRoster {
  const { body, delimiter } = csvText(text);
  try {
    // Not with `columns`: for each shorter row, the parser would copy the whole first line.
    const [header, ...lines] = parse(body, {
      delimiter,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }) as unknown as readonly ParsedLine[];
    const names = header?.record.map((name) => name.toLowerCase().replace(/[ -]/g, "_")) ?? [];
    if (!names.includes("student_id"))
      return refuse("no-student-id-column", 'The first line must name the column "student_id"');
    const [id, name, email] = ["student_id", "name", "email"].map((column) => names.lastIndexOf(column)) as Columns;
    const rows = lines.map(({ record, info }): Row => {
      const student = { studentId: record[id] ?? "", name: record[name] ?? "", email: record[email] ?? "" };
      return { student, line: info.lines };
    });
    const issues = checkRows(rows, ids);
    return issues.length > 0 ? { ok: false, issues } : { ok: true, students: rows.map(({ student }) => student) };
  } catch (error) {
    return refuse("not-csv", `Not CSV: ${(error as CsvError).message}`);
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
