import type { GradeRows } from "../../../server/contract/file.ts";

/** What a person typed and has not stored yet. */
export interface GradeDraft {
  /** Digits; null until the grade itself was typed: a comment alone holds no grade fast. */
  readonly total: string | null;
  readonly comment: string;
  /**
   * What was stored when they began: a grade that another tab stores meanwhile is not replaced unseen. Null: what is
   * stored of the page that took the place of the one that they typed it for.
   */
  readonly seen: SeenGrade | null;
}

type SeenGrade = Pick<GradeRows, "total_grade" | "comment">;

/** What the form shows. */
interface ShownGrade {
  /** Digits; empty if there is none. */
  readonly total: string;
  readonly comment: string;
  readonly seen: SeenGrade;
}

/** What was typed, else the stored grade, else the machine's proposal. */
export function shownGrade(grade: GradeRows, typed: GradeDraft | null): ShownGrade {
  const seen = typed?.seen ?? { total_grade: grade.total_grade, comment: grade.comment };
  const untouched = grade.graded ? grade.total_grade : grade.proposed_grade;
  const total = typed?.total ?? (untouched === null ? "" : String(untouched));
  return { total, comment: typed?.comment ?? grade.comment ?? "", seen };
}

/** Whether the form shows something else than it did untouched. */
export function isTyped(draft: GradeDraft, grade: GradeRows): boolean {
  const [shown, untouched] = [shownGrade(grade, draft), shownGrade(grade, null)];
  return shown.total !== untouched.total || shown.comment !== untouched.comment;
}
