/** The possible results of comparing a key with a page, as shown. */
export type GradeResult = "Match" | "Mismatch" | "Missing in Submitted Table";

/** Why a page's tables cannot be compared with its keys, by code. */
export const COMPARISON_TEXTS = {
  "no-expressions": "No valid boolean expressions detected.",
  "empty-table": "One or both of the tables are empty, so no comparison can be made.",
  "input-count": "The number of input signals in the answer table and the submitted table do not match.",
} as const;

/** Shown in place of a total if there are no results. */
export const INVALID_TOTAL = "Invalid";

/** The label of the output at position `position`, 1 or more: "OUT 1". */
export function outputLabel(position: number): string {
  return `OUT ${position}`;
}
