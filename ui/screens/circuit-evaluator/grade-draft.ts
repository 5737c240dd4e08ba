import { useState } from "react";
import type { GradeRows } from "../../../server/contract/file.ts";
import { useLeaveWarning } from "../../use-leave-warning.ts";

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

/** By the submission's id: names may be hidden at any time, and with them whose it is. */
export interface GradeDrafts {
  readonly ids: readonly string[];
  of(fileId: string): GradeDraft | null;
  /** Null: nothing is left to be stored. */
  put(fileId: string, draft: GradeDraft | null): void;
  /** To the page that took the place of another; what was typed for that one already goes before. */
  move(fileId: string, to: string): void;
}

const QUESTION = {
  title: "Discard what you typed?",
  text: "Grades or comments that you typed here are not stored yet.",
  action: "Discard",
};

/** Grades as they are typed: kept for every submission until they are stored, so that paging on loses none. */
export function useGradeDrafts(): GradeDrafts {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, GradeDraft>>(new Map());
  useLeaveWarning(drafts.size > 0, QUESTION);
  const of = (fileId: string) => drafts.get(fileId) ?? null;

  function put(fileId: string, draft: GradeDraft | null): void {
    setDrafts((before) => {
      const others = [...before].filter(([id]) => id !== fileId);
      return new Map(draft === null ? others : [...others, [fileId, draft]]);
    });
  }

  function move(fileId: string, to: string): void {
    setDrafts((before) => {
      const draft = before.get(fileId);
      const others = new Map([...before].filter(([id]) => id !== fileId));
      return draft && !others.has(to) ? others.set(to, { ...draft, seen: null }) : others;
    });
  }

  return { ids: [...drafts.keys()], of, put, move };
}
