import { and, eq, lt } from "drizzle-orm";
import { DAY, MINUTE } from "../../core/basics/durations.ts";
import { jobs } from "../db/schema.ts";
import { createClaims, type WaitingJobs } from "./claim-job.ts";
import { createEndings, MOST_DEATHS, type QueueOptions } from "./end-job.ts";
import type { Job, JobHandler, JobKind } from "./job.ts";
import { createRunningJobs } from "./running-jobs.ts";

/**
 * How often an idle process looks for jobs that others have added to a shared database, and how often after an outage.
 */
const LOOK_EVERY = 2_000;

/**
 * All work in the background is jobs in the database: they survive a restart, are tried a few times and record
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
  /** Starts no more jobs and returns those that do not end soon to the queue, as if they had not been tried. */
  stop(): Promise<void>;
}

export function createJobQueue({ db, now, log, presence }: QueueOptions): JobQueue {
  const handlers = new Map<JobKind, JobHandler>();
  const running = createRunningJobs(handlers);
  const endings = createEndings({ db, now, log, presence, handlers });
  const claims = createClaims({ now, presence, mostDeaths: MOST_DEATHS });
  let state: "new" | "open" | "resting" | "stopped" = "new";
  let pumping: Promise<void> | null = null;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wake(kind?: JobKind): void {
    // The end of a job looks for the next one.
    if (state !== "open" || (kind !== undefined && !running.freeKinds().includes(kind))) return;
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
        const waiting = await claims.look(db.query, [...handlers.keys()], endings.lost(running.ids()));
        const isLost = (each: WaitingJobs) => each.state === "running";
        if (waiting.some(isLost)) {
          await endings.takeOver(running.ids());
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
      const next = claims.next(waiting.filter((each) => each.due > 0 && running.hasRoom(each)));
      if (state !== "open" || !next) return waiting;
      const job = await db.run((query) => claims.claim(query, next, waiting));
      const due = job === null ? 0 : next.due - 1;
      waiting = waiting.map((each) => (each === next ? { ...each, due } : each));
      if (job !== null) running.add(job, perform(job), () => wake());
    }
  }

  async function perform(job: Job): Promise<void> {
    try {
      await handlers.get(job.kind)!.run(job);
      await endings.done(job);
    } catch (error) {
      if (state !== "stopped") await endings.failed(job, error);
    }
  }

  /** Sleeps until the next job is due for another try, or another process may have added one. */
  function planNext(waiting: readonly WaitingJobs[]): void {
    clearTimeout(timer);
    if (state !== "open" || running.freeKinds().length === 0) return;
    const due = Math.min(...waiting.filter(running.hasRoom).map(({ since }) => since));
    const longest = db.shared ? LOOK_EVERY : MINUTE;
    if (due < Number.POSITIVE_INFINITY || db.shared) {
      timer = setTimeout(() => wake(), Math.max(50, Math.min(due - now(), longest)));
    }
  }

  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    async start() {
      await endings.takeOver(running.ids());
      if (state !== "new") return;
      state = "open";
      wake();
    },
    wake,
    async idle() {
      wake();
      while (pumping !== null || running.ids().length > 0) await Promise.all([pumping, ...running.works()]);
    },
    isOpen: () => state === "open",
    rest() {
      state = "resting";
      clearTimeout(timer);
    },
    async stop() {
      state = "stopped";
      clearTimeout(timer);
      await pumping;
      const ids = running.ids();
      await running.finish();
      for (const id of ids) await endings.putBack(id);
    },
  };
}

/** Forgets jobs that failed long ago: their pages tell the reason. */
export async function sweepJobs({ db, now }: Pick<QueueOptions, "db" | "now">): Promise<void> {
  const old = now() - 30 * DAY;
  await db.write((query) => query.delete(jobs).where(and(eq(jobs.state, "failed"), lt(jobs.createdAt, old))));
}
