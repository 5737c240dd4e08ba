import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { Problem } from "../../core/rules/problem.ts";
import type { FileJob, FilePage, PictureWishes } from "./messages.ts";
import { ReadingWorker } from "./reading-worker.ts";

/** A page's longest time: one that takes longer hangs, and its worker is replaced. */
const PAGE_SECONDS = 180;
/** How long an interruption waits for the pages that are being read. */
const GRACE_SECONDS = 10;
/**
 * Below this heap there is no haste to collect garbage. A page is read with many large arrays that live for milliseconds:
 * with Node's default each page is two collections, which take a quarter of the processor's time and more.
 */
const WORKER_HEAP_START_MB = 128;
/** Pages of a PDF that one worker reads at a stretch; the next stretch may go to another worker. */
const STRETCH = 4;

export interface PoolOptions {
  /** The worker's JavaScript. */
  readonly workerUrl: URL;
  /** Number of workers; default: the machine's cores. */
  readonly jobs?: number | undefined;
  /** A page's longest time in seconds; default 180. */
  readonly pageSeconds?: number;
  /** How long an interruption waits for the pages that are being read, in seconds; default 10. */
  readonly graceSeconds?: number;
}

/** A file to read. */
export interface FileRequest extends PictureWishes {
  readonly path: string;
  /** Pages (from 1) that are known already. */
  readonly skip: readonly number[];
}

/** Worker threads that read pages. A worker that dies costs at most the page that killed it. */
export interface ReadingPool {
  /** SHA-256 of the detector's model, hex. */
  readonly model: string;
  /**
   * Reads a file's pages, those of a long PDF on several workers; `onPage` hears of each as it is done. A page that
   * brings its worker down is tried once more, then reported as failed; one that takes too long is not. Files wait until
   * a worker is free. Resolves at the file's end; rejects where a picture cannot be written or `onPage` throws.
   */
  readFile(request: FileRequest, onPage: (result: FilePage) => void): Promise<void>;
  /** Begins no more pages: unfinished `readFile` calls reject when the pages that are being read are done, or after a while. */
  interrupt(): void;
  /** The same, and ends the workers, each when it has come to rest: see `ReadingWorker.rest`. */
  close(): Promise<void>;
}

/** Thrown by `readFile` after `interrupt` or `close`. */
export class PoolClosed extends Error {}

/** Thrown where a worker cannot start: no page could be read then. */
export class ReaderBroken extends Error {
  override readonly name = "ReaderBroken";
}

/** Starts the workers and waits until the first has loaded the model. Throws `ReaderBroken` where it cannot. */
export async function openReadingPool(options: PoolOptions): Promise<ReadingPool> {
  // For the heaps of the workers: a worker has no option of its own for this.
  setFlagsFromString(`--initial-heap-size=${WORKER_HEAP_START_MB}`);
  const size = Math.max(1, options.jobs ?? availableParallelism());
  const pageSeconds = options.pageSeconds ?? PAGE_SECONDS;
  const idle: ReadingWorker[] = [];
  const waiting: ((worker: ReadingWorker | null) => void)[] = [];
  const all = new Set<ReadingWorker>();
  /** Those that were given up amid a page, and are in nobody's way. */
  const leaving = new Set<ReadingWorker>();
  const graceMs = (options.graceSeconds ?? GRACE_SECONDS) * 1000;
  const grace = createGrace(graceMs);
  let closed = false;

  async function start(): Promise<ReadingWorker> {
    const worker = new ReadingWorker(options.workerUrl, pageSeconds);
    all.add(worker);
    try {
      await worker.ready;
    } catch (error) {
      discard(worker);
      throw new ReaderBroken(error instanceof Error ? error.message : String(error));
    }
    return worker;
  }

  async function take(): Promise<ReadingWorker> {
    if (closed) throw new PoolClosed();
    const worker = idle.pop();
    if (worker?.dead) {
      discard(worker);
      return take();
    }
    if (worker) return worker;
    if (all.size < size) return start();
    const given = await new Promise<ReadingWorker | null>((resolve) => waiting.push(resolve));
    return given ?? take();
  }

  function release(worker: ReadingWorker): void {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  }

  function discard(worker: ReadingWorker): void {
    all.delete(worker);
    leaving.add(worker);
    worker.beginNoMore();
    // One that never rests would keep a core from those that read on.
    void Promise.race([worker.rest(), pause(pageSeconds * 1000, undefined, { ref: false })]).then(async () => {
      await worker.stop();
      leaving.delete(worker);
    });
    waiting.shift()?.(null);
  }

  async function readStretch(job: FileJob, onPage: (result: FilePage) => void): Promise<number> {
    const skip = new Set(job.skip);
    const crashes = new Map<number, number>();
    while (true) {
      const worker = await take();
      if (closed) throw new PoolClosed();
      const reading = worker.read({ ...job, skip: [...skip] }, (result) => {
        skip.add(result.page);
        onPage(result);
      });
      const end = await reading.catch((error: unknown) => {
        // It would go the same way with all other pages.
        interrupt();
        throw error;
      });
      if (closed) throw new PoolClosed();
      if (!("crashedPage" in end)) {
        release(worker);
        return end.pageCount;
      }
      discard(worker);
      const { crashedPage, reason, isTooSlow } = end;
      crashes.set(crashedPage, (crashes.get(crashedPage) ?? 0) + 1);
      if (!isTooSlow && (crashes.get(crashedPage) ?? 0) < 2) continue;
      // Page 0: the file brings the worker down before a page is begun, so no page of it can be reached.
      const lost = crashedPage > 0 ? [crashedPage] : pagesOf(job).filter((page) => !skip.has(page));
      const failure = isTooSlow ? tooSlow(pageSeconds) : crashed(reason);
      for (const page of lost) onPage(failedPage(page, { failure, pageCount: job.pageCount }));
      if (crashedPage === 0) return 0;
      skip.add(crashedPage);
    }
  }

  async function readFile(request: FileRequest, onPage: (result: FilePage) => void): Promise<void> {
    const pageCount = await readStretch({ ...request, from: 1, to: STRETCH, pageCount: 0 }, onPage);
    const later = [];
    for (let from = 1 + STRETCH; from <= pageCount; from += STRETCH) {
      const to = Math.min(from + STRETCH - 1, pageCount);
      later.push(readStretch({ ...request, from, to, pageCount }, onPage));
    }
    await whole(later);
  }

  function interrupt(): void {
    if (closed) return;
    closed = true;
    grace.begin();
    for (const resolve of waiting.splice(0)) resolve(null);
    for (const worker of all) worker.beginNoMore();
  }

  const first = await start();
  release(first);
  return {
    model: await first.ready,
    readFile: async (request, onPage) => {
      const isOver = grace.over.then(() => Promise.reject(new PoolClosed()));
      await Promise.race([readFile(request, onPage), isOver]);
    },
    interrupt,
    close: async () => {
      interrupt();
      // By now the results of an interrupted command are written: what is still at work may have as long again.
      const last = createGrace(graceMs);
      last.begin();
      const ends = [...all, ...leaving].map(async (worker) => {
        await Promise.race([worker.rest(), last.over]);
        await worker.stop();
      });
      await Promise.all(ends);
      for (const each of [grace, last]) each.end();
    },
  };
}

/** A time that begins when it is told to; `over` resolves at its end. */
function createGrace(milliseconds: number) {
  let timer: NodeJS.Timeout | undefined;
  let resolveOver = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    resolveOver = resolve;
  });
  return {
    over,
    begin: (): void => {
      timer = setTimeout(resolveOver, milliseconds);
    },
    end: (): void => clearTimeout(timer),
  };
}

/** Waits for all stretches of a file, so that no page comes after its end; then throws what went wrong. */
async function whole(stretches: readonly Promise<number>[]): Promise<void> {
  const outcomes = await Promise.allSettled(stretches);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof PoolClosed)) ?? reasons[0];
}

/** The pages of a stretch; of a file that was never opened only the first is known to be there. */
function pagesOf({ from, to, pageCount }: FileJob): number[] {
  return Array.from({ length: pageCount === 0 ? 1 : to - from + 1 }, (_, index) => from + index);
}

function crashed(reason: string): Problem {
  const message = `The page could not be read: ${reason}. Scan it again, or grade it by hand.`;
  return { code: "reader-crashed", message };
}

function tooSlow(seconds: number): Problem {
  const message = `Reading the page took more than ${seconds} seconds and was stopped. Grade it by hand.`;
  return { code: "reader-too-slow", message };
}

function failedPage(page: number, { failure, pageCount }: { failure: Problem; pageCount: number }): FilePage {
  return { page, fileHash: "", pageCount, turn: 0, qr: null, width: 0, height: 0, reading: null, failure, seconds: 0 };
}
