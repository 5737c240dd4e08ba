import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { withoutTurns } from "../../core/basics/shown-name.ts";
import { count } from "../../core/basics/texts.ts";
import { TEXT_LENGTHS } from "../../core/rules/limits.ts";
import { CommandFailure, EXIT, mustBeCorrected } from "../exit-codes.ts";
import { type GroupDecision, groupKey } from "../grading/decide-groups.ts";
import { findResults } from "../results/load-results.ts";
import { RESULT_FILES } from "../results/result-files.ts";
import type { Terminal } from "../terminal.ts";
import { pointsIn, readFilledIn, withoutApostrophe } from "./read-csv.ts";

const COLUMNS = ["item", "group", "grade", "comment"] as const;

/** By `groupKey`. */
type Decisions = ReadonlyMap<string, GroupDecision>;

/**
 * A person's decisions on answer groups: the lines of a CSV file with the columns item, group, grade and
 * comment, such as a completed `groups.csv`. Lines without a grade and a comment are ignored. Throws `CommandFailure`:
 * 3 if there is no such file, 2 if it is wrong.
 */
export async function loadDecisions(path: string): Promise<Decisions> {
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

/**
 * Warns of decisions in the results of the folder `out` that a run without any undoes; `taken` are those of the run.
 *
 * @throws {CommandFailure} 2 if something was typed into the folder's `groups.csv` that the run would overwrite.
 */
export async function requireDecisionsTaken(
  out: string,
  { taken, terminal }: { readonly taken: Decisions | undefined; readonly terminal: Terminal },
): Promise<void> {
  const path = join(out, RESULT_FILES.groups);
  const record = await findResults(out);
  if (record === null || !existsSync(path)) return;
  const written: Decisions = new Map(
    record.answer_groups.map(({ item, group, grade, comment }) => [
      groupKey(item, group),
      { grade, comment: comment ?? "" },
    ]),
  );
  for (const [key, typed] of await loadDecisions(path)) {
    if ([written, taken].some((known) => isDeepStrictEqual(known?.get(key), typed))) continue;
    const message = `${path} holds decisions that this run would overwrite. To take them, add --decisions ${path}.`;
    throw new CommandFailure(EXIT.usage, message);
  }
  const given = [...written.values()].filter(({ grade, comment }) => grade !== null || comment !== "").length;
  if (taken === undefined && given > 0)
    terminal.warn(`! Without --decisions this run undoes the decisions on ${count(given, "group")}`);
}

function wrongCells(cells: Readonly<Record<(typeof COLUMNS)[number], string>>): string | null {
  const { item, group, grade, comment } = cells;
  if (!/^[1-9]\d{0,8}$/.test(item)) return `"${item}" is not an item`;
  if (!/^g[0-9a-f]{12}$/.test(group)) return `"${group}" is not a group`;
  if (!/^\d{0,6}$/.test(grade)) return `"${grade}" is not a grade: a whole number of 0 or more is needed`;
  return comment.length > TEXT_LENGTHS.comment ? `the comment has more than ${TEXT_LENGTHS.comment} characters` : null;
}
