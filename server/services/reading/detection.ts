import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Netlist } from "../../../core/netlist/netlist.ts";
import { foldWords } from "../../../core/page-record/fold.ts";
import type { AppContext } from "../../context.ts";
import type {
  CircuitAnalysis,
  filterThresholdBody,
  PredictionView,
  processDetectionBody,
} from "../../contract/results/detection.ts";
import { among } from "../../db/query.ts";
import { analyses, submissions } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { askReader } from "../../recogniser/ask-worker.ts";
import { Refusal } from "../../refusal.ts";
import { gradedSubmission, type TaskAccess } from "../access/task-access.ts";
import { shownStudents } from "../classes/shown-students.ts";
import { asBody } from "../submissions/file-answers.ts";
import { pageOf } from "../submissions/page-of.ts";
import type { Submission } from "../submissions/submissions.ts";
import { analysisView, predictionViews, tablesOf } from "./analysis-views.ts";
import { isCorrected, loadSaid } from "./page-record.ts";
import { answerRows } from "./read-answers.ts";
import { queueReadings, readNow } from "./reading.ts";
import { sayOf } from "./say.ts";

/** Everything that is known of a page, also before it was read. */
export async function circuitData(context: AppContext, userId: string, fileId: string): Promise<CircuitAnalysis> {
  const { analysis } = await gradedSubmission(context, userId, fileId);
  return analysisView(analysis, (await loadSaid(context.db.query, [fileId])).get(fileId) ?? []);
}

/**
 * Detects a page's gates again at its threshold, and keeps or discards a person's corrections. `multiple` also queues the
 * other pages of the task that the person may grade, except those that a person has corrected.
 * @throws {Refusal} if corrections are to be discarded that were made since the person saw the revision `seen`.
 */
export async function processDetection(
  context: AppContext,
  user: SessionUser,
  { fileId, mode, corrections, seen }: { fileId: string } & z.output<typeof processDetectionBody>,
): Promise<{ predictions: PredictionView[] }> {
  const { submission, mayGrade } = await gradedSubmission(context, user.id, fileId);
  if (corrections === "discard") await discardCorrections(context, { user, fileId, seen });
  await readNow(context, submission, { gates: "detected-again" });
  if (mode === "multiple") await queueReadings(context, await uncorrectedOthers(context, submission, mayGrade));
  const { analysis } = await gradedSubmission(context, user.id, fileId);
  return { predictions: predictionViews(analysis) };
}

/** Says that a page's corrections do not hold, if there are any. */
async function discardCorrections(
  context: AppContext,
  { seen, ...page }: { user: SessionUser; fileId: string; seen: number | undefined },
): Promise<void> {
  await sayOf(context, page, ({ said, analysis: { revision } }) => {
    if (foldWords(said).corrections.length === 0) return null;
    if (seen !== undefined && seen !== revision) {
      const message = "The page was corrected meanwhile. Look at the corrections, then read it again to discard them.";
      throw new Refusal(409, { code: "page-corrected", message });
    }
    return { statements: [{ kind: "discard" }] };
  });
}

/** The page's reading with the current predictions; a page that was not read yet is read first. */
export async function analyzeCircuit(context: AppContext, userId: string, fileId: string) {
  const { submission, analysis } = await gradedSubmission(context, userId, fileId);
  // Otherwise it would be the same circuit again.
  if (analysis.state !== "done" || analysis.reading === null) await readNow(context, submission, { gates: "kept" });
  const { analysis: read } = await gradedSubmission(context, userId, fileId);
  return tablesOf(read);
}

/**
 * Sets the threshold at which the page is shown and read, and returns the filtered page; `multiple` sets it for
 * every page of the task that the person may grade.
 */
export async function setFilterThreshold(
  context: AppContext,
  userId: string,
  { fileId, thresholdValue, mode }: z.output<typeof filterThresholdBody>,
): Promise<Response> {
  const { submission, task, mayGrade } = await gradedSubmission(context, userId, fileId);
  const { hidden: hideHeader } = await shownStudents(context, task);
  const page = { ...pageOf(submission), hideHeader, threshold: thresholdValue };
  const bytes = await context.files.use(submission.sha256, (path) => askReader(context, "filter", { ...page, path }));
  const threshold = thresholdValue === "auto" ? null : thresholdValue;
  await context.db.write(async (query) => {
    const { id, studentId, item } = submissions;
    const files = await query
      .select({ id, studentId, item })
      .from(submissions)
      .where(
        mode === "single"
          ? eq(submissions.id, submission.id)
          : and(eq(submissions.taskId, submission.taskId), eq(submissions.counts, true)),
      );
    const ids = files.filter(mayGrade).map((file) => file.id);
    await query.update(analyses).set({ threshold }).where(among(analyses.submissionId, ids));
  });
  return new Response(asBody(bytes), { headers: { "Content-Type": "image/png" } });
}

/** The circuit of a page; refuses if the page was not read. */
export async function readNetlist(context: AppContext, userId: string, fileId: string): Promise<Netlist> {
  const { netlist, state, error } = (await gradedSubmission(context, userId, fileId)).analysis;
  if (netlist !== null) return netlist;
  if (state === "failed") {
    throw new Refusal(409, { code: "page-unreadable", message: error ?? "The page could not be read." });
  }
  throw new Refusal(409, { code: "not-read-yet", message: "The page was not read yet. Please wait a moment." });
}

/** The task's other submissions that count, that no person has corrected, and that this one may grade. */
async function uncorrectedOthers(
  { db }: AppContext,
  { id, taskId }: Submission,
  mayGrade: TaskAccess["mayGrade"],
): Promise<string[]> {
  const others = (await answerRows(db.query, taskId)).filter(({ submission }) => submission.id !== id);
  const free = others.filter(({ submission, analysis }) => mayGrade(submission) && !isCorrected(analysis));
  return free.map(({ submission }) => submission.id);
}
