import { assignmentText } from "../boolean/difference-text.ts";
import { displayExpression } from "../boolean/forms.ts";
import type { ResultRow } from "../grade/grade-item.ts";
import type { Adjustment } from "../grade/partial-credit.ts";

/** What a student gets back: every item with its page, points and comments. */
export interface StudentFeedback {
  readonly studentId: string;
  /** Empty if it is not known. */
  readonly name: string;
  readonly title: string;
  /** Null if an item has no grade yet. */
  readonly total: number | null;
  readonly maximum: number;
  readonly items: readonly ItemFeedback[];
  /** How the results were made, in one line; see `manifestText`. */
  readonly madeBy?: string;
}

export interface ItemFeedback {
  readonly item: number;
  /** Null: nothing handed in, or not graded yet. */
  readonly grade: number | null;
  readonly maximum: number;
  readonly handedIn: boolean;
  /** The grade is what the reading earns; no person has confirmed it. */
  readonly isUnconfirmed?: boolean;
  /** A person's comment; empty for none. */
  readonly comment: string;
  readonly rows: readonly Pick<
    ResultRow,
    "output" | "expression" | "result" | "grade" | "maximum" | "drawn" | "firstDifference" | "partial"
  >[];
  /** The points that the item's rubric adds or takes off for the drawing as a whole. */
  readonly adjustments?: readonly Adjustment[];
  /** The page, with the reading drawn over it if `showsReading`; a JPEG. Null if there is none. */
  readonly picture: Uint8Array | null;
}

/**
 * Whether a grade is what the reading of a page earns. Every other grade was given by hand: then only the person's words
 * go with it, since sentences about what was read would contradict it.
 *
 * @param proposed what the reading earns; null if nothing could be proposed.
 */
export function isReadingsGrade(grade: number | null, proposed: number | null): boolean {
  return grade !== null && grade === proposed;
}

/** What feedback says of a drawing that got this grade: its results if they earn it, otherwise nothing. */
export function describedResults(
  grade: number | null,
  { proposed, rows, adjustments }: { proposed: number | null } & Required<Pick<ItemFeedback, "rows" | "adjustments">>,
): Required<Pick<ItemFeedback, "rows" | "adjustments">> {
  return isReadingsGrade(grade, proposed) ? { rows, adjustments } : { rows: [], adjustments: [] };
}

/** Whether what was read is drawn over a page's picture: only if the feedback describes it as well. */
export function showsReading({ rows }: Pick<ItemFeedback, "rows">): boolean {
  return rows.length > 0;
}

/** An item's points as text: `4 of 5`, `4 of 5, not confirmed`. */
export function pointsText({
  grade,
  maximum,
  handedIn,
  isUnconfirmed = false,
}: Pick<ItemFeedback, "grade" | "maximum" | "handedIn" | "isUnconfirmed">): string {
  if (grade !== null) return `${grade} of ${maximum}${isUnconfirmed ? ", not confirmed" : ""}`;
  return handedIn ? "not graded yet" : "nothing handed in";
}

/** The text about an item: about each output, then about the drawing as a whole. */
export function itemTexts({ rows, adjustments = [] }: Pick<ItemFeedback, "rows" | "adjustments">): string[] {
  return [...rows.map(rowText), ...adjustments.map(({ reason }) => reason)];
}

/** What was expected of an output, what was drawn, where they first differ, and which points it earns anyway. */
function rowText(row: ItemFeedback["rows"][number]): string {
  return row.partial === undefined ? verdictText(row) : `${verdictText(row)} ${row.partial}`;
}

function verdictText({ output, expression, result, drawn, firstDifference }: ItemFeedback["rows"][number]): string {
  if (result === "Match") return `${output}: right, ${displayExpression(expression)}.`;
  if (drawn === null) return `${output}: missing in the drawing.`;
  const words = `${output}: the drawing computes ${displayExpression(drawn.expression)}, a different function.`;
  if (firstDifference === null) return words;
  const inputs = assignmentText(firstDifference.assignment);
  return `${words} It differs first at ${inputs}: ${firstDifference.got} instead of ${firstDifference.expected}.`;
}

/**
 * All of it in one paragraph, for a gradebook's comment.
 *
 * @example
 * feedbackText(feedback); // "Item 1: 5 of 5. OUT 1: right, A ⊕ B. Item 2: 0 of 5. …"
 */
export function feedbackText({ items }: Pick<StudentFeedback, "items">): string {
  return items
    .flatMap((each) => [`Item ${each.item}: ${pointsText(each)}.`, each.comment, ...itemTexts(each)])
    .filter((text) => text !== "")
    .join(" ");
}

/**
 * Whether a comment begins like one of `feedbackText`, and so comes from an earlier run.
 *
 * @example
 * isFeedbackText("Item 1: 3.5 of 5. OUT 1: …"); // true
 */
export function isFeedbackText(text: string): boolean {
  return /^Item \d+: (\d+(\.\d+)? of \d+(\.\d+)?(, not confirmed)?|not graded yet|nothing handed in)\./.test(text);
}
