import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { readerCrashed, readerTooSlow } from "../../../core/opening/reading-failures.ts";
import type { PageReading } from "../../../core/reading/page-reading.ts";
import { WorkFailed, WorkTimedOut } from "../../../workers/worker-pool.ts";
import type { AppContext } from "../../context.ts";
import type { AnalysisState } from "../../contract/results/file.ts";
import { analyses, jobs, submissions } from "../../db/schema.ts";
import type { UncorrectedReading } from "../../db/tables/submissions.ts";
import { type Job, type JobHandler, JobRejected, newJob } from "../../jobs/job-queue.ts";
import { Refusal } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { pageOf } from "../submissions/page-of.ts";
import {
  type Analysis,
  correctionsOf,
  loadPredictions,
  type PredictionRow,
  placedAgain,
  saveReading,
  thresholdOf,
} from "./analyses.ts";
import { refuseWork } from "./ask-reader.ts";

type Submission = typeof submissions.$inferSelect;

/** A page that could not be read, with the reason for the user; trying again does not help. */
class PageUnreadable extends Error {
  override readonly name = "PageUnreadable";
}

interface ReadOptions {
  /**
   * What becomes of a person's corrections, if there are any: they are kept with the gates of the last reading, or placed
   * among those that are detected again, or discarded.
   */
  readonly corrections: "kept" | "placed-again" | "discarded";
  /** The revision whose corrections may be discarded; undefined: any. */
  readonly seen?: number | undefined;
  /** Somebody waits for it. */
  readonly urgent: boolean;
}

/** How pages in the queue are read: behind everything else that runs. */
export function readingHandler(context: AppContext): JobHandler {
  return {
    atOnce: context.queueReader.size,
    run: (job) => runReadJob(context, job),
    waits: ({ submissionId }) => setState(context, submissionId!, "queued"),
    failed: ({ submissionId }, error) => {
      const reason = error instanceof JobRejected ? error.message : readerCrashed(error.message).message;
      return failAnalysis(context, submissionId!, reason);
    },
  };
}

/**
 * Reads a submission's page now and stores the reading.
 * @throws {Refusal} with the reason if the page cannot be read, or has corrections that must not be discarded.
 */
export async function readNow(
  context: AppContext,
  submission: Submission,
  options: Omit<ReadOptions, "urgent">,
): Promise<void> {
  try {
    await readSubmission(context, submission, { ...options, urgent: true });
  } catch (error) {
    if (error instanceof PageUnreadable) {
      await failAnalysis(context, submission.id, error.message);
      throw new Refusal(409, { code: "page-unreadable", message: error.message });
    }
    refuseWork(context, error);
  }
}

/**
 * Queues pages to be read again, as jobs, with a person's corrections if there are any; pages that already wait for that
 * are queued once.
 */
export async function queueReadings(context: AppContext, submissionIds: readonly string[]): Promise<void> {
  const time = context.now();
  for (const submissionId of submissionIds) {
    await context.db.write(async (query) => {
      const waiting = and(eq(jobs.submissionId, submissionId), eq(jobs.state, "queued"));
      const [known] = await query.select().from(jobs).where(waiting);
      const queued = { state: "queued" as const, error: null, updatedAt: time };
      await query.batch([
        query.update(analyses).set(queued).where(eq(analyses.submissionId, submissionId)),
        ...(known ? [] : [query.insert(jobs).values(newJob("read", { submissionId }, time))]),
      ]);
    });
    await publishState(context, submissionId, "queued");
  }
  context.jobs.wake();
}

async function runReadJob(context: AppContext, { submissionId: id }: Job): Promise<void> {
  const submissionId = id!;
  const [submission] = await context.db.query.select().from(submissions).where(eq(submissions.id, submissionId));
  if (!submission) return;
  await setState(context, submissionId, "running");
  try {
    // A job that a crash left behind may run after a person's corrections: they stay.
    await readSubmission(context, submission, { corrections: "kept", urgent: false });
  } catch (error) {
    if (error instanceof PageUnreadable) throw new JobRejected(error.message);
    if (error instanceof WorkTimedOut) throw new JobRejected(readerTooSlow(context.config.pageSeconds).message);
    throw error;
  }
}

/** How often a reading is repeated because a person edited the page meanwhile. */
const MOST_OVERTAKEN = 5;

async function readSubmission(context: AppContext, submission: Submission, options: ReadOptions): Promise<void> {
  let discardsCorrections = options.corrections === "discarded";
  for (let attempt = 0; attempt < MOST_OVERTAKEN; attempt++) {
    const [stored] = await context.db.query.select().from(analyses).where(eq(analyses.submissionId, submission.id));
    if (!stored) return;
    const isSeen = options.seen === undefined || options.seen === stored.revision;
    if (discardsCorrections && stored.edited && !isSeen) throw correctedMeanwhile();
    const known = await loadPredictions(context, stored.id);
    const machineOnly = discardsCorrections || !stored.edited;
    const { urgent } = options;
    let page: PageToRead = { submission, analysis: stored, before: known, discardsCorrections: machineOnly, urgent };
    if (options.corrections === "placed-again" && !machineOnly) page = await detectAgain(context, page);
    const { analysis, before } = page;
    const { reading, model } = await readPage(context, page);
    const uncorrected = machineOnly ? null : (analysis.uncorrected ?? (await uncorrectedReading(context, page)));
    const saving = { analysis, reading, model, before, discardsCorrections: machineOnly, uncorrected };
    if (await saveReading(context, saving)) {
      return publishState(context, submission.id, "done");
    }
    // The person's changes meanwhile must not be lost; a new threshold alone changes no prediction.
    discardsCorrections &&= await isUncorrectedSince(context, stored, known);
  }
  throw new WorkFailed("The predictions were changed again and again while the page was read.");
}

function correctedMeanwhile(): Refusal {
  const message = "The page was corrected meanwhile. Look at the corrections, then read it again to discard them.";
  return new Refusal(409, { code: "page-corrected", message });
}

/** A page whose corrections are placed among what the machine finds at the threshold that was set since. */
async function detectAgain(context: AppContext, page: PageToRead): Promise<PageToRead> {
  const { reading } = await readPage(context, { ...page, discardsCorrections: true });
  const { netlist, wires, predictions } = reading;
  const uncorrected = { netlist, wires, predictions };
  const analysis = { ...page.analysis, readThreshold: page.analysis.threshold, uncorrected };
  return { ...page, analysis, before: placedAgain(page.before, { analysis, reading }) };
}

/** What the machine reads of a page that came with a person's corrections: drawings are compared by it. */
async function uncorrectedReading(context: AppContext, page: PageToRead): Promise<UncorrectedReading> {
  const { reading } = await readPage(context, { ...page, discardsCorrections: true });
  const { netlist, wires, predictions } = reading;
  return { netlist, wires, predictions };
}

async function isUncorrectedSince(
  context: AppContext,
  { id, wireCorrections }: Analysis,
  before: readonly PredictionRow[],
): Promise<boolean> {
  const [now] = await context.db.query.select().from(analyses).where(eq(analyses.id, id));
  return (
    isDeepStrictEqual(before, await loadPredictions(context, id)) &&
    isDeepStrictEqual(wireCorrections, now?.wireCorrections)
  );
}

interface PageToRead extends Pick<ReadOptions, "urgent"> {
  readonly discardsCorrections: boolean;
  readonly submission: Submission;
  readonly analysis: Analysis;
  readonly before: readonly PredictionRow[];
}

async function readPage(
  { files, cache, recogniser, queueReader, measures }: AppContext,
  page: PageToRead,
): Promise<{ reading: PageReading; model: string }> {
  const { submission, analysis, before, discardsCorrections, urgent } = page;
  const threshold = thresholdOf(analysis, { discardsCorrections });
  const request = {
    ...pageOf(submission),
    threshold: threshold ?? "auto",
    corrections: discardsCorrections ? null : correctionsOf(before, analysis),
    sightPath: cache.path(sightName(submission, threshold)),
    asksWhich: asksWhich(submission),
  } as const;
  const reader = urgent ? recogniser : queueReader;
  const ask = (path: string) => measures.reading(urgent ? "person" : "queue", reader.ask("read", { ...request, path }));
  const outcome = await files.use(submission.sha256, ask);
  if (!outcome.ok) throw new PageUnreadable(outcome.message);
  return outcome;
}

/** The request is part of the cache key, so that the same picture has one entry for each. */
function sightName({ id, sha256, page, turn }: Submission, threshold: number | null): string {
  return `${sha256}-${page}${turn > 0 ? `t${turn}` : ""}-${threshold ?? "auto"}-${id}.sight`;
}

/** A student hands in one sheet; stacks, and what instructors and programs upload, may have several in a picture. */
function asksWhich({ uploadedBy }: Submission): boolean {
  return uploadedBy === "student";
}

async function failAnalysis(context: AppContext, submissionId: string, reason: string): Promise<void> {
  const failed = { state: "failed" as const, error: reason, updatedAt: context.now() };
  await context.db.run((query) => query.update(analyses).set(failed).where(eq(analyses.submissionId, submissionId)));
  await publishState(context, submissionId, "failed");
}

async function setState(context: AppContext, submissionId: string, state: AnalysisState): Promise<void> {
  await context.db.run((query) =>
    query.update(analyses).set({ state, error: null }).where(eq(analyses.submissionId, submissionId)),
  );
  await publishState(context, submissionId, state);
}

async function publishState(context: AppContext, submissionId: string, state: AnalysisState): Promise<void> {
  const [row] = await context.db.query
    .select({ taskId: submissions.taskId })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  if (!row) return;
  await publishToTask(context, row.taskId, { type: "analysis", task_id: row.taskId, file_id: submissionId, state });
}
