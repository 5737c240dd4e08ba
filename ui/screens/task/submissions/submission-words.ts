import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { ofSome } from "../../../format.ts";
import type { SubmissionFilter } from "./student-rows.ts";

/** `namesHidden`: the list has only students who handed in. */
export function emptyText(filter: SubmissionFilter, { namesHidden = false } = {}): string {
  const texts = {
    all: TEXTS.submissions.none,
    graded: TEXTS.submissions.noneGraded,
    ungraded: TEXTS.submissions.noneUngraded,
    missing: namesHidden
      ? "Every student who handed in has a page for every item. The others are not listed while names are hidden."
      : "Every student has handed in every item.",
  } as const satisfies Record<SubmissionFilter, string>;
  return texts[filter];
}

type WithHistory = Pick<Submission, "waiting" | "earlier" | "earlier_grade" | "maximum_grade">;

/** The answer's other uploads: 'replaces 1 other, graded 7 / 10', '1 newer one waits'. */
export function earlierText({ waiting, earlier, earlier_grade: grade, maximum_grade: maximum }: WithHistory): string {
  const graded = earlier === 1 ? "graded" : "last graded";
  const others = earlier === 1 ? "1 other" : `${earlier} others`;
  return ofSome([
    [earlier, `replaces ${others}${grade === null ? "" : `, ${graded} ${grade} / ${maximum}`}`],
    [waiting, waiting === 1 ? "1 newer one waits" : `${waiting} newer ones wait`],
  ]).join("; ");
}

/** Asks whether to delete a submission, and says what is deleted with it. */
export function deletionText({ waiting, earlier, earlier_grade: grade }: Omit<WithHistory, "maximum_grade">): string {
  const others = earlier + waiting;
  if (others === 0) return TEXTS.files.deleteConfirmation;
  const [uploads, grades, are] = others === 1 ? ["upload", "its grade", "is"] : ["uploads", "their grades", "are"];
  const and = grade === null ? "" : `, and ${grades},`;
  return `${TEXTS.files.deleteConfirmation} The ${others} other ${uploads} of this student and item${and} ${are} removed as well.`;
}
