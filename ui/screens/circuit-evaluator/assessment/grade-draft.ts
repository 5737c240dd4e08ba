import type { GradeRows } from "../../../../server/contract/results/file.ts";

export interface GradeDraft {
  /** The page that it was typed for. */
  readonly fileId: string;
  /** Digits; null until the grade itself was typed: a comment alone does not fix a grade. */
  readonly total: string | null;
  readonly comment: string;
  /**
   * What was stored when they began: a grade that another tab stores meanwhile is not replaced silently. Null: the page
   * that was typed for was replaced by this one.
   */
  readonly seen: SeenGrade | null;
}

type SeenGrade = Pick<GradeRows, "total_grade" | "comment">;

interface ShownGrade {
  /** Digits; empty if there is none. */
  readonly total: string;
  readonly comment: string;
  readonly seen: SeenGrade;
}

/** What was typed, otherwise the stored grade, otherwise the machine's proposal. */
export function shownGrade(grade: GradeRows, typed: GradeDraft | null): ShownGrade {
  const seen = typed?.seen ?? { total_grade: grade.total_grade, comment: grade.comment };
  const untouched = grade.graded ? grade.total_grade : grade.proposed_grade;
  const total = typed?.total ?? (untouched === null ? "" : String(untouched));
  return { total, comment: typed?.comment ?? grade.comment ?? "", seen };
}

export function isTyped(draft: GradeDraft, grade: GradeRows): boolean {
  const [shown, untouched] = [shownGrade(grade, draft), shownGrade(grade, null)];
  return shown.total !== untouched.total || shown.comment !== untouched.comment;
}
