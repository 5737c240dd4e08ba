import { useEffect, useEffectEvent, useRef } from "react";
import { useEvaluator, useSubmission } from "./evaluator-store.ts";
import { usePage } from "./use-page.ts";

/** Loads analysis and grade of the current submission again when the list of submissions or the task has changed. */
export function usePageNews(): void {
  const submission = useSubmission();
  const { task } = useEvaluator();
  const { analysis, grade, refresh } = usePage();
  const { proposed_grade, maximum_grade, total_grade, comment } = submission;
  const seenKeys = useRef(task.updated_at);

  const compare = useEffectEvent(() => {
    const hasSameKeys = seenKeys.current === task.updated_at;
    seenKeys.current = task.updated_at;
    const isSame = !analysis || analysis.state === submission.analysis;
    const hasSameProblems = !analysis || analysis.problems.length === submission.problem_count;
    const hasSameGrade =
      !grade ||
      (grade.proposed_grade === proposed_grade &&
        grade.maximum_grade === maximum_grade &&
        grade.total_grade === total_grade &&
        grade.comment === comment);
    if (!(hasSameKeys && isSame && hasSameProblems && hasSameGrade)) void refresh("other");
  });

  // The list gets an event when a page was read, perhaps before the page's own first response, and for corrections,
  // grades and keys of another tab or a push. Other keys may propose the same points for another table.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list says of the page is what the effect is about
  useEffect(
    () => compare(),
    [
      submission.analysis,
      submission.problem_count,
      analysis?.state,
      proposed_grade,
      maximum_grade,
      total_grade,
      comment,
      task.updated_at,
    ],
  );
}
