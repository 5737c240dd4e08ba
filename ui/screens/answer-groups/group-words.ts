import type { AnswerGroup } from "../../../server/contract/answers.ts";

/** The label of each verdict. */
export const VERDICTS = {
  wrong: { label: "Wrong", colour: "red" },
  "not-comparable": { label: "Cannot be compared", colour: "amber" },
  right: { label: "Right", colour: "jade" },
} as const satisfies Record<AnswerGroup["verdict"], { label: string; colour: string }>;

/** The first row in which the group is wrong: "OUT 1 at A=0 B=1: 0, not 1"; null if there is none. */
export function differenceText({ rows }: Pick<AnswerGroup, "rows">): string | null {
  const row = rows.find(({ first_difference }) => first_difference !== null);
  if (!row?.first_difference) return null;
  const { assignment, expected, got } = row.first_difference;
  return `${row.output} at ${assignment.map(({ name, value }) => `${name}=${value}`).join(" ")}: ${got}, not ${expected}`;
}

/** "99 %", "98.7 %": rounded down, so that no page seems more certain than it is. */
export function percent(share: number): string {
  return `${Math.floor(share * 1000 + 1e-9) / 10} %`;
}
