import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { PoolClosed } from "../../workers/worker-pool.ts";
import { EXIT } from "../exit-codes.ts";
import { openReadingPool, ReaderBroken, type ReadingPool, type ReadingPoolOptions } from "./reading-pool.ts";

const fakeWorker = new URL("../testdata/fake-worker.mjs", import.meta.url);
let pool: ReadingPool;

async function open(options: Partial<ReadingPoolOptions> = {}): Promise<void> {
  pool = await openReadingPool({ workerUrl: fakeWorker, jobs: 2, graceSeconds: 0.5, ...options });
}

async function read(path: string, skip: readonly number[] = []): Promise<[number, string | null][]> {
  const pages: [number, string | null][] = [];
  await pool.readFile({ path, skip }, ({ page, failure }) => pages.push([page, failure?.code ?? null]));
  return pages;
}

afterEach(() => pool.close());

test("a pool knows its model, and reads more files than it has workers", async () => {
  await open();
  expect(pool.model).toBe("m0de1");
  const all = await Promise.all(["1", "2", "3", "1", "2"].map((path) => read(path)));
  expect(all.map((pages) => pages.length)).toEqual([1, 2, 3, 1, 2]);
});

test("a long file is read on several workers, each page once", async () => {
  await open();
  const pages = await read("11:crash-7");
  expect(pages.sort(([a], [b]) => a - b)).toEqual(
    Array.from({ length: 11 }, (_, index) => [index + 1, index === 6 ? "reader-crashed" : null]),
  );
});

test("pages that are known are not read", async () => {
  await open();
  expect(await read("3", [1, 3])).toEqual([[2, null]]);
});

test("a page that kills its worker twice fails alone", async () => {
  await open({ jobs: 1 });
  const [bad, good] = await Promise.all([read("3:crash-2"), read("1")]);
  expect(bad).toEqual([
    [1, null],
    [2, "reader-crashed"],
    [3, null],
  ]);
  expect(good).toEqual([[1, null]]);
});

test("a page that kills its worker once is read on the second try", async () => {
  await open({ jobs: 1 });
  const marker = join(mkdtempSync(join(tmpdir(), "pool-")), "crashed");
  expect(await read(`2:crash-once-2:${marker}`)).toEqual([
    [1, null],
    [2, null],
  ]);
});

test("a file that kills its worker before its first page fails as a whole", async () => {
  await open();
  expect(await read("2:crash-0")).toEqual([[1, "reader-crashed"]]);
});

test("a page that hangs is cancelled, and not tried again", async () => {
  await open({ jobs: 1, pageSeconds: 2 });
  expect(await read("2:hang-1")).toEqual([
    [1, "reader-too-slow"],
    [2, null],
  ]);
});

test("an interruption keeps the page that is being read, and starts no other", async () => {
  await open({ jobs: 1, graceSeconds: 60 });
  const pages: number[] = [];
  const slow = pool.readFile({ path: "3:slow-2", skip: [] }, ({ page }) => pages.push(page));
  const outcomes = [slow, read("1")].map((promise) => promise.catch((error: unknown) => error));
  while (pages.length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
  pool.interrupt();
  for (const outcome of await Promise.all(outcomes)) expect(outcome).toBeInstanceOf(PoolClosed);
  expect(pages).toEqual([1, 2]);
});

test("an interrupted file ends when its last page has come", async () => {
  await open({ jobs: 1, graceSeconds: 60 });
  const pages: number[] = [];
  const reading = pool.readFile({ path: "11:slow-6", skip: [] }, ({ page }) => pages.push(page));
  const outcome = reading.catch((error: unknown) => error);
  while (pages.length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
  pool.interrupt();
  expect(await outcome).toBeInstanceOf(PoolClosed);
  expect(pages).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a refusal by the system ends the reading, and so does a page that cannot be delivered", async () => {
  await open();
  await expect(read("40:full-7")).rejects.toMatchObject({ message: "no space left", exitCode: EXIT.internal });
  await pool.close();
  await open();
  const full = pool.readFile({ path: "1", skip: [] }, () => {
    throw new Error("no room in the journal");
  });
  await expect(full).rejects.toThrow("no room in the journal");
});

test("a pool whose workers cannot start says so", async () => {
  const nowhere = new URL("file:///nowhere/worker.mjs");
  await open();
  await expect(openReadingPool({ workerUrl: nowhere, jobs: 1 })).rejects.toBeInstanceOf(ReaderBroken);
});
