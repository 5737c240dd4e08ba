import { join } from "node:path";
import { count } from "../../../core/basics/texts.ts";
import { certaintyTexts, DEFAULT_CERTAINTY } from "../../../core/rules/certainty.ts";
import { groupKey } from "../../grading/decide-groups.ts";
import type { GradingRules } from "../../grading/grade-page.ts";
import type { GradeRecord } from "../../grading/grade-record.ts";
import type { Part } from "../../reading/part.ts";
import { RESULT_FILES } from "../../results/result-files.ts";

const INTERRUPTED = "Interrupted: run the same command with --resume to continue.";

/** What a run has done: how many pages are graded and wait, for which reasons, where the results are, and what is next. */
export function gradeLines(
  record: GradeRecord,
  { out, interrupted }: { readonly out: string; readonly interrupted: boolean },
): string[] {
  const {
    pages,
    graded,
    review: doubtful,
    failed,
    extra,
    set_aside: aside,
    queued,
    students,
    machine,
  } = record.summary;
  const others = (extra > 0 ? `, ${count(extra, "extra page")}` : "") + (aside > 0 ? `, ${aside} set aside` : "");
  const counts =
    `${count(pages, "page")} of ${count(students, "student")}: ${graded} graded, ${queued} in the queue ` +
    `(${doubtful} need review, ${failed} failed)${others}`;
  const files = Object.values(RESULT_FILES).map((name) => join(out, name));
  const review = join(out, RESULT_FILES.review);
  const settling = `Fill in grade, comment, student_id and item, or ignore in ${review}, and run again with --resume.`;
  const more = interrupted ? [INTERRUPTED] : queued > 0 ? [settling] : [];
  const needed = certaintyTexts(record.manifest.settings.certainty ?? DEFAULT_CERTAINTY);
  const waiting = queued === 0 ? "none needs a person." : `${queued} ${queued === 1 ? "needs" : "need"} a person:`;
  const sure = [
    `${machine} graded by the machine, which is at least ${needed.full} sure of full marks and ${needed.fewer} of fewer; ${waiting}`,
  ];
  return [counts, ...asideSummary(record), ...sure, ...queueSummary(record), `Written: ${files.join(", ")}`, ...more];
}

/** What a run over a part has done. */
export function partLine(
  part: Part,
  { out, pages, interrupted }: { readonly out: string; readonly pages: number; readonly interrupted: boolean },
): string {
  if (interrupted) return INTERRUPTED;
  return `Part ${part.part} of ${part.of}: ${count(pages, "page")} read, kept in ${out} for circuitgrade merge.`;
}

/**
 * The result of each decision: for how many pages, from how many points to how many; and the decisions that name no
 * group.
 */
export function decisionLines(
  { answer_groups: groups }: GradeRecord,
  { decisions = new Map() }: Pick<GradingRules, "decisions">,
): string[] {
  const decided = groups.filter(({ item, group }) => decisions.has(groupKey(item, group)));
  const known = new Set(decided.map(({ item, group }) => groupKey(item, group)));
  const unknown = [...decisions.keys()].filter((key) => !known.has(key));
  return [
    ...decided.map(({ item, group, pages, points, maximum, grade, comment }) => {
      const above = grade !== null && grade > maximum ? `, more than the ${maximum} of its keys` : "";
      const change = grade === null ? "" : `: ${points ?? "no"} points become ${grade}${above}`;
      return `Item ${item}, group ${group}, ${count(pages, "page")}${change}${comment ? `, "${comment}"` : ""}`;
    }),
    ...unknown.map((key) => `Item ${key.replace(" ", ", group ")}: there is no such group in this run`),
  ];
}

/** What the pages are that were set aside. */
function asideSummary({ files }: GradeRecord): string[] {
  const blank = files.filter((page) => page.no_answer === "blank").length;
  const other = files.filter((page) => page.no_answer === "no-circuit").length;
  if (blank + other === 0) return [];
  const kinds = [
    blank > 0 ? `${blank} blank` : "",
    other > 0 ? `${other} without a code or anything like a circuit` : "",
  ];
  return [`Set aside, shown at the end of the report: ${kinds.filter((kind) => kind !== "").join(", ")}`];
}

/** How many pages wait for which reason, worst first. */
function queueSummary({ queue }: GradeRecord): string[] {
  const counts = new Map<string, number>();
  for (const { label } of queue) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, number]) => `  ${number} x ${label}`);
}
