import type { RegradePlan } from "../../core/grade/plan-regrade.ts";
import { pointsWord } from "../../core/rules/rubric.ts";
import { count } from "./count.ts";

/** What a regrade would change, a line for each student, output and page that keeps its points. */
export function regradeLines({ students, kept, outputs, unchanged }: RegradePlan): string[] {
  const pages = students.reduce((sum, student) => sum + student.pages.length, 0);
  const head =
    students.length === 0
      ? "No student's points would change."
      : `${count(students.length, "student")} would get other points, on ${count(pages, "page")}:`;
  return [
    head,
    ...students.map(studentLine),
    ...outputs.map(({ item, output, right, wrong }) => {
      return `Item ${item}, ${output}: ${count(right, "page")} would turn right, ${count(wrong, "page")} wrong`;
    }),
    ...kept.map(keptLine),
    `${count(unchanged, "page")} would stay as ${unchanged === 1 ? "it is" : "they are"}.`,
  ];
}

function studentLine({ studentId, from, to, pages }: RegradePlan["students"][number]): string {
  const each = pages.map((page) => {
    const turned = page.turned.map(({ output, to: side }) => `, ${output} turns ${side}`).join("");
    const because = page.reasons.map((reason) => `, ${reason.replace(/\.$/, "")}`).join("");
    return `item ${page.item}: ${page.from ?? "none"} -> ${page.to ?? "none"}${turned}${because}`;
  });
  return `  ${studentId}: ${from} -> ${to} (${each.join("; ")})`;
}

function keptLine({ studentId, item, points, proposed, why }: RegradePlan["kept"][number]): string {
  const stays = `${studentId}, item ${item}: ${points === null ? "no points" : pointsWord(points)} stay`;
  if (why === "item-gone") return `${stays}: the task has no such item any more`;
  return `${stays}, as a person decided (the keys gave ${proposed[0] ?? "none"}, now ${proposed[1] ?? "none"})`;
}
