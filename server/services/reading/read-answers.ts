import { and, asc, eq } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import type { ItemGrade } from "../../../core/grade/grade-item.ts";
import { pageConfidence } from "../../../core/reading/page-confidence.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { analyses, predictions, submissions } from "../../db/schema.ts";
import type { Submission } from "../submissions/submissions.ts";
import { type ItemKeys, NO_KEYS, proposeGrade, taskKeys } from "../tasks/task-items.ts";
import type { Analysis, PredictionRow } from "./analyses.ts";

/** A submission that counts, with everything that is known of its page. */
export interface ReadAnswer extends ItemKeys {
  readonly submission: Submission;
  readonly analysis: Analysis;
  /** Without those that a person removed. */
  readonly predictions: readonly PredictionRow[];
  readonly grade: ItemGrade;
  /** 0 … 1: how likely it is that the page was read as drawn. */
  readonly confidence: number;
}

/** The submissions of a task that count with their analyses, by student ID and item. */
export function answerRows(query: Query, taskId: string) {
  return query
    .select({ submission: submissions, analysis: analyses })
    .from(submissions)
    .innerJoin(analyses, eq(analyses.submissionId, submissions.id))
    .where(and(eq(submissions.taskId, taskId), eq(submissions.counts, true)))
    .orderBy(asc(submissions.studentId), asc(submissions.item));
}

/**
 * All answers to a task that count, by student ID and item, whether read yet or not. With `marks: "ungraded"`, graded
 * ones come without predictions and their confidence is meaningless.
 */
export async function readAnswers(
  { db }: AppContext,
  taskId: string,
  { marks: wanted = "all" }: { marks?: "all" | "ungraded" } = {},
): Promise<ReadAnswer[]> {
  const marked = and(
    eq(submissions.taskId, taskId),
    eq(submissions.counts, true),
    eq(predictions.removed, false),
    wanted === "ungraded" ? eq(submissions.graded, false) : undefined,
  );
  const [rows, marks, keys] = await Promise.all([
    answerRows(db.query, taskId),
    db.query
      .select({ prediction: predictions })
      .from(predictions)
      .innerJoin(analyses, eq(analyses.id, predictions.analysisId))
      .innerJoin(submissions, eq(submissions.id, analyses.submissionId))
      .where(marked)
      .orderBy(asc(predictions.objectId)),
    taskKeys(db, taskId),
  ]);
  const byAnalysis = groupBy(marks, ({ prediction }) => prediction.analysisId);
  return rows.map(({ submission, analysis }) => {
    const own = (byAnalysis.get(analysis.id) ?? []).map(({ prediction }) => prediction);
    const ownKeys = keys.get(submission.item) ?? NO_KEYS;
    return {
      submission,
      analysis,
      predictions: own,
      ...ownKeys,
      grade: proposeGrade(ownKeys, analysis),
      confidence: confidenceOf(analysis, own),
    };
  });
}

/** As in the reading itself, from what is stored of it. */
export function confidenceOf({ problems }: Analysis, rows: readonly PredictionRow[]): number {
  return pageConfidence({ predictions: rows, problems });
}

/** A row in the shape that core's functions take. */
export function predictionOf({ className, confidence, x, y, width, height }: PredictionRow) {
  return { className, confidence, box: { x, y, width, height } };
}
