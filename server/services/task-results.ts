import { keyVersion } from "../../core/key-version.ts";
import { pageResult, type ResultSource, resultLines } from "../../core/page-result.ts";
import { type ResultsManifest, resultsManifest } from "../../core/results-manifest.ts";
import type { AppContext } from "../context.ts";
import type { Analysis } from "./analyses.ts";
import { ownTask } from "./own-task.ts";
import { predictionOf, type ReadAnswer, readAnswers } from "./read-answers.ts";
import { type ShownStudents, shownStudents } from "./shown-students.ts";
import { keyedItems, taskKeys } from "./task-items.ts";

interface Settings {
  readonly confidence?: number | undefined;
  readonly accept_above?: number | undefined;
}

/** What the machine makes of each page of a task that counts and was looked at: the lines that `circuitgrade grade` writes. */
export async function taskResults(
  context: AppContext,
  { userId, taskId }: { userId: string; taskId: string },
  { confidence, accept_above: acceptAbove }: Settings,
): Promise<{ title: string; lines: string }> {
  const task = await ownTask(context, userId, taskId);
  const shown = await shownStudents(context, task);
  const [answers, items] = await Promise.all([readAnswers(context, taskId), taskKeys(context.db, taskId)]);
  const version = keyVersion(keyedItems(items));
  const results = answers.flatMap((answer) => {
    const { analysis, keys, rubric } = answer;
    if (analysis.state !== "done" && analysis.state !== "failed") return [];
    const manifest = analysisManifest(analysis, { keyVersion: version, confidence, acceptAbove });
    return [pageResult(sourceOf(answer, shown), { keys, rubric, manifest })];
  });
  return { title: task.title, lines: resultLines(results) };
}

/** What results of a stored reading come of. */
export function analysisManifest(
  { model, program, readThreshold }: Analysis,
  judging: { keyVersion: string; confidence?: number | undefined; acceptAbove?: number | undefined },
): ResultsManifest {
  return resultsManifest({
    ...judging,
    model,
    ...(program !== null && { program }),
    threshold: readThreshold ?? "auto",
  });
}

function sourceOf({ submission, analysis, predictions }: ReadAnswer, shown: ShownStudents): ResultSource {
  const { item, sha256, page, turn } = submission;
  const studentId = shown.name(submission.studentId);
  const { width, height, inputs, outputs, problems, netlist, wires, edited, error, state } = analysis;
  const isRead = state === "done" && netlist !== null;
  const marks = predictions.map(predictionOf);
  const reading = isRead ? { width, height, inputs, outputs, problems, netlist, wires, predictions: marks } : null;
  const failure = isRead ? null : (error ?? "The page could not be read.");
  return { studentId, item, sha256, page, turn, corrected: edited, reading, failure };
}
