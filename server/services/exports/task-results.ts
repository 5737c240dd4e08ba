import { keyVersion } from "../../../core/results/key-version.ts";
import type { ResultSource } from "../../../core/results/page-result.ts";
import { type ResultsManifest, resultsManifest } from "../../../core/results/results-manifest.ts";
import type { AppContext } from "../../context.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import type { Work } from "../../recogniser/messages.ts";
import { ownTask, type Whose } from "../access/task-access.ts";
import { type ShownStudents, shownStudents } from "../classes/shown-students.ts";
import { type Analysis, isCorrected } from "../reading/page-record.ts";
import { type ReadAnswer, readAnswers } from "../reading/read-answers.ts";
import { keyedItems, taskKeys } from "../tasks/task-items.ts";

type JudgedPages = Work["results"]["request"]["pages"];

/** Pages that are sent to a worker at once, so that others who wait for a worker get their turn. */
const PAGES_AT_ONCE = 20;

interface Settings {
  /** Percent; the task's own if it is left out. */
  readonly certainty?: number | undefined;
}

/**
 * What the machine makes of each page of a task that counts and was read: the lines that `circuitgrade grade` writes.
 */
export async function taskResults(
  context: AppContext,
  { userId, taskId }: Whose,
  { certainty: wanted }: Settings,
): Promise<{ title: string; lines: string }> {
  const task = await ownTask(context, userId, taskId);
  const shown = await shownStudents(context, task);
  const [answers, items] = await Promise.all([
    readAnswers(context, { task, mayGrade: () => true }, { withLooks: true }),
    taskKeys(context.db, taskId),
  ]);
  const certainty = wanted ?? task.certainty;
  const version = keyVersion(keyedItems(items));
  const pages = answers.flatMap((answer) => {
    const { analysis, keys, rubric } = answer;
    if (analysis.state !== "done" && analysis.state !== "failed") return [];
    const manifest = analysisManifest(analysis, { keyVersion: version, certainty });
    return [{ source: sourceOf(answer, shown), judging: { keys, rubric, manifest } }];
  });
  return { title: task.title, lines: await judge(context, pages) };
}

/**
 * The pages' lines. Finding what would make a circuit right is a long search, so it does not run in the thread that
 * answers requests.
 */
async function judge(context: AppContext, pages: JudgedPages): Promise<string> {
  const inOrder = [...pages].sort(({ source: a }, { source: b }) => {
    return a.studentId < b.studentId ? -1 : a.studentId > b.studentId ? 1 : a.item - b.item;
  });
  let lines = "";
  for (let start = 0; start < inOrder.length; start += PAGES_AT_ONCE) {
    const request = { pages: inOrder.slice(start, start + PAGES_AT_ONCE) };
    lines += await askWorker(context, "results", request);
  }
  return lines;
}

/** What the results of a stored reading are based on. */
function analysisManifest(
  { model, program, readThreshold }: Analysis,
  judging: { keyVersion: string; certainty?: number | undefined },
): ResultsManifest {
  return resultsManifest({
    ...judging,
    model,
    ...(program !== null && { program }),
    threshold: readThreshold ?? "auto",
  });
}

function sourceOf({ submission, analysis, looks }: ReadAnswer, shown: ShownStudents): ResultSource {
  const { item, sha256, page, turn } = submission;
  const studentId = shown.name(submission.studentId);
  const { width, height, inputs, outputs, problems, netlist, wires, error, state, confidence } = analysis;
  const isRead = state === "done" && netlist !== null;
  const reading = isRead ? { width, height, inputs, outputs, problems, netlist, wires, confidence, looks } : null;
  const failure = isRead ? null : (error ?? "The page could not be read.");
  return { studentId, item, sha256, page, turn, corrected: isCorrected(analysis), reading, failure };
}
