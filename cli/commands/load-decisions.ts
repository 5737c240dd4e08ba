import { mustBeCorrected } from "../exit-codes.ts";
import { type GroupDecision, groupKey } from "../grading/decide-groups.ts";
import { readFilledIn, withoutApostrophe } from "../inputs/read-csv.ts";

const COLUMNS = ["item", "group", "grade", "comment"] as const;

/** As the server's. */
const MAX_COMMENT = 500;

/**
 * What a person has said of answer groups, by `groupKey`: the lines of a CSV with the columns item, group, grade and
 * comment, such as a `groups.csv` that was filled in. Lines without a grade and a comment say nothing. Throws
 * `CommandFailure`: 3 if there is no such file, 2 where it is wrong.
 */
export async function loadDecisions(path: string): Promise<ReadonlyMap<string, GroupDecision>> {
  const lines = await readFilledIn(path, COLUMNS);
  const decisions = new Map<string, GroupDecision>();
  for (const [index, { item = "", group = "", grade = "", comment = "" }] of lines.entries()) {
    if (grade === "" && comment === "") continue;
    const wrong = !/^[1-9]\d{0,8}$/.test(item)
      ? `"${item}" is no item`
      : !/^[0-9a-f]{12}$/.test(group)
        ? `"${group}" names no group`
        : !/^\d{0,6}$/.test(grade)
          ? `"${grade}" is no grade: a whole number of 0 or more is needed`
          : comment.length > MAX_COMMENT
            ? `the comment has more than ${MAX_COMMENT} characters`
            : decisions.has(groupKey(Number(item), group))
              ? "the group is listed twice"
              : null;
    if (wrong !== null) throw mustBeCorrected(path, `line ${index + 2}: ${wrong}`);
    decisions.set(groupKey(Number(item), group), {
      grade: grade === "" ? null : Number(grade),
      comment: withoutApostrophe(comment),
    });
  }
  return decisions;
}
