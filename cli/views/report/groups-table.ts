import { escapeMarkup } from "../../../core/basics/texts.ts";
import type { AnswerGroupRecord, GradedPage, GradeRecord } from "../../grading/grade-record.ts";
import { groupDifference } from "../groups-csv.ts";
import { htmlTable } from "./html.ts";

const VERDICT_WORDS: Readonly<Record<AnswerGroupRecord["verdict"], string>> = {
  right: "Right",
  wrong: "Wrong",
  "not-comparable": "Cannot be compared",
};

/** The pages that compute the same function, with what is wrong with them and a person's decision. */
export function groupsTable({ answer_groups: groups, files }: GradeRecord): string {
  if (groups.length === 0) return "";
  const table = htmlTable({
    caption: "Answer groups: pages that compute the same function",
    header: ["Group", "Item", "Verdict", "Points", "First difference", "What would make it right", "Pages"],
    rows: groups.map((group) => [
      `<code>${group.group}</code>`,
      String(group.item),
      `<span class="status ${group.verdict === "right" ? "graded" : "failed"}">${VERDICT_WORDS[group.verdict]}</span>`,
      pointsText(group),
      escapeMarkup(groupDifference(group)),
      escapeMarkup(group.explanation ?? ""),
      pagesCell(group, files),
    ]),
  });
  return (
    `${table}<p>One grade and comment for a whole group: fill in <code>grade</code> and <code>comment</code> in ` +
    "groups.csv, and run the command again with <code>--resume --decisions groups.csv</code> (<code>--preview</code> " +
    "shows what would change; without the line it is undone).</p>\n"
  );
}

function pointsText({ points, grade, maximum, comment }: AnswerGroupRecord): string {
  const proposed = `${points ?? "–"} of ${maximum}`;
  const decided = grade === null ? proposed : `<strong>${grade}</strong> (proposed ${proposed})`;
  return comment === null ? decided : `${decided}<br>${escapeMarkup(comment)}`;
}

function pagesCell({ pages, structures }: AnswerGroupRecord, files: readonly GradedPage[]): string {
  const links = structures.map(({ files: own }) => {
    const each = own.map((entry) => {
      const index = files.findIndex(({ file, page }) => file === entry.file && page === entry.page);
      return `<a href="#page-${index}">${escapeMarkup(files[index]?.student_id ?? entry.file)}</a>`;
    });
    return each.join(", ");
  });
  if (structures.length < 2) return `${pages}: ${links.join("")}`;
  return `${pages}, drawn in ${structures.length} ways<ul>${links.map((link) => `<li>${link}</li>`).join("")}</ul>`;
}
