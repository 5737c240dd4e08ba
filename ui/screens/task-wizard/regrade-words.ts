import { pointsWord } from "../../../core/rules/rubric.ts";
import type { Regrade } from "../../../server/contract/regrade.ts";
import { counted } from "../../format.ts";

/** "58 students get other points: 40 fewer, 18 more." */
export function regradeSummary({ students }: Pick<Regrade, "students">): string {
  if (students.length === 0) return "No student's points change.";
  const more = students.filter(({ from, to }) => to > from).length;
  const fewer = students.filter(({ from, to }) => to < from).length;
  const parts = [...(more > 0 ? [`${more} more`] : []), ...(fewer > 0 ? [`${fewer} fewer`] : [])];
  const who = `${counted(students.length, "student")} ${students.length === 1 ? "gets" : "get"}`;
  return parts.length === 0 ? `${who} the same sum of other points.` : `${who} other points: ${parts.join(", ")}.`;
}

/** "Item 1, OUT 1: on 18 pages it turns right, on 40 wrong." */
export function outputWords({ item, output, right, wrong }: Regrade["outputs"][number]): string {
  const turns = [
    ...(right > 0 ? [`on ${counted(right, "page")} right`] : []),
    ...(wrong > 0 ? [`on ${counted(wrong, "page")} wrong`] : []),
  ];
  return `Item ${item}, ${output} turns ${turns.join(", ")}.`;
}

/** "Item 1: 5 → 0. OUT 1 turns wrong." */
export function pageWords({ item, from, to, turned, reasons }: Regrade["students"][number]["pages"][number]): string {
  const now = to === null ? "to be graded again" : String(to);
  const outputs = turned.map(({ output, to: side }) => `${output} turns ${side}.`);
  return [`Item ${item}: ${from ?? "none"} → ${now}.`, ...outputs, ...reasons].join(" ");
}

/** "20230059, item 1: 3 points stay, as a person gave them (the keys gave 0, now 10)" */
export function keptWords({
  student_id,
  item,
  points,
  proposed_before: before,
  proposed_after: after,
  why,
}: Regrade["kept"][number]): string {
  const stays = `${student_id}, item ${item}: ${pointsWord(points ?? 0)} ${points === 1 ? "stays" : "stay"}`;
  if (why === "item-gone") return `${stays}: the task has no such item any more`;
  return `${stays}, given by a person (the keys gave ${before ?? "none"}, now ${after ?? "none"})`;
}
