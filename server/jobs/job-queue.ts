import { and, asc, eq, lt, lte } from "drizzle-orm";
import type { Log } from "../adapters/log.ts";
import { newId } from "../adapters/random.ts";
import type { Database, Query } from "../db/client.ts";
import { jobs } from "../db/schema.ts";

/** A job is tried this often; then it has failed. */
export const MOST_TRIES = 3;
/** A job during which the process died this often is not tried again: it may be what brings it down. */
export const MOST_DEATHS = 6;
/** A running job belongs to its runner this long; a runner that lives ends it sooner. */
const LEASE = 10 * 60 * 1000;
/** Before the second and the third try. */
const PAUSES = [5_000, 60_000];

export type JobKind = "read";
export type Job = typeof jobs.$inferSelect;

/** Thrown by a job that would fail again: it is not tried again. The message is for the user. */
export class JobRejected extends Error {
  override readonly name = "JobRejected";
}

export interface JobHandler {
  run(job: Job): Promise<void>;
  /** The last try failed, for this reason in words for the user. */
  failed(job: Job, reason: string): Promise<void>;
}

interface QueueOptions {
  readonly db: Database;
  readonly now: () => number;
  readonly log: Log;
  /** Jobs that run at once. */
  readonly atOnce: number;
}

/** Jobs in the database: they survive a restart, are tried at most three times and say why they failed. */
export interface JobQueue {
  /** Says how each kind of job is done. */
  handle(kind: JobKind, handler: JobHandler): void;
  /** Takes over what a crash left running, and begins to work. */
  start(): Promise<void>;
  /** Looks for jobs now: call it when one was added. */
  wake(): void;
  /** Resolves when no job is running and none is due; for tests. */
  idle(): Promise<void>;
  /** Begins no further job and gives those that run back to the queue, as if they had not been tried. */
  stop(): Promise<void>;
}

/** The row that adds a job; insert it in the batch that makes it necessary. */
export function newJob(kind: JobKind, submissionId: string, now: number): typeof jobs.$inferInsert {
  return { id: newId(), kind, submissionId, state: "queued", runAfter: now, createdAt: now };
}

export function createJobQueue({ db, now, log, atOnce }: QueueOptions): JobQueue {
  const handlers = new Map<string, JobHandler>();
  const running = new Map<string, Promise<void>>();
  let state: "new" | "open" | "stopped" = "new";
  let pumping: Promise<void> | null = null;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wake(): void {
    if (state !== "open") return;
    again = true;
    pumping ??= pump().finally(() => {
      pumping = null;
      // Woken in the very last moment.
      if (again) wake();
    });
  }

  /** Starts jobs until none is due or all hands are busy; then sleeps until the next one is. */
  async function pump(): Promise<void> {
    while (again) {
      again = false;
      while (state === "open" && running.size < atOnce) {
        const job = await db.write(claim).catch((error: unknown) => {
          log.error("job-claim-failed", error);
          return null;
        });
        if (job === null) break;
        const work = perform(job).finally(() => {
          running.delete(job.id);
          wake();
        });
        running.set(job.id, work);
      }
      await planNext();
    }
  }

  async function claim(query: Query): Promise<Job | null> {
    const due = and(eq(jobs.state, "queued"), lte(jobs.runAfter, now()));
    const [job] = await query.select().from(jobs).where(due).orderBy(asc(jobs.runAfter), asc(jobs.createdAt)).limit(1);
    if (!job) return null;
    const taken = { state: "running" as const, tries: job.tries + 1, leaseUntil: now() + LEASE };
    await query.update(jobs).set(taken).where(eq(jobs.id, job.id));
    return { ...job, ...taken };
  }

  async function perform(job: Job): Promise<void> {
    try {
      const handler = handlers.get(job.kind);
      if (!handler) throw new JobRejected(`No job of the kind ${job.kind} is known.`);
      await handler.run(job);
      await db.write((query) => query.delete(jobs).where(eq(jobs.id, job.id)));
    } catch (error) {
      if (state === "stopped") return;
      await giveUpOrRetry(job, error).catch((later: unknown) => log.error("job-lost", later, { job: job.id }));
    }
  }

  async function giveUpOrRetry(job: Job, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    if (!(error instanceof JobRejected))
      log.error("job-failed", error, { job: job.id, kind: job.kind, try: job.tries });
    if (error instanceof JobRejected || job.tries >= MOST_TRIES) return bury(job, reason);
    const runAfter = now() + (PAUSES[job.tries - 1] ?? 0);
    await db.write((query) =>
      query.update(jobs).set({ state: "queued", leaseUntil: null, error: reason, runAfter }).where(eq(jobs.id, job.id)),
    );
  }

  async function bury(job: Job, reason: string): Promise<void> {
    await db.write((query) =>
      query.update(jobs).set({ state: "failed", leaseUntil: null, error: reason }).where(eq(jobs.id, job.id)),
    );
    await handlers.get(job.kind)?.failed(job, reason);
  }

  /** What was running when the last process died goes back to the queue, but for what it died of too often. */
  async function takeOver(lost: readonly Job[]): Promise<void> {
    for (const job of lost) {
      if (job.tries >= MOST_DEATHS) await bury(job, `the reader ended in the middle of it, ${MOST_DEATHS} times`);
      else {
        // Behind what waits: should it be the one that brings the process down, the others are read first.
        const back = { state: "queued" as const, leaseUntil: null, runAfter: now() };
        await db.write((query) => query.update(jobs).set(back).where(eq(jobs.id, job.id)));
      }
    }
  }

  /** Sleeps until the next job that waits for its next try. */
  async function planNext(): Promise<void> {
    clearTimeout(timer);
    if (state !== "open" || running.size >= atOnce) return;
    const [next] = await db.query
      .select({ runAfter: jobs.runAfter })
      .from(jobs)
      .where(eq(jobs.state, "queued"))
      .orderBy(asc(jobs.runAfter))
      .limit(1);
    if (next) timer = setTimeout(wake, Math.max(50, Math.min(next.runAfter - now(), 60_000)));
  }

  async function idle(): Promise<void> {
    wake();
    while (pumping !== null || running.size > 0) await Promise.all([pumping, ...running.values()]);
  }

  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    async start() {
      // One process works on a database: whatever is running was lost with the last one.
      await takeOver(await db.query.select().from(jobs).where(eq(jobs.state, "running")));
      if (state === "stopped") return;
      state = "open";
      wake();
    },
    wake() {
      wake();
    },
    idle,
    async stop() {
      state = "stopped";
      clearTimeout(timer);
      await pumping;
      const ids = [...running.keys()];
      await Promise.allSettled([...running.values()].map((work) => Promise.race([work, pause(200)])));
      for (const id of ids) {
        const [job] = await db.query
          .select()
          .from(jobs)
          .where(and(eq(jobs.id, id), eq(jobs.state, "running")));
        if (!job) continue;
        const back = { state: "queued" as const, leaseUntil: null, tries: job.tries - 1 };
        await db.write((query) => query.update(jobs).set(back).where(eq(jobs.id, id)));
      }
    },
  };
}

/** Forgets jobs that failed long ago: their analyses tell the reason. */
export async function sweepJobs({ db, now }: Pick<QueueOptions, "db" | "now">): Promise<void> {
  const old = now() - 30 * 24 * 60 * 60 * 1000;
  await db.write((query) => query.delete(jobs).where(and(eq(jobs.state, "failed"), lt(jobs.createdAt, old))));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
