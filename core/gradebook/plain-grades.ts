import { writeCsv } from "../rules/files/write-csv.ts";

export interface PlainStudent {
  readonly studentId: string;
  /** Empty if it is not known. */
  readonly name: string;
  /** In the order of the task's items; null if there is no grade. */
  readonly grades: readonly (number | null)[];
  readonly total: number | null;
  readonly feedback: string;
}

/** Grades as plain CSV: one line for each student. */
export function plainGrades(
  students: readonly PlainStudent[],
  { items, maximum }: { items: readonly number[]; maximum: number },
): string {
  const header = ["student_id", "name", ...items.map((item) => `item_${item}`), "total", "maximum", "feedback"];
  const lines = students.map(({ studentId, name, grades, total, feedback }) => {
    return [studentId, name, ...grades, total, maximum, feedback];
  });
  return writeCsv([header, ...lines]);
}
