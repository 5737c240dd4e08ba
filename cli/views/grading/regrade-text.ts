import { sum } from "../../../core/basics/numbers.ts";
import { count } from "../../../core/basics/texts.ts";
import type { RegradePlan } from "../../../core/grade/plan-regrade.ts";
import type { MovedPage, PagePlace, ResultsComparison } from "../../grading/compare-results.ts";

/** What a regrade would change: one line for each student, moved page, output and page that keeps its points. */
export function regradeLines({ students, kept, outputs, unchanged, moved, queued }: ResultsComparison): string[] {
  const pages = sum(students.map((student) => student.pages.length));
  const head =
    students.length === 0
      ? `No student's points would change${moved.length > 0 ? " on pages that stay theirs" : ""}.`
      : `${count(students.length, "student")} would get other points, on ${count(pages, "page")}:`;
  return [
    head,
    ...students.map(studentLine),
    ...(moved.length > 0 ? [`${count(moved.length, "page")} would count for somebody or something else:`] : []),
    ...moved.map(movedLine),
    ...outputs.map(({ item, output, right, wrong }) => {
      return `Item ${item}, ${output}: ${count(right, "page")} would become correct, ${count(wrong, "page")} wrong`;
    }),
    ...kept.map(keptLine),
    `${count(unchanged, "page")} would stay as ${unchanged === 1 ? "it is" : "they are"}.`,
    ...(queued.from === queued.to
      ? []
      : [`The queue would have ${count(queued.to, "page")} instead of ${queued.from}.`]),
  ];
}

const MOVES = {
  keys: "",
  "item-gone": ", the task no longer has this item",
  "item-back": ", the task now has this item",
} as const;

function studentLine({ studentId, from, to, pages }: RegradePlan["students"][number]): string {
  const each = pages.map((page) => {
    const turned = page.turned.map(({ output, to: side }) => `, ${output} turns ${side}`).join("");
    const because = page.reasons.map((reason) => `, ${reason.replace(/\.$/, "")}`).join("");
    return `item ${page.item}: ${page.from ?? "none"} -> ${page.to ?? "none"}${MOVES[page.why]}${turned}${because}`;
  });
  return `  ${studentId}: ${from} -> ${to} (${each.join("; ")})`;
}

function movedLine({ file, page, from, to }: MovedPage): string {
  return `  ${file}${page > 1 ? ` page ${page}` : ""}: ${placeText(from)} -> ${placeText(to)}`;
}

function placeText(place: PagePlace | null): string {
  if (place === null) return "nothing";
  const { student_id, item, grade } = place;
  return `${student_id}, item ${item}, ${grade === null ? "no grade" : count(grade, "point")}`;
}

function keptLine({ studentId, item, points, proposed }: RegradePlan["kept"][number]): string {
  const stays = `${studentId}, item ${item}: ${points === null ? "no points" : count(points, "point")} stay`;
  return `${stays}, as a person decided (the keys gave ${proposed[0] ?? "none"}, now ${proposed[1] ?? "none"})`;
}
