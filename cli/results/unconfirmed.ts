import { count } from "../../core/basics/texts.ts";
import { writeCsv } from "../../core/rules/files/write-csv.ts";
import { writeWhole } from "../files.ts";
import type { GradedPage, GradeRecord, StudentGrades } from "../grading/grade-record.ts";
import type { Terminal } from "../terminal.ts";

/** The list of students whose points were left out as unconfirmed. */
export const UNCONFIRMED_FILE = "unconfirmed.csv";

/** A student whose points a person has not confirmed, and why. */
export interface UnconfirmedStudent extends Pick<StudentGrades, "student_id" | "name" | "total"> {
  /** At least one, each as part of a sentence. */
  readonly reasons: readonly string[];
  /** An item is missing, and one of the pages without an owner may be theirs. */
  readonly isIncomplete: boolean;
}

/**
 * The students whose totals may still change: a page of theirs is under review, or an item is missing while there are
 * pages without an owner. In the order of the results.
 */
export function unconfirmedStudents({
  files,
  queue = [],
  students,
}: Pick<GradeRecord, "files" | "queue" | "students">): UnconfirmedStudent[] {
  const waiting = files.filter(({ status }) => status === "review" || status === "failed");
  const nobodys = waiting.filter(({ student_id }) => student_id === null).length;
  return students.flatMap(({ student_id, name, items, total }) => {
    const reasons = waiting.filter((page) => page.student_id === student_id).map((page) => pageReason(page, queue));
    const missing = items.filter(({ file }) => file === null).map(({ item }) => item);
    const isIncomplete = missing.length > 0 && nobodys > 0;
    if (isIncomplete) reasons.push(missingReason(missing, nobodys));
    return reasons.length === 0 ? [] : [{ student_id, name, total, reasons: [...new Set(reasons)], isIncomplete }];
  });
}

function pageReason({ file, page, item }: GradedPage, queue: GradeRecord["queue"]): string {
  const label = queue.find((each) => each.file === file && each.page === page)?.label;
  const place = item === null ? "a page" : `item ${item}`;
  return `${place} needs review${label === undefined ? "" : ` (${label})`}`;
}

function missingReason(missing: readonly number[], nobodys: number): string {
  const items = missing.length === 1 ? `item ${missing[0]} is missing` : `items ${missing.join(", ")} are missing`;
  return `${items}, and ${nobodys === 1 ? "1 page has" : `${nobodys} pages have`} no owner`;
}

interface Leaving {
  readonly terminal: Terminal;
  /** What happens to those that stay. */
  readonly verb?: string;
  /** The path of the list of those that are left out as unconfirmed; null: they stay. */
  readonly list: string | null;
  readonly record: Pick<GradeRecord, "task">;
}

/** Says whose points stay, and why, or lists in a file those that are left out as unconfirmed. */
export async function reportUnconfirmed(
  students: readonly UnconfirmedStudent[],
  { terminal, verb = "is left out", list, record }: Leaving,
): Promise<void> {
  if (list !== null) await writeWhole(list, unconfirmedCsv(students, record.task.maximum));
  if (students.length === 0) return;
  const number = count(students.length, "student");
  if (list !== null) {
    terminal.warn(`! The points of ${number} are not confirmed: ${list} lists them`);
    return;
  }
  for (const { student_id, reasons } of students) terminal.warn(`! ${student_id} ${verb}: ${reasons.join("; ")}`);
  terminal.warn(`! Not confirmed: ${number}. Settle review.csv first, or add --include-unconfirmed.`);
}

function unconfirmedCsv(students: readonly UnconfirmedStudent[], maximum: number): string {
  const lines = students.map(({ student_id, name, total, reasons }) => {
    return [student_id, name, total, maximum, reasons.join("; ")];
  });
  return writeCsv([["student_id", "name", "total", "maximum", "reasons"], ...lines]);
}
