import { setTimeout as pause } from "node:timers/promises";
import { createFairQueue } from "./fair-queue.ts";
import type { NewsOf, WorkMessage, WorkTable } from "./messages.ts";
import { PoolThread, type ThreadEnd } from "./pool-thread.ts";

/** The worker died or hung on a piece of work, or the work met a defect; trying again may help. */
export class WorkFailed extends Error {
  override readonly name: string = "WorkFailed";
}

/** The work took longer than its pool allows; it would again. */
export class WorkTimedOut extends WorkFailed {
  override readonly name = "WorkTimedOut";
}

/** The pool was interrupted or closed before the work was done. */
export class PoolClosed extends Error {
  override readonly name = "PoolClosed";

  constructor() {
    super("The program is stopping.");
  }
}

/** How long a closing pool waits for a worker's piece of work, in milliseconds. */
const GRACE_MS = 10_000;

export interface PoolOptions {
  /** The worker's JavaScript: a module that calls `serveWork`. */
  readonly workerUrl: URL;
  /** The most workers at once. */
  readonly size: number;
  /** The longest time for a piece of work, or between its reports; a worker that takes longer is replaced. */
  readonly seconds: number;
  /** The workers run when no other thread wants to: what somebody waits for goes before them. */
  readonly lowPriority?: boolean;
  /**
   * Who asks at the moment. They take turns, so that nobody waits until all the work of another one is done; without it
   * work is done in its order.
   */
  readonly currentCaller?: () => string | undefined;
  /** Whether a piece of work may take much longer than others: of several workers, one is kept free of those. */
  readonly isLong?: (work: WorkMessage) => boolean;
}

/** Worker threads that do one piece of work each; they start when they are needed. */
export interface WorkerPool<Work extends WorkTable<Work>> {
  /** The most workers at once. */
  readonly size: number;
  /**
   * Does a piece of work, of each caller the earliest asked for first; `onNews` gets what the worker reports before its
   * answer. What `onNews` throws rejects the call.
   * @throws {WorkFailed} {@link WorkTimedOut} {@link PoolClosed}
   */
  ask<Kind extends keyof Work>(
    kind: Kind,
    request: Work[Kind]["request"],
    onNews?: (news: NewsOf<Work[Kind]>) => void,
  ): Promise<Work[Kind]["answer"]>;
  /** Whether a worker has something to do. */
  isWorking(): boolean;
  /**
   * Begins no more work: what waits rejects now; what is being done may end at its next opportunity, within this many
   * milliseconds, and its news still come; then it rejects, too.
   */
  interrupt(graceMs: number): void;
  /** Rejects what waits and what is being done, and ends all workers, each when it is at rest or the grace is over. */
  close(graceMs?: number): Promise<void>;
}

interface Piece {
  readonly message: WorkMessage;
  onNews(news: unknown): void;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** A pool for the kinds of work of `Work`. The command and the server each have theirs. */
export function createWorkerPool<Work extends WorkTable<Work>>(options: PoolOptions): WorkerPool<Work> {
  const { workerUrl, size, seconds, lowPriority = false } = options;
  const { currentCaller = () => undefined, isLong = () => false } = options;
  const queue = createFairQueue(size);
  const longQueue = createFairQueue(Math.max(1, size - 1));
  /** What was asked for and has no answer. */
  const open = new Set<Piece>();
  const idle: PoolThread[] = [];
  const busy = new Map<PoolThread, Piece>();
  /** Threads that were given up in the middle of their work. */
  const leaving = new Set<PoolThread>();
  let isOpen = true;

  function fail(piece: Piece, error: unknown): void {
    open.delete(piece);
    piece.reject(error);
  }

  function takeThread(): PoolThread {
    for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) if (!thread.isDead) return thread;
    return new PoolThread(workerUrl, { lowPriority });
  }

  async function perform(piece: Piece): Promise<void> {
    // The pool was closed while it waited.
    if (!open.has(piece)) return;
    const thread = takeThread();
    busy.set(thread, piece);
    const end = await thread.perform(piece.message, { seconds, onNews: (news) => hear(piece, news) });
    busy.delete(thread);
    if (end.type === "answered" || end.type === "failed") idle.push(thread);
    else leave(thread);
    if (!isOpen) fail(piece, new PoolClosed());
    else if (end.type !== "answered") fail(piece, failureOf(end));
    else {
      open.delete(piece);
      piece.resolve(end.answer);
    }
  }

  function hear(piece: Piece, news: unknown): void {
    try {
      if (open.has(piece)) piece.onNews(news);
    } catch (error) {
      fail(piece, error);
    }
  }

  function failureOf(end: Exclude<ThreadEnd, { type: "answered" }>): WorkFailed {
    return end.type === "late" ? new WorkTimedOut(`it took more than ${seconds} seconds`) : new WorkFailed(end.reason);
  }

  /** A thread that never rests would keep a core from the others: it has as long again. */
  function leave(thread: PoolThread): void {
    leaving.add(thread);
    if (!thread.isDead) thread.beginNoMore();
    void endAtRest(thread, seconds * 1000).then(() => leaving.delete(thread));
  }

  function interrupt(graceMs: number): void {
    if (!isOpen) return;
    isOpen = false;
    const begun = new Set(busy.values());
    for (const piece of open) if (!begun.has(piece)) fail(piece, new PoolClosed());
    for (const thread of busy.keys()) thread.beginNoMore();
    void pause(graceMs, undefined, { ref: false }).then(failAll);
  }

  function failAll(): void {
    for (const piece of open) fail(piece, new PoolClosed());
  }

  return {
    size,
    ask(kind, request, onNews = () => undefined) {
      return new Promise((resolve, reject) => {
        if (!isOpen) return reject(new PoolClosed());
        const piece: Piece = {
          message: { kind, request },
          onNews: onNews as Piece["onNews"],
          resolve: resolve as Piece["resolve"],
          reject,
        };
        open.add(piece);
        const caller = currentCaller();
        const wait = () => queue.run(caller, () => perform(piece));
        void (isLong(piece.message) ? longQueue.run(caller, wait) : wait());
      });
    },
    isWorking: () => busy.size > 0,
    interrupt,
    async close(graceMs = GRACE_MS) {
      interrupt(0);
      failAll();
      const working = [...busy.keys(), ...leaving];
      await Promise.all([
        ...idle.map((thread) => thread.stop()),
        ...working.map((thread) => endAtRest(thread, graceMs)),
      ]);
    },
  };
}

async function endAtRest(thread: PoolThread, graceMs: number): Promise<void> {
  await Promise.race([thread.rest(), pause(graceMs, undefined, { ref: false })]);
  await thread.stop();
}
