import type { GivenGrade } from "../../core/page-record/statement.ts";
import type { GradedPage } from "./grade-record.ts";

/** A person's decision on all pages of an answer group. */
export interface GroupDecision {
  /** Null: the machine's proposal stays. */
  readonly grade: number | null;
  /** Empty: none. */
  readonly comment: string;
}

/** Identifies a group in a list of decisions. */
export function groupKey(item: number, group: string): string {
  return `${item} ${group}`;
}

/** Doubts about the reading stay in the queue: such a page may belong to another group. */
const DOUBTS: ReadonlySet<string> = new Set([
  "unsure-verdict",
  "other-letter",
  "other-output",
  "unlettered-input",
  "idle-letter",
  "part-of-name",
]);

type Decided = Pick<GradedPage, "grade" | "comment" | "decided" | "reasons">;

/**
 * A page's grade, comment and reasons after a person's decision on its group. A grade settles the faults of the
 * drawing, which the whole group shares (`faults`), but neither doubts about the reading nor whose page it is.
 */
export function applyDecision(
  { grade, reasons }: Pick<GradedPage, "grade" | "reasons">,
  { decision, faults }: { decision: GroupDecision | undefined; faults: readonly { readonly code: string }[] },
): Decided {
  if (decision === undefined) return { grade, reasons, comment: null, decided: false };
  const comment = decision.comment === "" ? null : decision.comment;
  if (decision.grade === null) return { grade, reasons, comment, decided: false };
  const settled = new Set(faults.map(({ code }) => code).filter((code) => !DOUBTS.has(code)));
  const left = reasons.filter(({ code }) => !settled.has(code));
  return { grade: decision.grade, reasons: left, comment, decided: true };
}

/** The same after what a person has said of this page: a grade answers every question about it. */
export function applyGrade(page: Decided, given: GivenGrade): Decided {
  const comment = given.comment ?? page.comment;
  if (!given.graded) return { ...page, comment };
  return { grade: given.totalGrade, reasons: [], comment, decided: true };
}
