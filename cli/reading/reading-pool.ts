import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { readerCrashed, readerTooSlow } from "../../core/opening/reading-failures.ts";
import {
  createWorkerPool,
  PoolClosed,
  type PoolOptions,
  type WorkerPool,
  WorkFailed,
  WorkTimedOut,
} from "../../workers/worker-pool.ts";
import { CommandFailure } from "../exit-codes.ts";
import { type FileJob, type FilePage, failedPage, type PictureWishes, type ReadingWork } from "./messages.ts";
import { isOwnPage } from "./part.ts";

/** The time limit of a page: one that takes longer hangs, and its worker is replaced. */
const PAGE_SECONDS = 180;
/** How long an interruption waits for the pages that are being read. */
const GRACE_SECONDS = 10;
/**
 * Below this heap size garbage collection is not urgent. A page is read with many large arrays that live for
 * milliseconds: with Node's default each page needs two collections, which take a quarter of the processor time and
 * more.
 */
const WORKER_HEAP_START_MB = 128;
/** Pages of a PDF that one worker reads in one job; the next ones may go to another worker. */
const STRETCH = 4;

/** What the launcher knows about the program's workers. */
export interface Installation {
  /** The worker's JavaScript. */
  readonly workerUrl: URL;
  /** Gives a pool in place of one that `open` makes: tests use the same workers for several runs of the command. */
  readonly lendPool?: (options: PoolOptions, open: typeof createWorkerPool<ReadingWork>) => WorkerPool<ReadingWork>;
}

export interface ReadingPoolOptions extends Installation {
  /** Number of workers; default: the machine's cores. */
  readonly jobs?: number | undefined;
  /** A page's time limit in seconds; default 180. */
  readonly pageSeconds?: number;
  /** How long an interruption waits for the pages that are being read, in seconds; default 10. */
  readonly graceSeconds?: number;
}

/** A file to read. */
export interface FileRequest extends PictureWishes, Pick<FileJob, "path" | "corrections" | "share"> {
  /** Pages (from 1) that are known already. */
  readonly skip: readonly number[];
}

/** Worker threads that read pages. A worker that dies costs at most the page that killed it. */
export interface ReadingPool {
  /** SHA-256 of the detector's model, hex. */
  readonly model: string;
  /**
   * Reads a file's pages, those of a long PDF on several workers; calls `onPage` with each as it is done. A page that
   * crashes its worker is tried once more, then reported as failed; one that takes too long is not. Files wait until a
   * worker is free. Resolves at the file's end; rejects if a picture cannot be written or `onPage` throws.
   */
  readFile(request: FileRequest, onPage: (result: FilePage) => void): Promise<void>;
  /**
   * Starts no more pages: unfinished `readFile` calls reject with `PoolClosed` when the pages that are being read are
   * done, or after a while.
   */
  interrupt(): void;
  /** The same at once; also ends the workers, each when it is idle. */
  close(): Promise<void>;
}

type StretchEnd = { readonly pageCount: number } | LostPage;

interface LostPage {
  /** The page that was being read; 0 before the first. */
  readonly lostPage: number;
  readonly error: WorkFailed;
}

/** Thrown if a worker cannot start: then no page could be read. */
export class ReaderBroken extends Error {
  override readonly name = "ReaderBroken";
}

/** Starts the workers and waits until the first has loaded the model. Throws `ReaderBroken` if it cannot. */
export async function openReadingPool(options: ReadingPoolOptions): Promise<ReadingPool> {
  // For the heaps of the workers: workers have no such option.
  setFlagsFromString(`--initial-heap-size=${WORKER_HEAP_START_MB}`);
  const pageSeconds = options.pageSeconds ?? PAGE_SECONDS;
  const graceMs = (options.graceSeconds ?? GRACE_SECONDS) * 1000;
  const { workerUrl, lendPool = (wanted, open) => open(wanted) } = options;
  const wanted = {
    workerUrl,
    size: Math.max(1, options.jobs ?? availableParallelism()),
    seconds: pageSeconds,
  };
  const pool = lendPool(wanted, createWorkerPool);

  /** Reads some pages once; the result may be that a worker died or hung. */
  async function attempt(job: FileJob, onPage: (result: FilePage) => void): Promise<StretchEnd> {
    let page = 0;
    try {
      const end = await pool.ask("pages", job, (news) => {
        if ("started" in news) page = news.started;
        else onPage(news.page);
      });
      if ("refused" in end) throw new CommandFailure(end.refused.exitCode, end.refused.message);
      return end;
    } catch (error) {
      if (error instanceof WorkFailed) return { lostPage: page, error };
      // All other pages would fail in the same way.
      pool.interrupt(graceMs);
      throw error;
    }
  }

  async function readStretch(job: FileJob, onPage: (result: FilePage) => void): Promise<number> {
    const skip = new Set(job.skip);
    const crashes = new Map<number, number>();
    while (true) {
      const end = await attempt({ ...job, skip: [...skip] }, (result) => {
        skip.add(result.page);
        onPage(result);
      });
      if (!("lostPage" in end)) return end.pageCount;
      const { lostPage, error } = end;
      const isTooSlow = error instanceof WorkTimedOut;
      crashes.set(lostPage, (crashes.get(lostPage) ?? 0) + 1);
      if (!isTooSlow && (crashes.get(lostPage) ?? 0) < 2) continue;
      // Page 0: the file crashes the worker before a page is started, so no page of it can be reached.
      const lost = lostPage > 0 ? [lostPage] : pagesOf(job).filter((page) => !skip.has(page));
      const failure = isTooSlow ? readerTooSlow(pageSeconds) : readerCrashed(error.message);
      for (const page of lost) onPage(failedPage({ page, fileHash: "", pageCount: job.pageCount }, failure));
      if (lostPage === 0) return 0;
      skip.add(lostPage);
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

  const model = await pool.ask("model", null).catch(async (error: unknown) => {
    await pool.close(0);
    throw new ReaderBroken(error instanceof Error ? error.message : String(error));
  });
  return {
    model,
    readFile,
    interrupt: () => pool.interrupt(graceMs),
    close: () => pool.close(graceMs),
  };
}

/** Waits for all jobs of a file, so that no page comes after its end; then throws the first error. */
async function whole(stretches: readonly Promise<number>[]): Promise<void> {
  const outcomes = await Promise.allSettled(stretches);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof PoolClosed)) ?? reasons[0];
}

/** The pages of a job; of a file that was never opened, only the first is known to exist. */
function pagesOf({ from, to, pageCount, share }: FileJob): number[] {
  const pages = Array.from({ length: pageCount === 0 ? 1 : to - from + 1 }, (_, index) => from + index);
  return share === undefined ? pages : pages.filter((page) => isOwnPage(share, page));
}
