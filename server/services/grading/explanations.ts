import type { AppContext } from "../../context.ts";
import type { AnswerExplanation } from "../../contract/results/answers.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import { Refusal } from "../../refusal.ts";
import { gradedSubmission } from "../access/task-access.ts";
import { decideAnswer } from "../reading/decide-answer.ts";
import { drawingOf } from "../submissions/file-answers.ts";
import { NO_KEYS, taskKeys } from "../tasks/task-items.ts";
import { pageCertaintyView } from "./decision-views.ts";

/** What would make a page's circuit right, with its places, how sure the machine is, and what a person is asked. */
export async function explainSubmission(
  context: AppContext,
  userId: string,
  fileId: string,
): Promise<AnswerExplanation> {
  const { submission, analysis, task } = await gradedSubmission(context, userId, fileId);
  const { netlist, wires, width, height } = analysis;
  if (analysis.state !== "done" || netlist === null) {
    throw new Refusal(409, { code: "not-read-yet", message: "The page was not read yet. Please wait a moment." });
  }
  const own = (await taskKeys(context.db, submission.taskId)).get(submission.item) ?? NO_KEYS;
  // A long search: it does not run in the thread that answers requests.
  const explanation = await askWorker(context, "explain", { reading: { netlist, wires }, keys: own.keys });
  const decision = await decideAnswer(context, analysis, { ...own, certainty: task.certainty });
  return {
    ...explanation,
    width,
    height,
    drawing: drawingOf(analysis)?.box ?? null,
    ...pageCertaintyView(decision),
    question: decision.asked?.question ?? null,
  };
}
