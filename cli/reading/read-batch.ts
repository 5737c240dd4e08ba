import { sum } from "../../core/basics/numbers.ts";
import type { Said } from "../../core/page-record/statement.ts";
import type { Problem } from "../../core/rules/problem.ts";
import { PoolClosed } from "../../workers/worker-pool.ts";
import { hashInput, type InputFile } from "../inputs/find-inputs.ts";
import { packPage } from "./lazy-page.ts";
import { type FilePage, failedPage, type PictureWishes, type SaidPage } from "./messages.ts";
import { isOwnPage, type Part } from "./part.ts";
import type { ReadingPool } from "./reading-pool.ts";

/** Files that are asked for at a time: all workers have work, and of thousands of files few wait in memory. */
const FILES_AHEAD = 128;

/** What is known of a file before it is read. */
export interface KnownPages {
  /** SHA-256 of its bytes, hex; empty if they cannot be read. */
  readonly hash: string;
  readonly pages: readonly FilePage[];
  /** Those are all its pages. */
  readonly complete: boolean;
  /** What people have corrected of its pages. */
  readonly corrections: readonly SaidPage[];
}

export interface BatchOptions {
  readonly pool: ReadingPool;
  /** Ends the batch early; finished readings are kept, and those of the pages that were being read. */
  readonly signal: AbortSignal;
  /** Pictures to write of a file's pages. */
  pictures(file: InputFile): PictureWishes;
  /** By default nothing is known. */
  readonly known?: ReadonlyMap<InputFile, KnownPages>;
  /** Which pages to read, of files that are known; by default all. */
  readonly part?: Part | undefined;
  /** Each page as it is read, in the order of reading. */
  onPage?(result: FilePage, file: InputFile): void;
  /** What to hold of a page until the end; by default its readings are packed in memory. */
  keep?(result: FilePage): FilePage;
  /** Pages done, and the total number of pages as far as it is known. */
  onProgress?(done: number, total: number): void;
}

/** A page and the file that it came from. */
export interface BatchPage {
  readonly file: InputFile;
  readonly result: FilePage;
  /** What people said of it, in the web and in the folder; its reading is the one that they chose last, if they chose one. */
  readonly said?: readonly Said[];
}

/**
 * Reads all files and returns every page in the order of `files`, whichever worker read it. A file that the signal kept
 * from being read to its end has a failed page that says so.
 */
export async function readBatch(files: readonly InputFile[], options: BatchOptions): Promise<BatchPage[]> {
  const { pool, signal, part, known = new Map<InputFile, KnownPages>(), keep = packPage } = options;
  const shareOf = (file: InputFile) => part && { ...part, hash: known.get(file)?.hash ?? "" };
  const end = (): void => pool.interrupt();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const counts = files.map((file) => {
    const share = shareOf(file);
    return { done: 0, total: share === undefined || isOwnPage(share, 1) ? 1 : 0 };
  });

  async function readOne(file: InputFile, index: number): Promise<FilePage[]> {
    const { pages: before = [], complete = false, corrections = [] } = known.get(file) ?? {};
    const share = shareOf(file);
    const pages: FilePage[] = [];
    const add = (result: FilePage): void => {
      pages.push(result);
      counts[index] = {
        done: pages.length,
        total: Math.max(Math.ceil(result.pageCount / (share?.of ?? 1)), pages.length),
      };
      options.onProgress?.(sum(counts.map(({ done }) => done)), sum(counts.map(({ total }) => total)));
    };
    if (file.failure) {
      if (share === undefined || isOwnPage(share, 1)) add(keep(failedPage({ page: 1, ...UNOPENED }, file.failure)));
      return withHash(pages, file);
    }
    for (const result of before) add(result);
    if (complete) return pages;
    const skip = pages.map(({ page }) => page);
    try {
      await pool.readFile({ path: file.path, skip, corrections, share, ...options.pictures(file) }, (result) => {
        options.onPage?.(result, file);
        add(keep(result));
      });
    } catch (error) {
      if (!(error instanceof PoolClosed)) throw error;
      return [...(await withHash(pages, file)), ...unreadPages(pages)];
    }
    return withHash(pages, file);
  }

  try {
    const all = files.map((): FilePage[] => []);
    const next = files.entries();
    const readNext = async (): Promise<void> => {
      for (const [index, file] of next) all[index] = await readOne(file, index);
    };
    await Promise.all(Array.from({ length: FILES_AHEAD }, readNext));
    return all.flatMap((pages, index) =>
      pages.sort((a, b) => a.page - b.page).map((result) => ({ file: files[index]!, result })),
    );
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/**
 * Pages that cost their worker have no hash, so that the journal forgets them and the next run tries them again. They get
 * their file's here: what a person says of them is about this picture.
 */
async function withHash(pages: readonly FilePage[], file: InputFile): Promise<FilePage[]> {
  if (pages.every(({ fileHash }) => fileHash !== "")) return [...pages];
  const hash = await hashInput(file);
  return pages.map((page) => (page.fileHash === "" ? { ...page, fileHash: hash } : page));
}

/** Placeholders for the pages of a file that were not reached; of a file that was never opened, one page is known. */
function unreadPages(read: readonly FilePage[]): FilePage[] {
  const numbers = new Set(read.map(({ page }) => page));
  const count = Math.max(1, ...read.map(({ pageCount }) => pageCount));
  const all = Array.from({ length: count }, (_, index) => index + 1);
  return all.filter((page) => !numbers.has(page)).map((page) => failedPage({ page, ...UNOPENED }, INTERRUPTED));
}

/** Of a file that was never opened. */
const UNOPENED = { fileHash: "", pageCount: 0 };

const INTERRUPTED: Problem = {
  code: "interrupted",
  message: "Not read: the command was interrupted before it came to this.",
};
