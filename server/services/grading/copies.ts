import { pairSvg } from "../../../core/annotate/pair-svg.ts";
import { laidOutReading } from "../../../core/reading/laid-out-reading.ts";
import { isBareTemplate } from "../../../core/rules/problem.ts";
import { type AnswerDrawing, comparedCount } from "../../../core/similarity/copies/copies-by-item.ts";
import { copiesCsv } from "../../../core/similarity/copies/copies-csv.ts";
import { byLikelihood } from "../../../core/similarity/copies/copy-pair.ts";
import type { LaidOutCircuit } from "../../../core/similarity/layouts/laid-out-circuit.ts";
import type { AppContext } from "../../context.ts";
import type { ComparedFile, Copies } from "../../contract/results/copies.ts";
import type { ComparedReading } from "../../db/tables/pages.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import { Refusal } from "../../refusal.ts";
import { ownSubmission, ownTask, type Whose } from "../access/task-access.ts";
import { inStudentOrder, shownStudents } from "../classes/shown-students.ts";
import { comparedReadings, type PageRecord } from "../reading/page-record.ts";
import { answerRows } from "../reading/read-answers.ts";
import { dismissedIn } from "./dismissed-pairs.ts";

export interface TaskCopySearch extends Whose {
  /** IDs of the user's tasks of earlier terms. */
  readonly earlier: readonly string[];
  readonly chance: number;
}

/** Pairs of a task's drawings that look copied, from each other or from earlier tasks' drawings. */
export async function findTaskCopies(context: AppContext, search: TaskCopySearch): Promise<Copies> {
  const { items, files, unread } = await compare(context, search);
  const fileOf = (id: string) => files.get(id)!;
  return {
    compared: comparedCount(items),
    not_compared: [...unread, ...items.flatMap(({ notCompared }) => notCompared)],
    pairs: items
      .flatMap(({ pairs }) => pairs)
      .sort(byLikelihood)
      .map(({ ids: [a, b], ...figures }) => ({ files: [fileOf(a), fileOf(b)], ...figures })),
  };
}

/** The same pairs as CSV, one line each. */
export async function taskCopiesCsv(context: AppContext, search: TaskCopySearch): Promise<string> {
  const { items, files } = await compare(context, search);
  return copiesCsv(items, (id) => {
    const { student_id, task_title, task_id } = files.get(id)!;
    return { student: student_id, name: task_id === search.taskId ? student_id : `${task_title}: ${student_id}` };
  });
}

/** Two of the user's drawings side by side at the same scale, with matched gates linked: an SVG. */
export async function copyPair(context: AppContext, userId: string, ids: readonly [string, string]): Promise<string> {
  // Whether the other page exists shows only to whom both belong.
  const own = await Promise.all(ids.map((id) => ownSubmission(context, userId, id)));
  const [a, b] = await Promise.all(own.map((page) => drawingOfPage(context, page)));
  return pairSvg([a!.circuit, b!.circuit], { titles: [a!.title, b!.title] });
}

async function drawingOfPage(
  context: AppContext,
  { submission, analysis, task }: Awaited<ReturnType<typeof ownSubmission>>,
) {
  const compared = await comparedReadings(context.db.query, [analysis]);
  const circuit = circuitOf({ submission, analysis }, compared.get(submission.id)!);
  if (circuit === null || circuit.nodes.length === 0) {
    throw new Refusal(409, { code: "not-read-yet", message: "The page was not read, so there is nothing to compare." });
  }
  const shown = await shownStudents(context, task);
  return { circuit, title: `${shown.name(submission.studentId)}, item ${submission.item}` };
}

async function compare(context: AppContext, { userId, taskId, earlier, chance }: TaskCopySearch) {
  const [own, ...others] = await Promise.all(
    [taskId, ...earlier.filter((id) => id !== taskId)].map((id) => loadTask(context, userId, id)),
  );
  const before = others.flatMap(({ drawings }) => drawings);
  // Thousands of drawings take seconds, so they are not compared in the thread that answers requests.
  const dismissed = await dismissedIn(context, taskId);
  const request = { drawings: own!.drawings, earlier: before, chance, dismissed };
  const items = await askWorker(context, "copies", request);
  const files = new Map([own!, ...others].flatMap((task) => task.files.map((file) => [file.id, file] as const)));
  return { items, files, unread: own!.unread };
}

interface TaskDrawings {
  readonly drawings: readonly AnswerDrawing[];
  readonly files: readonly ComparedFile[];
  /** Files that cannot be read are left out. */
  readonly unread: readonly string[];
}

async function loadTask(context: AppContext, userId: string, taskId: string): Promise<TaskDrawings> {
  const task = await ownTask(context, userId, taskId);
  const shown = await shownStudents(context, task);
  const { query } = context.db;
  const rows = inStudentOrder(await answerRows(query, taskId), shown);
  const compared = await comparedReadings(
    query,
    rows.map(({ analysis }) => analysis),
  );
  const read = rows.flatMap(({ submission, analysis }) => {
    if (analysis.state !== "done") return [];
    const circuit = circuitOf({ submission, analysis }, compared.get(submission.id)!);
    return circuit === null ? [] : [{ item: submission.item, circuit }];
  });
  const done = new Set(read.map(({ circuit }) => circuit.id));
  return {
    drawings: read,
    files: rows.map(({ submission: { id, studentId, item } }) => {
      return { id, task_id: taskId, task_title: task.title, student_id: shown.name(studentId), item_number: item };
    }),
    unread: rows.flatMap(({ submission: { id } }) => (done.has(id) ? [] : [id])),
  };
}

/** A page's circuit as it was drawn; null if it was not read. */
function circuitOf(
  { submission, analysis }: Pick<PageRecord, "submission" | "analysis">,
  { netlist, wires, predictions: placed }: ComparedReading,
): LaidOutCircuit | null {
  const { id, studentId, taskId, sha256, page, uploadedBy } = submission;
  if (netlist === null) return null;
  // In another term the same number may be another student's.
  const circuit = laidOutReading({ id, author: `${taskId} ${studentId}` }, { netlist, wires, predictions: placed });
  // A scanned stack is one file of many students, and who hand in the same bare template have copied nothing.
  const isOwn = uploadedBy !== "stack" && !isBareTemplate(analysis);
  return { ...circuit, picture: isOwn ? `${sha256} ${page}` : undefined };
}
