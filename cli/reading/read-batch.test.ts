import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { PoolClosed } from "../../workers/worker-pool.ts";
import type { FilePage } from "./messages.ts";
import { readBatch } from "./read-batch.ts";
import type { ReadingPool } from "./reading-pool.ts";

const path = join(mkdtempSync(join(tmpdir(), "batch-")), "stack.pdf");
writeFileSync(path, "three pages");
const HASH = createHash("sha256").update("three pages").digest("hex");
const file = { file: "stack.pdf", path, stem: "stack" };

function page(number: number, fileHash: string): FilePage {
  const failure = fileHash === "" ? { code: "reader-too-slow", message: "Too slow." } : null;
  const size = { width: 0, height: 0 };
  return { page: number, fileHash, pageCount: 3, turn: 0, qr: null, ...size, reading: null, failure, seconds: 0 };
}

function poolThat(readFile: ReadingPool["readFile"]): ReadingPool {
  return { model: "m", readFile, interrupt: () => undefined, close: async () => undefined };
}

async function hashes(readFile: ReadingPool["readFile"]): Promise<string[]> {
  const options = { pool: poolThat(readFile), signal: new AbortController().signal, pictures: () => ({}) };
  return (await readBatch([file], options)).map(({ result }) => result.fileHash);
}

test("a page that cost its worker has its file's hash: what a person says of it is about this picture", async () => {
  const read = await hashes(async (_, onPage) => {
    for (const each of [page(1, HASH), page(2, ""), page(3, HASH)]) onPage(each);
  });
  expect(read).toEqual([HASH, HASH, HASH]);
});

test.runIf(process.platform === "linux")("what is not a file has none, and is not waited for", async () => {
  const pipe = join(mkdtempSync(join(tmpdir(), "batch-")), "page.png");
  execFileSync("mkfifo", [pipe]);
  const pool = poolThat(async (_, onPage) => onPage(page(1, "")));
  const options = { pool, signal: new AbortController().signal, pictures: () => ({}) };
  const read = await readBatch([{ ...file, path: pipe }], options);
  expect(read.map(({ result }) => result.fileHash)).toEqual([""]);
});

test("pages that were not reached have none: nobody has looked at them", async () => {
  const read = await hashes(async (_, onPage) => {
    for (const each of [page(1, HASH), page(2, "")]) onPage(each);
    throw new PoolClosed();
  });
  expect(read).toEqual([HASH, HASH, ""]);
});

test("of thousands of files few wait at a time, and every page keeps its place", async () => {
  const files = Array.from({ length: 1000 }, (_, index) => ({
    file: `${index}.png`,
    path,
    stem: `${index}`,
  }));
  let [waiting, most] = [0, 0];
  const pool = poolThat(async (_, onPage) => {
    most = Math.max(most, ++waiting);
    await setTimeout(Math.random() * 3);
    onPage(page(1, HASH));
    waiting--;
  });
  const read = await readBatch(files, { pool, signal: new AbortController().signal, pictures: () => ({}) });
  expect(read.map(({ file }) => file.file)).toEqual(files.map(({ file }) => file));
  expect(most).toBeLessThanOrEqual(128);
});
