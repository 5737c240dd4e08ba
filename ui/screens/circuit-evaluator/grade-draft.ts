import { useState } from "react";
import type { GradeRows, File as Submission } from "../../../server/contract/file.ts";
import { useLeaveWarning } from "../../use-leave-warning.ts";

/** What a person typed and has not stored yet. */
export interface GradeDraft {
  /** Digits. */
  readonly total: string;
  readonly comment: string;
  /** What was stored when they began: a grade that another tab stores meanwhile is not replaced unseen. */
  readonly seen: Pick<GradeRows, "total_grade" | "comment">;
}

/** What the form shows: what was typed, else the stored grade, else the machine's proposal; empty where there is none. */
export function draftOf(grade: GradeRows, typed: GradeDraft | null): GradeDraft {
  if (typed) return typed;
  const total = grade.graded ? grade.total_grade : grade.proposed_grade;
  const seen = { total_grade: grade.total_grade, comment: grade.comment };
  return { total: total === null ? "" : String(total), comment: grade.comment ?? "", seen };
}

/** By student and item, so that what was typed outlives a page that is handed in again. */
export interface GradeDrafts {
  of(submission: Submission): GradeDraft | null;
  /** Null: nothing is left to be stored. */
  put(submission: Submission, draft: GradeDraft | null): void;
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
  return {
    of: (submission) => drafts.get(slotOf(submission)) ?? null,
    put(submission, draft) {
      const slot = slotOf(submission);
      setDrafts((before) => {
        const others = [...before].filter(([key]) => key !== slot);
        return new Map(draft === null ? others : [...others, [slot, draft]]);
      });
    },
  };
}

function slotOf({ student_id, item_number }: Submission): string {
  return `${student_id}/${item_number}`;
}
