import { itemList } from "./item-list.ts";

/** What a grader grades of a task: an equal share of the pages, all pages of some items, or nothing. */
export type Assignment =
  | { readonly kind: "share" }
  | { readonly kind: "items"; readonly items: readonly number[] }
  | { readonly kind: "none" };

/**
 * An assignment in words.
 *
 * @example
 * assignmentText({ kind: "share" }); // "an equal share of the pages"
 * assignmentText({ kind: "items", items: [2, 1] }); // "items 1 and 2"
 * assignmentText({ kind: "none" }); // "nothing"
 */
export function assignmentText(assignment: Assignment): string {
  if (assignment.kind === "share") return "an equal share of the pages";
  return assignment.kind === "items" ? itemList(assignment.items) : "nothing";
}
