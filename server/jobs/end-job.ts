import { and, eq, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { MINUTE } from "../../core/basics/durations.ts";
import { PoolClosed } from "../../workers/worker-pool.ts";
import type { Log } from "../adapters/log.ts";
import type { Database } from "../db/client.ts";
import { findOutage } from "../db/outages.ts";
import { jobs } from "../db/schema.ts";
import type { Presence } from "../processes/presence.ts";
import { BucketUnreachable } from "../storage/bucket.ts";
import { type Job, type JobHandler, type JobKind, JobRejected } from "./job.ts";

/**
 * A job during which the process died this often may be the cause. It is tried once more, with no other job next to it; if
 * the process dies then, too, it is not retried.
 */
export const MOST_DEATHS = 6;
/** The pauses before the second and the third try, unless a kind of job has its own. */
export const PAUSES: readonly number[] = [5_000, MINUTE];
/** The pause before a postponed job is tried again. */
const POSTPONED = 10_000;

/** What a process needs to work on jobs. */
export interface QueueOptions {
  readonly db: Database;
  readonly now: () => number;
  readonly log: Log;
  readonly presence: Presence;
}

interface Ending extends QueueOptions {
  readonly handlers: ReadonlyMap<JobKind, JobHandler>;
}

/** Makes the functions that record how jobs end: a row is only changed while it belongs to this process. */
export function createEndings({ db, now, log, presence, handlers }: Ending) {
  const own = (id: string) => and(eq(jobs.id, id), eq(jobs.state, "running"), eq(jobs.processId, presence.id));

  async function done({ id }: Job): Promise<void> {
    await db.run((query) => query.delete(jobs).where(own(id)));
  }

  /** It waits for another try, or has failed. */
  async function failed(job: Job, error: unknown): Promise<void> {
    const cause = error instanceof Error ? error : new Error(String(error));
    await giveUpOrRetry(job, cause).catch((later: unknown) => log.error("job-lost", later, { job: job.id }));
  }

  async function giveUpOrRetry(job: Job, error: Error): Promise<void> {
    if (isOutage(error)) return putBack(job.id, { ...UNTRIED, error: error.message, runAfter: now() + POSTPONED });
    if (!(error instanceof JobRejected)) {
      log.error("job-failed", error, { job: job.id, kind: job.kind, try: job.tries });
    }
    const pause = (handlers.get(job.kind)!.pauses ?? PAUSES)[job.tries - 1];
    if (error instanceof JobRejected || pause === undefined) return bury(job, error);
    await putBack(job.id, { ...QUEUED, error: error.message, runAfter: now() + pause });
  }

  /** Returns it to the queue; without more, as if it had not been tried. */
  async function putBack(id: string, change: typeof UNTRIED | Partial<Job> = UNTRIED): Promise<void> {
    await db.run((query) => query.update(jobs).set(change).where(own(id)));
  }

  async function bury(job: Job, error: Error): Promise<void> {
    const change = { state: "failed" as const, processId: null, error: error.message };
    const { rowsAffected } = await db.run((query) => query.update(jobs).set(change).where(own(job.id)));
    if (rowsAffected > 0) await handlers.get(job.kind)?.failed(job, error);
  }

  /**
   * Jobs that a process left running which is gone.
   *
   * @param running what runs in this one: after a database outage there may be jobs that it no longer runs, although they
   * are its own.
   */
  function lost(running: readonly string[]): SQL | undefined {
    const forgotten = and(eq(jobs.processId, presence.id), notInArray(jobs.id, [...running]));
    const orphaned = or(isNull(jobs.processId), presence.isGone(jobs.processId), forgotten);
    return and(eq(jobs.state, "running"), inArray(jobs.kind, [...handlers.keys()]), orphaned);
  }

  /** Lost jobs return to the queue, except those during which processes died too often. */
  async function takeOver(running: readonly string[]): Promise<void> {
    const orphans = lost(running);
    for (const { id } of await db.query.select({ id: jobs.id }).from(jobs).where(orphans)) {
      const mine = { processId: presence.id };
      const isLost = and(eq(jobs.id, id), orphans);
      // Another process may have been faster.
      const [job] = await db.run((query) => query.update(jobs).set(mine).where(isLost).returning());
      if (!job) continue;
      // Behind the waiting jobs: if it is the one that crashes the process, the others are done first.
      if (job.tries <= MOST_DEATHS) await putBack(job.id, { ...QUEUED, runAfter: now() });
      else await bury(job, new Error(`the reader crashed while reading it, ${job.tries} times, at last with no other`));
    }
  }

  return { done, failed, putBack, lost, takeOver };
}

const QUEUED = { state: "queued" as const, processId: null };
const UNTRIED = { ...QUEUED, tries: sql`${jobs.tries} - 1` };

/** Whether a failure is through no fault of the job. */
function isOutage(error: Error): boolean {
  return error instanceof BucketUnreachable || error instanceof PoolClosed || findOutage(error) !== null;
}
