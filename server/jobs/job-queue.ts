import { setTimeout as pause } from "node:timers/promises";
import { and, eq, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import { DAY, MINUTE } from "../../core/basics/durations.ts";
import { PoolClosed } from "../../workers/worker-pool.ts";
import type { Log } from "../adapters/log.ts";
import { newId } from "../adapters/random.ts";
import type { Database } from "../db/client.ts";
import { findOutage } from "../db/outages.ts";
import { jobs } from "../db/schema.ts";
import type { Presence } from "../processes/presence.ts";
import { BucketUnreachable } from "../storage/bucket.ts";
import { createClaims, type WaitingJobs } from "./claim-job.ts";

/** A job is tried this often before it fails. */
export const MOST_TRIES = 3;
/**
 * A job during which the process died this often may be the cause. It is tried once more, with no other job next to it; if
 * the process dies then, too, it is not retried.
 */
export const MOST_DEATHS = 6;
/**
 * How often an idle process looks for jobs that others have added to a shared database, and how often after an outage.
 */
const LOOK_EVERY = 2_000;
/** The pauses before the second and the third try. */
const PAUSES = [5_000, MINUTE];
/** The pause before a postponed job is tried again. */
const POSTPONED = 10_000;

export type Job = typeof jobs.$inferSelect;
export type JobKind = Job["kind"];
type NewJob = typeof jobs.$inferInsert;

/** Thrown by a job that would fail again: it is not retried. The message is for the user. */
export class JobRejected extends Error {
  override readonly name = "JobRejected";
}

/** How a kind of job is done. */
export interface JobHandler {
  /** Jobs of this kind that run at once in one process: no kind waits for another one. */
  readonly atOnce: number;
  /** Before the second and the third try, in milliseconds; by default 5 and 60 seconds. */
  readonly pauses?: readonly number[];
  run(job: Job): Promise<void>;
  /** Called when the job is back in the queue: it is retried, or cannot be done at the moment. */
  waits?(job: Job): Promise<void>;
  /** Called when the last try failed; the message of a `JobRejected` is for the user. */
  failed(job: Job, error: Error): Promise<void>;
}

interface QueueOptions {
  readonly db: Database;
  readonly now: () => number;
  readonly log: Log;
  readonly presence: Presence;
}

/**
 * All work in the background is jobs in the database: they survive a restart, are tried at most three times and record
 * why they failed. During an outage of the database, the file store or the readers they are retried, however often. If
 * there are several processes, one takes a job and keeps it as long as it runs.
 */
export interface JobQueue {
  /** Registers how a kind of job is done. A process takes only the kinds that it can do. */
  handle(kind: JobKind, handler: JobHandler): void;
  /** Takes over jobs that processes left running which are gone, and starts working. */
  start(): Promise<void>;
  /** Looks for jobs now: call it after adding one, with its kind. */
  wake(kind?: JobKind): void;
  /** Resolves when no job is running and none is due; for tests. */
  idle(): Promise<void>;
  /** Whether it starts jobs: it has started, and does not stop yet. */
  isOpen(): boolean;
  /** Starts no more jobs; those that run continue. */
  rest(): void;
  /** Starts no more jobs and returns those that run to the queue, as if they had not been tried. */
  stop(): Promise<void>;
}

/** The row that adds a job; insert it in the same batch as the change that requires it. */
export function newJob(kind: JobKind, subject: Pick<NewJob, "submissionId" | "stackId" | "payload">, now: number) {
  return { id: newId(), kind, ...subject, state: "queued", runAfter: now, createdAt: now } as const satisfies NewJob;
}

export function createJobQueue({ db, now, log, presence }: QueueOptions): JobQueue {
  const handlers = new Map<JobKind, JobHandler>();
  const running = new Map<string, { readonly job: Job; readonly work: Promise<void> }>();
  /** The job's row, if it still belongs to this process. */
  const own = ({ id }: Pick<Job, "id">) =>
    and(eq(jobs.id, id), eq(jobs.state, "running"), eq(jobs.processId, presence.id));
  const claims = createClaims({ now, presence, mostDeaths: MOST_DEATHS });
  let state: "new" | "open" | "resting" | "stopped" = "new";
  let pumping: Promise<void> | null = null;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wake(kind?: JobKind): void {
    // The end of a job looks for the next one.
    if (state !== "open" || (kind !== undefined && !freeKinds().includes(kind))) return;
    again = true;
    pumping ??= pump().finally(() => {
      pumping = null;
      // Woken at the very last moment.
      if (again) wake();
    });
  }

  /** Starts jobs until none is due or the limit is reached; then sleeps until the next one is due. */
  async function pump(): Promise<void> {
    while (again) {
      again = false;
      try {
        const waiting = await claims.look(db.query, [...handlers.keys()], lost());
        const isLost = (each: WaitingJobs) => each.state === "running";
        if (waiting.some(isLost)) {
          await takeOver();
          again = true;
        } else planNext(await startAll(waiting));
      } catch (error) {
        log.error("job-look-failed", error);
        timer = setTimeout(() => wake(), LOOK_EVERY);
      }
    }
  }

  /** Starts those that are due while there is room, and returns those that still wait. */
  async function startAll(found: readonly WaitingJobs[]): Promise<readonly WaitingJobs[]> {
    let waiting = found;
    for (;;) {
      const next = claims.next(waiting.filter((each) => each.due > 0 && isStartable(each)));
      if (state !== "open" || !next) return waiting;
      const job = await db.run((query) => claims.claim(query, next, waiting));
      const due = job === null ? 0 : next.due - 1;
      waiting = waiting.map((each) => (each === next ? { ...each, due } : each));
      if (job !== null) start(job);
    }
  }

  function start(job: Job): void {
    const work = perform(job).finally(() => {
      running.delete(job.id);
      wake();
    });
    running.set(job.id, { job, work });
  }

  /** The kinds of which this process can do another one now. */
  function freeKinds(): JobKind[] {
    const busy = [...running.values()].map(({ job }) => job);
    if (busy.some(({ tries }) => tries > MOST_DEATHS)) return [];
    const kinds = [...handlers].filter(([kind, { atOnce }]) => busy.filter((job) => job.kind === kind).length < atOnce);
    return kinds.map(([kind]) => kind);
  }

  function isStartable({ kind, deadly }: WaitingJobs): boolean {
    return freeKinds().includes(kind) && (deadly === 0 || running.size === 0);
  }

  async function perform(job: Job): Promise<void> {
    try {
      await handlers.get(job.kind)!.run(job);
      await db.run((query) => query.delete(jobs).where(own(job)));
    } catch (error) {
      if (state === "stopped") return;
      const cause = error instanceof Error ? error : new Error(String(error));
      await giveUpOrRetry(job, cause).catch((later: unknown) => log.error("job-lost", later, { job: job.id }));
    }
  }

  async function giveUpOrRetry(job: Job, error: Error): Promise<void> {
    if (isOutage(error)) return putBack(job, { ...untried(), error: error.message, runAfter: now() + POSTPONED });
    if (!(error instanceof JobRejected)) {
      log.error("job-failed", error, { job: job.id, kind: job.kind, try: job.tries });
    }
    if (error instanceof JobRejected || job.tries >= MOST_TRIES) return bury(job, error);
    const { pauses = PAUSES } = handlers.get(job.kind)!;
    const runAfter = now() + (pauses[job.tries - 1] ?? 0);
    await putBack(job, { state: "queued", processId: null, error: error.message, runAfter });
  }

  async function putBack(job: Job, change: ReturnType<typeof untried> | Partial<Job>): Promise<void> {
    const { rowsAffected } = await db.run((query) => query.update(jobs).set(change).where(own(job)));
    if (rowsAffected > 0) await handlers.get(job.kind)?.waits?.(job);
  }

  async function bury(job: Job, error: Error): Promise<void> {
    const failed = { state: "failed" as const, processId: null, error: error.message };
    const { rowsAffected } = await db.run((query) => query.update(jobs).set(failed).where(own(job)));
    if (rowsAffected > 0) await handlers.get(job.kind)?.failed(job, error);
  }

  /** Jobs that a process left running which is gone. */
  function lost() {
    // After a database outage there may be jobs that this process no longer runs, although they are its own.
    const forgotten = and(eq(jobs.processId, presence.id), notInArray(jobs.id, [...running.keys()]));
    const orphaned = or(isNull(jobs.processId), presence.isGone(jobs.processId), forgotten);
    return and(eq(jobs.state, "running"), inArray(jobs.kind, [...handlers.keys()]), orphaned);
  }

  /** Lost jobs return to the queue, except those during which processes died too often. */
  async function takeOver(): Promise<void> {
    const orphans = lost();
    for (const { id } of await db.query.select({ id: jobs.id }).from(jobs).where(orphans)) {
      // Another process may have been faster.
      const [job] = await db.run((query) =>
        query
          .update(jobs)
          .set({ processId: presence.id })
          .where(and(eq(jobs.id, id), orphans))
          .returning(),
      );
      if (!job) continue;
      // Behind the waiting jobs: if it is the one that crashes the process, the others are done first.
      if (job.tries <= MOST_DEATHS) await putBack(job, { state: "queued", processId: null, runAfter: now() });
      else await bury(job, new Error(`the reader crashed while reading it, ${job.tries} times, at last with no other`));
    }
  }

  /** Sleeps until the next job is due for another try, or another process may have added one. */
  function planNext(waiting: readonly WaitingJobs[]): void {
    clearTimeout(timer);
    if (state !== "open" || freeKinds().length === 0) return;
    const due = Math.min(...waiting.filter(isStartable).map(({ since }) => since));
    const longest = db.shared ? LOOK_EVERY : MINUTE;
    if (due < Number.POSITIVE_INFINITY || db.shared) {
      timer = setTimeout(() => wake(), Math.max(50, Math.min(due - now(), longest)));
    }
  }

  function works(): Promise<void>[] {
    return [...running.values()].map(({ work }) => work);
  }

  async function idle(): Promise<void> {
    wake();
    while (pumping !== null || running.size > 0) await Promise.all([pumping, ...works()]);
  }

  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    async start() {
      await takeOver();
      if (state !== "new") return;
      state = "open";
      wake();
    },
    wake,
    idle,
    isOpen: () => state === "open",
    rest() {
      state = "resting";
      clearTimeout(timer);
    },
    async stop() {
      state = "stopped";
      clearTimeout(timer);
      await pumping;
      const ids = [...running.keys()];
      await Promise.allSettled(works().map((work) => Promise.race([work, pause(200)])));
      for (const id of ids) {
        await db.run((query) => query.update(jobs).set(untried()).where(own({ id })));
      }
    },
  };
}

/** Whether a failure is through no fault of the job. */
function isOutage(error: Error): boolean {
  return error instanceof BucketUnreachable || error instanceof PoolClosed || findOutage(error) !== null;
}

/** Returns it to the queue, as if it had not been tried. */
function untried() {
  return { state: "queued" as const, processId: null, tries: sql`${jobs.tries} - 1` };
}

/** Forgets jobs that failed long ago: their pages tell the reason. */
export async function sweepJobs({ db, now }: Pick<QueueOptions, "db" | "now">): Promise<void> {
  const old = now() - 30 * DAY;
  await db.write((query) => query.delete(jobs).where(and(eq(jobs.state, "failed"), lt(jobs.createdAt, old))));
}
