import { placedReasons } from "../../../core/results/review-reasons.ts";
import type { Problem } from "../../../core/rules/problem.ts";
import { notEnrolled } from "../../../core/stack/claim-page.ts";
import type { ReadAnswer } from "../reading/read-answers.ts";
import { FROM_ELSEWHERE } from "../submissions/hand-in-questions.ts";

/**
 * Why the proposed grade of a page that was read, or could not be, is not given without a person; empty if it may be.
 * `enrolled`: the IDs of the class.
 */
export function reasonsAgainst(
  { submission, analysis, decision }: ReadAnswer,
  enrolled: { has(studentId: string): boolean },
): Problem[] {
  const isRead = analysis.state === "done";
  return [
    ...(submission.rivalId === null ? [] : [FROM_ELSEWHERE]),
    ...(submission.ownPaper ? [OWN_PAPER] : []),
    ...(enrolled.has(submission.studentId) ? [] : [notEnrolled(submission.studentId)]),
    ...(isRead
      ? [...placedReasons(decision.faults, analysis.problems), ...decision.doubts]
      : [{ code: "reader-failed", message: analysis.error ?? "The page could not be read." }]),
  ];
}

const OWN_PAPER: Problem = {
  code: "own-paper",
  message: "The page has no QR code: only the link and the file's name say whose it is. Check the name on the page.",
};
