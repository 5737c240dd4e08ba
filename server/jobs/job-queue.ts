import { setTimeout as pause } from "node:timers/promises";
import { and, asc, eq, inArray, isNull, lt, lte, notInArray, or, sql } from "drizzle-orm";
import type { Log } from "../adapters/log.ts";
import { newId } from "../adapters/random.ts";
import type { Database, Query } from "../db/client.ts";
import { jobs } from "../db/schema.ts";
import type { Presence } from "../processes/presence.ts";

/** A job is tried this often; then it has failed. */
export const MOST_TRIES = 3;
/** A job during which the process died this often is not tried again: it may be what brings it down. */
export const MOST_DEATHS = 6;
/** How often a process that has a hand free looks for what others have added to a shared database, and after an outage. */
const LOOK_EVERY = 2_000;
/** Before the second and the third try. */
const PAUSES = [5_000, 60_000];
/** Before a job is looked at again that was postponed. */
const POSTPONED = 10_000;

export type JobKind = "read";
export type Job = typeof jobs.$inferSelect;

/** Thrown by a job that would fail again: it is not tried again. The message is for the user. */
export class JobRejected extends Error {
  override readonly name = "JobRejected";
}

/** Thrown by a job that cannot be done at the moment, for no fault of its own: it is tried again, however often. */
export class JobPostponed extends Error {
  override readonly name = "JobPostponed";
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
  readonly presence: Presence;
  /** Jobs that run at once. */
  readonly atOnce: number;
}

/**
 * Jobs in the database: they survive a restart, are tried at most three times and say why they failed. Of several
 * processes one takes a job, and it is that one's as long as it lives.
 */
export interface JobQueue {
  /** Says how each kind of job is done. */
  handle(kind: JobKind, handler: JobHandler): void;
  /** Takes over what was left running by processes that are gone, and begins to work. */
  start(): Promise<void>;
  /** Looks for jobs now: call it when one was added. */
  wake(): void;
  /** Resolves when no job is running and none is due; for tests. */
  idle(): Promise<void>;
  /** Begins no further job; those that run go on. */
  rest(): void;
  /** Begins no further job and gives those that run back to the queue, as if they had not been tried. */
  stop(): Promise<void>;
}

/** The row that adds a job; insert it in the batch that makes it necessary. */
export function newJob(kind: JobKind, submissionId: string, now: number): typeof jobs.$inferInsert {
  return { id: newId(), kind, submissionId, state: "queued", runAfter: now, createdAt: now };
}

export function createJobQueue({ db, now, log, presence, atOnce }: QueueOptions): JobQueue {
  const handlers = new Map<string, JobHandler>();
  const running = new Map<string, Promise<void>>();
  /** As far as the job is this process's still. */
  const own = ({ id }: Pick<Job, "id">) =>
    and(eq(jobs.id, id), eq(jobs.state, "running"), eq(jobs.processId, presence.id));
  let state: "new" | "open" | "resting" | "stopped" = "new";
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
      await takeOver().catch((error: unknown) => log.error("take-over-failed", error));
      while (state === "open" && running.size < atOnce) {
        const job = await db.run(claim).catch((error: unknown) => {
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
      await planNext().catch((error: unknown) => {
        log.error("job-look-failed", error);
        timer = setTimeout(wake, LOOK_EVERY);
      });
    }
  }

  async function claim(query: Query): Promise<Job | null> {
    const due = and(eq(jobs.state, "queued"), lte(jobs.runAfter, now()));
    const order = [asc(jobs.runAfter), asc(jobs.createdAt)];
    const first = query
      .select({ id: jobs.id })
      .from(jobs)
      .where(due)
      .orderBy(...order)
      .limit(1);
    const taken = { state: "running" as const, tries: sql`${jobs.tries} + 1`, processId: presence.id };
    const [job] = await query.update(jobs).set(taken).where(inArray(jobs.id, first)).returning();
    return job ?? null;
  }

  async function perform(job: Job): Promise<void> {
    try {
      const handler = handlers.get(job.kind);
      if (!handler) throw new JobRejected(`No job of the kind ${job.kind} is known.`);
      await handler.run(job);
      await db.run((query) => query.delete(jobs).where(own(job)));
    } catch (error) {
      if (state === "stopped") return;
      await giveUpOrRetry(job, error).catch((later: unknown) => log.error("job-lost", later, { job: job.id }));
    }
  }

  async function giveUpOrRetry(job: Job, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof JobPostponed) {
      const back = { ...untried(), error: reason, runAfter: now() + POSTPONED };
      return void (await db.run((query) => query.update(jobs).set(back).where(own(job))));
    }
    if (!(error instanceof JobRejected))
      log.error("job-failed", error, { job: job.id, kind: job.kind, try: job.tries });
    if (error instanceof JobRejected || job.tries >= MOST_TRIES) return bury(job, reason);
    const runAfter = now() + (PAUSES[job.tries - 1] ?? 0);
    await db.run((query) =>
      query.update(jobs).set({ state: "queued", processId: null, error: reason, runAfter }).where(own(job)),
    );
  }

  async function bury(job: Job, reason: string): Promise<void> {
    const failed = { state: "failed" as const, processId: null, error: reason };
    const { rowsAffected } = await db.run((query) => query.update(jobs).set(failed).where(own(job)));
    if (rowsAffected > 0) await handlers.get(job.kind)?.failed(job, reason);
  }

  /** What a process ran that is gone goes back to the queue, but for what processes died of too often. */
  async function takeOver(): Promise<void> {
    // An outage of the database may have left jobs that this very process runs no more.
    const forgotten = and(eq(jobs.processId, presence.id), notInArray(jobs.id, [...running.keys()]));
    const orphaned = or(isNull(jobs.processId), presence.isGone(jobs.processId), forgotten);
    const lost = and(eq(jobs.state, "running"), orphaned);
    for (const { id } of await db.query.select({ id: jobs.id }).from(jobs).where(lost)) {
      // Another process may have been quicker.
      const [job] = await db.run((query) =>
        query
          .update(jobs)
          .set({ processId: presence.id })
          .where(and(eq(jobs.id, id), lost))
          .returning(),
      );
      if (!job) continue;
      if (job.tries >= MOST_DEATHS) await bury(job, `the reader ended in the middle of it, ${MOST_DEATHS} times`);
      else {
        // Behind what waits: should it be the one that brings the process down, the others are read first.
        const back = { state: "queued" as const, processId: null, runAfter: now() };
        await db.run((query) => query.update(jobs).set(back).where(own(job)));
      }
    }
  }

  /** Sleeps until the next job that waits for its next try, or that another process may have added. */
  async function planNext(): Promise<void> {
    clearTimeout(timer);
    if (state !== "open" || running.size >= atOnce) return;
    const [next] = await db.query
      .select({ runAfter: jobs.runAfter })
      .from(jobs)
      .where(eq(jobs.state, "queued"))
      .orderBy(asc(jobs.runAfter))
      .limit(1);
    const longest = db.shared ? LOOK_EVERY : 60_000;
    if (next || db.shared) {
      timer = setTimeout(wake, Math.max(50, Math.min((next?.runAfter ?? Infinity) - now(), longest)));
    }
  }

  async function idle(): Promise<void> {
    wake();
    while (pumping !== null || running.size > 0) await Promise.all([pumping, ...running.values()]);
  }

  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    async start() {
      await takeOver();
      if (state !== "new") return;
      state = "open";
      wake();
    },
    wake() {
      wake();
    },
    idle,
    rest() {
      state = "resting";
      clearTimeout(timer);
    },
    async stop() {
      state = "stopped";
      clearTimeout(timer);
      await pumping;
      const ids = [...running.keys()];
      await Promise.allSettled([...running.values()].map((work) => Promise.race([work, pause(200)])));
      for (const id of ids) {
        await db.run((query) => query.update(jobs).set(untried()).where(own({ id })));
      }
    },
  };
}

/** Back to the queue, as if it had not been tried. */
function untried() {
  return { state: "queued" as const, processId: null, tries: sql`${jobs.tries} - 1` };
}

/** Forgets jobs that failed long ago: their analyses tell the reason. */
export async function sweepJobs({ db, now }: Pick<QueueOptions, "db" | "now">): Promise<void> {
  const old = now() - 30 * 24 * 60 * 60 * 1000;
  await db.write((query) => query.delete(jobs).where(and(eq(jobs.state, "failed"), lt(jobs.createdAt, old))));
}
