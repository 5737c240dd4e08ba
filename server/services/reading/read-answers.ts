import { and, asc, type SQL } from "drizzle-orm";
import type { ItemGrade } from "../../../core/grade/grade-item.ts";
import type { PageDecision } from "../../../core/results/decide-page.ts";
import type { PageLook } from "../../../core/verdict/evidence.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { submissions } from "../../db/schema.ts";
import type { TaskAccess } from "../access/task-access.ts";
import { answersOf } from "../submissions/answers-of.ts";
import type { Submission } from "../submissions/submissions.ts";
import { type ItemKeys, NO_KEYS, proposeGrade, taskKeys } from "../tasks/task-items.ts";
import { decideAnswer, loadLooks } from "./decide-answer.ts";
import { type Analysis, pageRows } from "./page-record.ts";

/** A submission that counts, with all that is known of its page. */
export interface ReadAnswer extends ItemKeys {
  readonly submission: Submission;
  readonly analysis: Analysis;
  /** What else the page may show; empty if that was not asked for. */
  readonly looks: readonly PageLook[];
  readonly grade: ItemGrade;
  /** Whether the machine may grade the page, and how sure it is. */
  readonly decision: PageDecision;
}

/** The answers to a task with their analyses, by student ID and item; `more` narrows them. */
export function answerRows(query: Query, taskId: string, more?: SQL) {
  return pageRows(query, and(answersOf(taskId), more)).orderBy(asc(submissions.studentId), asc(submissions.item));
}

/**
 * The answers to a task that count and that a person may grade, by student ID and item, whether read by now or not.
 * With `decide: "ungraded"` those that are graded come with their points alone: how sure the machine is of them is left
 * out.
 */
export async function readAnswers(
  { db }: AppContext,
  { task, mayGrade }: Pick<TaskAccess, "task" | "mayGrade">,
  { decide = "all", withLooks = false }: { decide?: "all" | "ungraded"; withLooks?: boolean } = {},
): Promise<ReadAnswer[]> {
  const [rows, keys] = await Promise.all([answerRows(db.query, task.id), taskKeys(db, task.id)]);
  const answers: ReadAnswer[] = [];
  for (const { submission, analysis } of rows) {
    if (!mayGrade(submission)) continue;
    const ownKeys = keys.get(submission.item) ?? NO_KEYS;
    const isLeftOut = decide === "ungraded" && submission.graded;
    const decision = isLeftOut
      ? undecided(ownKeys, analysis)
      : await decideAnswer({ db }, analysis, { ...ownKeys, certainty: task.certainty });
    // They are large: page by page.
    const looks = withLooks ? await loadLooks({ db }, analysis) : [];
    answers.push({ submission, analysis, looks, ...ownKeys, grade: decision.item, decision });
  }
  return answers;
}

function undecided(keys: ItemKeys, analysis: Analysis): PageDecision {
  const item = proposeGrade(keys, analysis);
  return { item, confidence: null, needed: null, faults: item.reasons, doubts: [], asked: null };
}
