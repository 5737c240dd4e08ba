import type { GradeRows } from "../../../server/contract/file.ts";

/** What a person typed and has not stored yet. */
export interface GradeDraft {
  /** Digits. */
  readonly total: string;
  readonly comment: string;
}

/** What the form shows: what was typed, else the stored grade, else the machine's proposal; empty where there is none. */
export function draftOf(grade: GradeRows, typed: GradeDraft | null): GradeDraft {
  if (typed) return typed;
  const total = grade.graded ? grade.total_grade : grade.proposed_grade;
  return { total: total === null ? "" : String(total), comment: grade.comment ?? "" };
}
