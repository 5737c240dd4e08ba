import { explainPage } from "../../../core/answers/explain-page.ts";
import { verdictStability } from "../../../core/answers/verdict-stability.ts";
import type { AppContext } from "../../context.ts";
import type { AnswerExplanation } from "../../contract/answers.ts";
import { Refusal } from "../../refusal.ts";
import { loadPredictions } from "../reading/analyses.ts";
import { confidenceOf, predictionOf } from "../reading/read-answers.ts";
import { ownSubmission } from "../submissions/submissions.ts";
import { NO_KEYS, taskKeys } from "../tasks/task-items.ts";

/** What would make a page's circuit right, with the places, and what its points depend on. */
export async function explainSubmission(
  context: AppContext,
  userId: string,
  fileId: string,
): Promise<AnswerExplanation> {
  const { submission, analysis } = await ownSubmission(context, userId, fileId);
  const { netlist, wires, width, height } = analysis;
  if (analysis.state !== "done" || netlist === null) {
    throw new Refusal(409, { code: "not-read-yet", message: "The page was not read yet. Please wait a moment." });
  }
  const { keys, rubric } = (await taskKeys(context.db, submission.taskId)).get(submission.item) ?? NO_KEYS;
  const rows = (await loadPredictions(context, analysis.id)).filter(({ removed }) => !removed);
  const { marks, alternatives, ...explanation } = explainPage({ netlist, wires }, keys);
  const reading = { netlist, predictions: rows.map(predictionOf) };
  const { stable, doubted, corrections } = verdictStability(reading, keys, { rubric });
  return {
    ...explanation,
    alternatives: [...alternatives],
    marks: marks.map(({ box, role }) => ({ box: { ...box }, role })),
    width,
    height,
    confidence: confidenceOf(analysis, rows),
    stable,
    doubted,
    corrections: corrections.map(({ text, points, confidence }) => ({ text, points, confidence })),
  };
}
