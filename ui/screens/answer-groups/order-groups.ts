import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";

/** Those first whose grading saves most: a mistake that many ungraded pages share; then the others in their order. */
export function orderGroups(groups: readonly AnswerGroupView[]): AnswerGroupView[] {
  return [...groups].sort((a, b) => Number(a.verdict === "right") - Number(b.verdict === "right") || open(b) - open(a));
}

function open({ size, graded }: AnswerGroupView): number {
  return size - graded;
}
