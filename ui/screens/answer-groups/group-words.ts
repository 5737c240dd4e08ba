import { differenceText } from "../../../core/boolean/difference-text.ts";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";

export const VERDICTS = {
  wrong: { label: "Wrong", colour: "red" },
  "not-comparable": { label: "Cannot be compared", colour: "amber" },
  right: { label: "Right", colour: "jade" },
} as const satisfies Record<AnswerGroupView["verdict"], { label: string; colour: string }>;

/** Names a group among those of all items. */
export function groupKey({ item, id }: Pick<AnswerGroupView, "item" | "id">): string {
  return `${item} ${id}`;
}

/** The first row in which the group is wrong: "OUT 1 at A=0 B=1: 0, not 1"; null if there is none. */
export function firstDifferenceText({ rows }: Pick<AnswerGroupView, "rows">): string | null {
  const row = rows.find(({ first_difference }) => first_difference !== null);
  return row?.first_difference ? differenceText(row.output, row.first_difference) : null;
}

/** Why the group cannot be compared, each reason once. */
export function reasonTexts({ reasons }: Pick<AnswerGroupView, "reasons">): string[] {
  return [...new Set(reasons.map(({ message }) => message))];
}

/** Those first whose grading saves most: a mistake that many ungraded pages share; then the others in their order. */
export function orderGroups(groups: readonly AnswerGroupView[]): AnswerGroupView[] {
  return [...groups].sort((a, b) => Number(a.verdict === "right") - Number(b.verdict === "right") || open(b) - open(a));
}

function open({ size, graded }: AnswerGroupView): number {
  return size - graded;
}
