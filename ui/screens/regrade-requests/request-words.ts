import type { RegradeRequest } from "../../../server/contract/results/release.ts";

type Answer = NonNullable<RegradeRequest["answer"]>;

/** Who waits: '3 students ask for another look'. */
export function requestsTitle(open: readonly Pick<RegradeRequest, "student_id">[]): string {
  const students = new Set(open.map(({ student_id }) => student_id)).size;
  if (students === 0) return "Nobody asks for another look";
  return students === 1 ? "1 student asks for another look" : `${students} students ask for another look`;
}

export function studentText({ student_id, student_name }: Pick<RegradeRequest, "student_id" | "student_name">): string {
  return student_name === "" ? student_id : student_name;
}

/** '5 of 10'; a grade that was taken back is a dash. */
export function gradeText(request: Pick<RegradeRequest, "total_grade" | "maximum_grade">): string {
  return `${request.total_grade ?? "–"} of ${request.maximum_grade}`;
}

/** 'Kept at 5', 'Changed from 5 to 7'. */
export function outcomeText({ grade_before: before, grade_after: after }: Answer): string {
  return before === after ? `Kept at ${after ?? "–"}` : `Changed from ${before ?? "–"} to ${after ?? "–"}`;
}

/** What sending the answer does to the grade. `typed`: digits, or nothing. */
export function sendText(typed: string, grade: number | null): string {
  if (typed === "" || Number(typed) === grade) return grade === null ? "Answer" : `Keep ${grade} and answer`;
  return `Change to ${Number(typed)} and answer`;
}
