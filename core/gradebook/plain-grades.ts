import { writeCsv } from "../rules/files/write-csv.ts";

export interface PlainStudent {
  readonly studentId: string;
  /** Empty if it is not known. */
  readonly name: string;
  /** In the order of the task's items; null if there is no grade. */
  readonly grades: readonly (number | null)[];
  readonly total: number | null;
  readonly feedback: string;
  /** What of it is not confirmed; empty for nothing. */
  readonly unconfirmed?: string;
}

/** Grades as plain CSV: one line for each student. The last column is there if what is unconfirmed is given. */
export function plainGrades(
  students: readonly PlainStudent[],
  { items, maximum }: { items: readonly number[]; maximum: number },
): string {
  const header = ["student_id", "name", ...items.map((item) => `item_${item}`), "total", "maximum", "feedback"];
  const isKnown = students.some(({ unconfirmed }) => unconfirmed !== undefined);
  const lines = students.map(({ studentId, name, grades, total, feedback, unconfirmed = "" }) => {
    return [studentId, name, ...grades, total, maximum, feedback, ...(isKnown ? [unconfirmed] : [])];
  });
  return writeCsv([[...header, ...(isKnown ? ["unconfirmed"] : [])], ...lines]);
}
