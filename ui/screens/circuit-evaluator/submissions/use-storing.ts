import { useGrading } from "../assessment/use-grading.ts";
import { useNudge } from "../corrections/use-nudge.ts";
import { useEvaluator, useSubmission } from "../evaluator-store.ts";
import { nextUngraded } from "./submissions.ts";

/** Stores the grade shown; with `next`, moves to the next ungraded submission. */
export function useStoring(): (options: { readonly next: boolean }) => Promise<void> {
  const submission = useSubmission();
  const { latest, goTo } = useEvaluator();
  const grading = useGrading();
  const nudge = useNudge();

  return async ({ next }) => {
    nudge.settle();
    const isStored = await grading.store();
    // The user may have moved to another submission meanwhile.
    const { files, current } = latest.current;
    if (isStored && next && current?.id === submission.id) goTo(nextUngraded(files, submission.id));
  };
}
