import { and, eq } from "drizzle-orm";
import type { Corrections } from "../../../core/corrections/correct-marks.ts";
import { readerCrashed, readerTooSlow } from "../../../core/opening/reading-failures.ts";
import { correct, foldWords } from "../../../core/page-record/fold.ts";
import { WorkFailed, WorkTimedOut } from "../../../workers/worker-pool.ts";
import type { AppContext } from "../../context.ts";
import type { AnalysisState } from "../../contract/results/file.ts";
import { analyses, jobs, submissions } from "../../db/schema.ts";
import { type Job, type JobHandler, JobRejected, newJob } from "../../jobs/job.ts";
import { Refusal } from "../../refusal.ts";
import { publishOften } from "../access/audience.ts";
import { pageOf } from "../submissions/page-of.ts";
import { refuseWork } from "./ask-reader.ts";
import { loadRecord, type PageRecord, type SaidRow, withSaid } from "./page-record.ts";
import { type KnownPredictions, type NewReading, newReading, storeReading } from "./store-reading.ts";

type Submission = typeof submissions.$inferSelect;

/** A page that could not be read, with the reason for the user; trying again does not help. */
class PageUnreadable extends Error {
  override readonly name = "PageUnreadable";
}

interface ReadOptions {
  /**
   * What becomes of a person's corrections, if there are any: they are kept with the gates of the last reading, or placed
   * among those that are detected again, or this person discards them.
   */
  readonly corrections: "kept" | "placed-again" | { readonly discardedBy: string };
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
    const record = await loadRecord(context.db.query, submission.id);
    if (record) await readSubmission(context, record, { ...options, urgent: true });
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
  context.jobs.wake("read");
}

async function runReadJob(context: AppContext, { submissionId }: Job): Promise<void> {
  const record = await loadRecord(context.db.query, submissionId!);
  if (!record) return;
  const { id, taskId } = record.submission;
  await storeState(context, id, "running");
  await announceState(context, { id, taskId }, "running");
  try {
    // A job that a crash left behind may run after a person's corrections: they stay.
    await readSubmission(context, record, { corrections: "kept", urgent: false });
  } catch (error) {
    if (error instanceof PageUnreadable) throw new JobRejected(error.message);
    if (error instanceof WorkTimedOut) throw new JobRejected(readerTooSlow(context.config.pageSeconds).message);
    throw error;
  }
}

/** How often a reading is repeated because a person edited the page meanwhile. */
const MOST_OVERTAKEN = 5;

async function readSubmission(context: AppContext, first: PageRecord, options: ReadOptions): Promise<void> {
  let record: PageRecord | null = first;
  for (let attempt = 0; record && attempt < MOST_OVERTAKEN; attempt++) {
    // What a person said meanwhile must not be lost; a new threshold alone says nothing.
    const discards = typeof options.corrections === "object" && first.analysis.revision === record.analysis.revision;
    const said = discards ? discarded(context, record, options) : record.said;
    if (await readRecord(context, { record, said }, options)) {
      return announceState(context, record.submission, "done");
    }
    record = await loadRecord(context.db.query, first.submission.id);
  }
  if (record) throw new WorkFailed("The predictions were changed again and again while the page was read.");
}

interface RecordToRead {
  readonly record: PageRecord;
  /** The record's words, and perhaps that its corrections are discarded. */
  readonly said: readonly SaidRow[];
}

/** Reads a page by itself if that is asked for, and with its corrections if there are any. False if it was overtaken. */
async function readRecord(
  context: AppContext,
  { record, said }: RecordToRead,
  { corrections: how, urgent }: ReadOptions,
): Promise<boolean> {
  const { submission, analysis } = record;
  const words = foldWords(said).corrections;
  const isFresh = words.length === 0 || how === "placed-again";
  const threshold = isFresh ? analysis.threshold : analysis.readThreshold;
  const page = { submission, threshold, urgent };
  const known = { before: analysis.predictions, last: analysis.lastObject };
  const own = isFresh || record.basis === null ? await readPage(context, { ...page, ...known, words: [] }) : null;
  const basis = own ?? record.basis!;
  const { predictions, corrections } = correct(basis.reading.predictions, words);
  const placed = { before: isFresh ? predictions : analysis.predictions, last: own?.last ?? analysis.lastObject };
  const corrected = words.length > 0 ? await readPage(context, { ...page, ...placed, words, corrections }) : null;
  return storeReading(context, { record, said, basis: own, corrected, threshold });
}

/** The words about a page with those of the person who discards its corrections. */
function discarded(context: AppContext, record: PageRecord, { corrections, seen }: ReadOptions): readonly SaidRow[] {
  const { edited, revision } = record.analysis;
  if (!edited || typeof corrections === "string") return record.said;
  if (seen !== undefined && seen !== revision) throw correctedMeanwhile();
  return withSaid(record, { by: corrections.discardedBy, at: context.now(), statements: [{ kind: "discard" }] });
}

function correctedMeanwhile(): Refusal {
  const message = "The page was corrected meanwhile. Look at the corrections, then read it again to discard them.";
  return new Refusal(409, { code: "page-corrected", message });
}

interface PageToRead extends Pick<ReadOptions, "urgent">, KnownPredictions {
  readonly submission: Submission;
  readonly threshold: number | null;
  /** The corrections that it is read with, as they were said and as the recogniser takes them. */
  readonly words: readonly SaidRow[];
  readonly corrections?: Corrections | null;
}

/** @throws {PageUnreadable} */
async function readPage(
  { files, cache, recogniser, queueReader, measures }: AppContext,
  { submission, threshold, words, corrections = null, urgent, ...known }: PageToRead,
): Promise<NewReading> {
  const request = {
    ...pageOf(submission),
    threshold: threshold ?? "auto",
    corrections,
    sightPath: cache.path(sightName(submission, threshold)),
    asksWhich: asksWhich(submission),
  } as const;
  const reader = urgent ? recogniser : queueReader;
  const ask = (path: string) => measures.reading(urgent ? "person" : "queue", reader.ask("read", { ...request, path }));
  const outcome = await files.use(submission.sha256, ask);
  if (!outcome.ok) throw new PageUnreadable(outcome.message);
  const { reading, model } = outcome;
  return newReading(reading, {
    submission,
    threshold,
    model,
    corrections: words.map(({ number }) => number),
    ...known,
  });
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
  await storeState(context, submissionId, state);
  await publishState(context, submissionId, state);
}

async function storeState({ db }: AppContext, submissionId: string, state: AnalysisState): Promise<void> {
  await db.run((query) =>
    query.update(analyses).set({ state, error: null }).where(eq(analyses.submissionId, submissionId)),
  );
}

async function publishState(context: AppContext, submissionId: string, state: AnalysisState): Promise<void> {
  const [row] = await context.db.query
    .select({ id: submissions.id, taskId: submissions.taskId })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  if (row) await announceState(context, row, state);
}

function announceState(
  context: AppContext,
  { id, taskId }: Pick<Submission, "id" | "taskId">,
  state: AnalysisState,
): Promise<void> {
  return publishOften(context, taskId, { type: "analysis", task_id: taskId, file_id: id, state });
}
