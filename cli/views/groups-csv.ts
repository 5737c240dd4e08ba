import { differenceText } from "../../core/boolean/difference-text.ts";
import { tableCsv } from "../../core/rules/files/write-csv.ts";
import type { AnswerGroupRecord, GradeRecord } from "../grading/grade-record.ts";

/**
 * `groups.csv`: one line for each answer group. A person fills in `grade` and `comment` for all pages of the group, and
 * runs the command again with the list.
 */
export function groupsCsv({ answer_groups: groups }: GradeRecord): string {
  return tableCsv<AnswerGroupRecord>(groups, {
    item: ({ item }) => item,
    group: ({ group }) => group,
    verdict: ({ verdict }) => verdict,
    pages: ({ pages }) => pages,
    structures: ({ structures }) => structures.length,
    points: ({ points }) => points,
    maximum: ({ maximum }) => maximum,
    grade: ({ grade }) => grade,
    comment: ({ comment }) => comment,
    first_difference: groupDifference,
    explanation: ({ explanation }) => explanation,
    files: ({ structures }) => {
      const files = structures.flatMap((structure) => structure.files);
      return files.map(({ file, page }) => (page > 1 ? `${file} page ${page}` : file)).join(" · ");
    },
  });
}

/** "OUT 1 at A=0 B=1: 0, not 1"; empty if the group is not wrong in any row. */
export function groupDifference({ first_difference: difference }: AnswerGroupRecord): string {
  return difference === null ? "" : differenceText(difference.output, difference);
}
