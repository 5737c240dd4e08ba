import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { type GroupDecision, groupKey } from "../grading/decide-groups.ts";

const COLUMNS = ["item", "group", "grade", "comment"] as const;

type Line = Readonly<Record<(typeof COLUMNS)[number], string | undefined>>;

/** As the server's. */
const MAX_COMMENT = 500;

/**
 * What a person has said of answer groups, by `groupKey`: the lines of a CSV with the columns item, group, grade and
 * comment, such as a `groups.csv` that was filled in. Lines without a grade and a comment say nothing.
 * Throws `CommandFailure`: 3 where there is no such file, 2 where it is wrong.
 */
export async function loadDecisions(path: string): Promise<ReadonlyMap<string, GroupDecision>> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new CommandFailure(EXIT.notFound, `The list ${path} cannot be opened. Check the path.`);
  });
  const decisions = new Map<string, GroupDecision>();
  for (const [index, { item = "", group = "", grade = "", comment = "" }] of parseLines(path, text).entries()) {
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
              ? "the group stands in the list twice"
              : null;
    if (wrong !== null) throw mustBeCorrected(path, `line ${index + 2}: ${wrong}`);
    decisions.set(groupKey(Number(item), group), {
      grade: grade === "" ? null : Number(grade),
      comment: plain(comment),
    });
  }
  return decisions;
}

function parseLines(path: string, text: string): Line[] {
  let lines: Line[];
  try {
    const options = { bom: true, trim: true, columns: true, relax_column_count: true, skip_empty_lines: true };
    lines = parse(text, options) as unknown as Line[];
  } catch (error) {
    throw mustBeCorrected(path, (error as Error).message);
  }
  if (lines.length > 0 && COLUMNS.some((column) => !(column in lines[0]!))) {
    throw mustBeCorrected(path, `The first line must name the columns ${COLUMNS.join(", ")}`);
  }
  return lines;
}

function mustBeCorrected(path: string, reason: string): CommandFailure {
  return new CommandFailure(EXIT.usage, `${path} must be corrected:\n  ${reason}`);
}

/** Without the apostrophe that `groups.csv` writes before what a spreadsheet would take for a formula. */
function plain(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, "");
}
