import { itemLabel } from "../../../../core/rules/tasks/item-list.ts";
import type { Regrade } from "../../../../server/contract/tasks/regrade.ts";
import { counted, ofSome } from "../../../format.ts";

/** "58 students get other points: 40 fewer, 18 more. The pages of 2 students change, but not their sums." */
export function regradeSummary({ students }: Pick<Regrade, "students">): string {
  const more = students.filter(({ from, to }) => to > from).length;
  const fewer = students.filter(({ from, to }) => to < from).length;
  const same = students.length - more - fewer;
  const parts = ofSome([
    [more, `${more} more`],
    [fewer, `${fewer} fewer`],
  ]);
  const who = `${counted(more + fewer, "student")} ${more + fewer === 1 ? "gets" : "get"} other points`;
  const changed = parts.length === 0 ? "No student's points change." : `${who}: ${parts.join(", ")}.`;
  const sums = same === 1 ? "the sum" : "their sums";
  return same === 0 ? changed : `${changed} The pages of ${counted(same, "student")} change, but not ${sums}.`;
}

/** "Item 1, OUT 1: correct on 18 more pages, wrong on 40 more." */
export function outputWords({ item, output, right, wrong }: Regrade["outputs"][number]): string {
  const turns = ofSome([
    [right, `on ${counted(right, "page")} right`],
    [wrong, `on ${counted(wrong, "page")} wrong`],
  ]);
  return `Item ${item}, ${output} turns ${turns.join(", ")}.`;
}

/** "Item 2 is deleted: what was handed in for it (3 pages) is kept with its grades, but its points no longer count." */
export function goneWords({ item, pages }: Regrade["gone"][number]): string {
  return `Item ${item} is deleted: what was handed in for it (${counted(pages, "page")}) is kept with its grades, but its points no longer count.`;
}

/** "Delete Item 2?" if that is all, otherwise what the keys do. */
export function regradeTitle({ students, kept, gone }: Pick<Regrade, "students" | "kept" | "gone">): string {
  const isRegrade = kept.length > 0 || gone.length === 0 || students.some(isRegraded);
  return isRegrade ? "Regrade with the new keys?" : `Delete ${gone.map(({ item }) => itemLabel(item)).join(", ")}?`;
}

/** Whether pages get new grades; those of deleted items keep theirs. */
export function isRegraded({ pages }: Regrade["students"][number]): boolean {
  return pages.some(({ why }) => why === "keys");
}

/** "Item 1: 5 → 0. OUT 1 turns wrong." */
export function pageWords(page: Regrade["students"][number]["pages"][number]): string {
  const { item, why, from, to, turned, reasons } = page;
  if (why === "item-gone") return `Item ${item}: ${from} → no longer counted, as the item is deleted.`;
  if (why === "item-back") return `Item ${item}: ${to} → counted again, as the item is back.`;
  const now = to === null ? "to be graded again" : String(to);
  const outputs = turned.map(({ output, to: side }) => `${output} turns ${side}.`);
  return [`Item ${item}: ${from ?? "none"} → ${now}.`, ...outputs, ...reasons].join(" ");
}

/** "20230059, item 1: 3 points stay, given by a person (the keys gave 0, now 10)" */
export function keptWords({
  student_id,
  item,
  points,
  proposed_before: before,
  proposed_after: after,
}: Regrade["kept"][number]): string {
  const stays = `${student_id}, item ${item}: ${counted(points ?? 0, "point")} ${points === 1 ? "stays" : "stay"}`;
  return `${stays}, given by a person (the keys gave ${before ?? "none"}, now ${after ?? "none"})`;
}

/** "2 of the 3 students who handed in are not in CPE 102 | 1. …" */
export function classChangeWords(
  { students, not_enrolled: missing }: NonNullable<Regrade["class_change"]>,
  group: string,
): string {
  const some = `${missing} of the ${counted(students, "student")} who handed in ${missing === 1 ? "is" : "are"} not in`;
  const all =
    students === 1 ? "The student who handed in is not in" : `None of the ${students} students who handed in is in`;
  const who = `${missing === students ? all : some} ${group}.`;
  return `${who} What they handed in stays with its grades, but as not enrolled they can hand in nothing more.`;
}
