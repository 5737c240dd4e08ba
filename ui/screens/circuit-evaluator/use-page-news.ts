import { useEffect, useEffectEvent, useRef } from "react";
import { useEvaluator, useSubmission } from "./evaluator-store.ts";
import { usePage } from "./use-page.ts";

/** Loads analysis and grade of the current submission again when the list of submissions or the task has changed. */
export function usePageNews(): void {
  const submission = useSubmission();
  const { task } = useEvaluator();
  const { analysis, grade, refresh, reloadGrade } = usePage();
  const keysOf = task.updated_at;

  const onReading = useEffectEvent(() => {
    if (!analysis) return;
    const isSame = analysis.state === submission.analysis && analysis.problems.length === submission.problem_count;
    if (!isSame) void refresh("other");
  });

  const onProposal = useEffectEvent(() => {
    if (!grade) return;
    const { proposed_grade, maximum_grade } = submission;
    if (grade.proposed_grade !== proposed_grade || grade.maximum_grade !== maximum_grade) void refresh("other");
  });

  const onGrade = useEffectEvent(() => {
    if (grade && (grade.total_grade !== submission.total_grade || grade.comment !== submission.comment))
      void reloadGrade();
  });

  const rowsKeys = useRef(keysOf);
  const onKeys = useEffectEvent(() => {
    if (rowsKeys.current !== keysOf) void reloadGrade();
    rowsKeys.current = keysOf;
  });

  // The list of submissions gets an event when a page was read, perhaps before the page's own first response, and for
  // corrections in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reading is what the effect is about
  useEffect(() => onReading(), [submission.analysis, submission.problem_count, analysis?.state]);

  // Other keys, or corrections in another tab, change the proposal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the proposal is what the effect is about
  useEffect(() => onProposal(), [submission.proposed_grade, submission.maximum_grade]);

  // Also for a grade that another tab, or a push, has stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grade is what the effect is about
  useEffect(() => onGrade(), [submission.total_grade, submission.comment]);

  // Other keys may propose the same points for another table.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are what the effect is about
  useEffect(() => onKeys(), [keysOf]);
}
