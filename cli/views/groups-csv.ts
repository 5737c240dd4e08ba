import { differenceText } from "../../core/boolean/difference-text.ts";
import { spreadsheetCsv } from "../../core/rules/files/write-csv.ts";
import type { AnswerGroupRecord, GradeRecord } from "../grading/grade-record.ts";

/**
 * `groups.csv`: one line for each answer group. A person fills in `grade` and `comment` for all pages of the group, and
 * runs the command again with the list.
 */
export function groupsCsv({ answer_groups: groups }: GradeRecord): string {
  const header = [
    "item",
    "group",
    "verdict",
    "pages",
    "structures",
    "points",
    "maximum",
    "grade",
    "comment",
    "first_difference",
    "explanation",
    "files",
  ];
  const lines = groups.map((group) => [
    group.item,
    group.group,
    group.verdict,
    group.pages,
    group.structures.length,
    group.points,
    group.maximum,
    group.grade,
    group.comment,
    groupDifference(group),
    group.explanation,
    group.structures
      .flatMap(({ files }) => files.map(({ file, page }) => (page > 1 ? `${file} page ${page}` : file)))
      .join(" · "),
  ]);
  return spreadsheetCsv([header, ...lines]);
}

/** "OUT 1 at A=0 B=1: 0, not 1"; empty if the group is not wrong in any row. */
export function groupDifference({ first_difference: difference }: AnswerGroupRecord): string {
  return difference === null ? "" : differenceText(difference.output, difference);
}
