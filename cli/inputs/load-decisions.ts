import { withoutTurns } from "../../core/basics/shown-name.ts";
import { TEXT_LENGTHS } from "../../core/rules/limits.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import { type GroupDecision, groupKey } from "../grading/decide-groups.ts";
import { pointsIn, readFilledIn, withoutApostrophe } from "./read-csv.ts";

const COLUMNS = ["item", "group", "grade", "comment"] as const;

/**
 * A person's decisions on answer groups, by `groupKey`: the lines of a CSV file with the columns item, group, grade and
 * comment, such as a completed `groups.csv`. Lines without a grade and a comment are ignored. Throws `CommandFailure`:
 * 3 if there is no such file, 2 if it is wrong.
 */
export async function loadDecisions(path: string): Promise<ReadonlyMap<string, GroupDecision>> {
  const lines = await readFilledIn(path, COLUMNS);
  const decisions = new Map<string, GroupDecision>();
  for (const { cells, line } of lines) {
    const { item = "", group: named = "", comment = "" } = cells;
    const grade = pointsIn(cells.grade ?? "");
    // Earlier versions wrote no letter in front.
    const group = named.replace(/^(?=[0-9a-f]{12}$)/, "g");
    if (grade === "" && comment === "") continue;
    const key = groupKey(Number(item), group);
    const wrong =
      wrongCells({ item, group, grade, comment }) ?? (decisions.has(key) ? "the group is listed twice" : null);
    if (wrong !== null) throw mustBeCorrected(path, `line ${line}: ${wrong}`);
    decisions.set(key, {
      grade: grade === "" ? null : Number(grade),
      comment: withoutTurns(withoutApostrophe(comment)),
    });
  }
  return decisions;
}

function wrongCells({
  item,
  group,
  grade,
  comment,
}: Readonly<Record<(typeof COLUMNS)[number], string>>): string | null {
  if (!/^[1-9]\d{0,8}$/.test(item)) return `"${item}" is not an item`;
  if (!/^g[0-9a-f]{12}$/.test(group)) return `"${group}" is not a group`;
  if (!/^\d{0,6}$/.test(grade)) return `"${grade}" is not a grade: a whole number of 0 or more is needed`;
  return comment.length > TEXT_LENGTHS.comment ? `the comment has more than ${TEXT_LENGTHS.comment} characters` : null;
}
