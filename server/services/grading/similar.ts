import { and, eq } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import { drawingOf } from "../../../core/reading/similar-readings.ts";
import { groupSimilar } from "../../../core/similarity/group-similar.ts";
import type { AppContext } from "../../context.ts";
import { analyses, predictions, submissions } from "../../db/schema.ts";
import { ownTask } from "../access/task-access.ts";
import { comparedReading } from "../reading/analyses.ts";
import { dismissedIn } from "./dismissed-pairs.ts";

interface SimilarSubmissions {
  readonly flagged_circuits: string[][];
  readonly scores: number[];
  readonly not_compared: string[];
}

/** Groups of a task's submissions whose drawings are too similar; answers to different items are not compared. */
export async function findSimilar(
  context: AppContext,
  { userId, taskId, margin }: { userId: string; taskId: string; margin: number },
): Promise<SimilarSubmissions> {
  await ownTask(context, userId, taskId);
  const { query } = context.db;
  const counting = and(eq(submissions.taskId, taskId), eq(submissions.counts, true));
  const files = await query
    .select({ id: submissions.id, item: submissions.item, analysis: analyses })
    .from(submissions)
    .innerJoin(analyses, eq(analyses.submissionId, submissions.id))
    .where(counting)
    .orderBy(submissions.studentId, submissions.item);
  const rows = await query
    .select({ row: predictions })
    .from(predictions)
    .innerJoin(analyses, eq(analyses.id, predictions.analysisId))
    .innerJoin(submissions, eq(submissions.id, analyses.submissionId))
    .where(and(counting, eq(predictions.removed, false)));
  const rowsOf = groupBy(rows, ({ row }) => row.analysisId);
  const dismissed = await dismissedIn(context, taskId);
  const read = files.filter(({ analysis }) => analysis.state === "done");
  const groups = [...groupBy(read, ({ item }) => item).values()].flatMap((answers) => {
    const drawings = answers.map(({ id, analysis }) => {
      const seen = (rowsOf.get(analysis.id) ?? []).map(({ row }) => row);
      return { id, marks: drawingOf(comparedReading(analysis, seen).predictions) };
    });
    return groupSimilar(drawings, { margin, dismissed });
  });
  return {
    flagged_circuits: groups.map(({ ids }) => [...ids]),
    scores: groups.map(({ score }) => score),
    not_compared: files.filter(({ analysis }) => analysis.state !== "done").map(({ id }) => id),
  };
}
