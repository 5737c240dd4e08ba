import { and, eq } from "drizzle-orm";
import type { Corrections } from "../../../core/corrections/correct-marks.ts";
import { readerCrashed, readerTooSlow } from "../../../core/opening/reading-failures.ts";
import { correct, foldWords } from "../../../core/page-record/fold.ts";
import { WorkTimedOut } from "../../../workers/worker-pool.ts";
import type { AppContext } from "../../context.ts";
import { inParts } from "../../db/in-parts.ts";
import { among, makeAll } from "../../db/query.ts";
import { analyses, jobs, submissions } from "../../db/schema.ts";
import { type Job, type JobHandler, JobRejected, newJob } from "../../jobs/job.ts";
import { refuseWork } from "../../recogniser/ask-worker.ts";
import { Refusal } from "../../refusal.ts";
import { publishOften } from "../access/audience.ts";
import { pageOf } from "../submissions/page-of.ts";
import type { Submission } from "../submissions/submissions.ts";
import { loadRecord, type PageRecord, type SaidRow } from "./page-record.ts";
import { type NewReading, newReading, storeReading } from "./store-reading.ts";

/** A page that could not be read, with the reason for the user; trying again does not help. */
class PageUnreadable extends Error {
  override readonly name = "PageUnreadable";
}

interface ReadOptions {
  /**
   * Corrections, if there are any, are placed among the gates that the machine saw last, or among those that it detects
   * again, at the page's threshold.
   */
  readonly gates: "kept" | "detected-again";
  /** Somebody waits for it. */
  readonly urgent: boolean;
}

/** How pages in the queue are read: behind everything else that runs. */
export function readingHandler(context: AppContext): JobHandler {
  return {
    atOnce: context.queueReader.size,
    run: (job) => runReadJob(context, job),
    failed: ({ submissionId }, error) => {
      const reason = error instanceof JobRejected ? error.message : readerCrashed(error.message).message;
      return failAnalysis(context, submissionId!, reason);
    },
  };
}

/**
 * Reads a submission's page now and stores the reading.
 * @throws {Refusal} with the reason if the page cannot be read.
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
    refuseWork(context, error, "read");
  }
}

/**
 * Queues pages to be read again, as jobs, with a person's corrections if there are any; pages that already wait for that
 * are queued once.
 */
export async function queueReadings(context: AppContext, submissionIds: readonly string[]): Promise<void> {
  const time = context.now();
  for (const ids of inParts(submissionIds)) {
    const pages = await context.db.write(async (query) => {
      const { id, taskId } = submissions;
      const waiting = and(eq(jobs.submissionId, id), eq(jobs.kind, "read"), eq(jobs.state, "queued"));
      const found = await query
        .select({ id, taskId, job: jobs.id })
        .from(submissions)
        .leftJoin(jobs, waiting)
        .where(among(id, ids));
      const byId = new Map(found.map((row) => [row.id, row]));
      const rows = ids.flatMap((wanted) => byId.get(wanted) ?? []);
      const added = rows.filter(({ job }) => job === null).map((row) => newJob("read", { submissionId: row.id }, time));
      const queued = { state: "queued" as const, error: null, updatedAt: time };
      await makeAll(query, [
        query.update(analyses).set(queued).where(among(analyses.submissionId, ids)),
        ...inParts(added).map((part) => query.insert(jobs).values(part)),
      ]);
      return rows;
    });
    for (const taskId of new Set(pages.map((page) => page.taskId))) await publishOften(context, taskId, "analysis");
  }
  context.jobs.wake("read");
}

async function runReadJob(context: AppContext, { submissionId }: Job): Promise<void> {
  const record = await loadRecord(context.db.query, submissionId!);
  if (!record) return;
  try {
    // A job that a crash left behind may run after a person's corrections: they stay.
    await readSubmission(context, record, { gates: "kept", urgent: false });
  } catch (error) {
    if (error instanceof PageUnreadable) throw new JobRejected(error.message);
    if (error instanceof WorkTimedOut) throw new JobRejected(readerTooSlow(context.config.pageSeconds).message);
    throw error;
  }
}

/** Reads a page by itself if that is asked for, and with the corrections that hold when it begins if there are any. */
async function readSubmission(context: AppContext, record: PageRecord, { gates, urgent }: ReadOptions): Promise<void> {
  const { submission, analysis } = record;
  const words = foldWords(record.said).corrections;
  const isFresh = words.length === 0 || gates === "detected-again";
  const threshold = isFresh ? analysis.threshold : analysis.readThreshold;
  const page = { record, threshold, urgent };
  const own =
    isFresh || record.basis === null ? await readPage(context, { ...page, words: [], corrections: null }) : null;
  const basis = own ?? record.basis!;
  const { corrections } = correct(basis.reading.predictions, words);
  const corrected = words.length > 0 ? await readPage(context, { ...page, words, corrections }) : null;
  const storing = { record, own, corrected, basis: basis.key, threshold };
  if (await storeReading(context, storing)) await publishOften(context, submission.taskId, "analysis");
  else await queueReadings(context, [submission.id]);
}

interface PageToRead extends Pick<ReadOptions, "urgent"> {
  readonly record: PageRecord;
  readonly threshold: number | null;
  /** The corrections that it is read with, as they were said and as the recogniser takes them. */
  readonly words: readonly SaidRow[];
  readonly corrections: Corrections | null;
}

/** @throws {PageUnreadable} */
async function readPage(
  { files, cache, recogniser, queueReader, measures }: AppContext,
  { record, threshold, words, corrections, urgent }: PageToRead,
): Promise<NewReading> {
  const { submission } = record;
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
  return newReading(reading, { record, threshold, model, corrections: words.map(({ number }) => number) });
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
  const [row] = await context.db.query.select().from(submissions).where(eq(submissions.id, submissionId));
  if (row) await publishOften(context, row.taskId, "analysis");
}
