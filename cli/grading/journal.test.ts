import { appendFile, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { FilePage } from "../reading/messages.ts";
import { page as read, XOR } from "../testdata/read-pages.ts";
import { openJournal } from "./journal.ts";

let path: string;

function page(number: number, fileHash = "aa"): FilePage {
  const pageCount = fileHash === "aa" ? 3 : 1;
  const failure = { code: "blank", message: "…" };
  const size = { width: 0, height: 0 };
  return { page: number, fileHash, pageCount, turn: 0, qr: null, ...size, reading: null, failure, seconds: 1 };
}

beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), "journal-")), "deep", "journal.jsonl");
});

test("a resumed journal knows its pages and which files are complete", async () => {
  const first = await openJournal(path, { model: "m", resume: true });
  first.addPage(page(1));
  first.addPage(page(1, "bb"));
  const { known } = await openJournal(path, { model: "m", resume: true });
  expect(known.get("aa")).toEqual({ pages: new Map([[1, page(1)]]), complete: false });
  expect(known.get("bb")?.complete).toBe(true);
});

test("half a line, left by a killed run, loses only that line", async () => {
  const first = await openJournal(path, { model: "m", resume: false });
  first.addPage(page(1));
  await appendFile(path, '{"page":{"page":2,"fileHa');
  const second = await openJournal(path, { model: "m", resume: true });
  second.addPage(page(3));
  const { known } = await openJournal(path, { model: "m", resume: true });
  expect([...(known.get("aa")?.pages.keys() ?? [])]).toEqual([1, 3]);
});

test("another model's readings are not taken over, nor any without resume", async () => {
  (await openJournal(path, { model: "m", resume: false })).addPage(page(1));
  expect((await openJournal(path, { model: "other", resume: true })).known.size).toBe(0);
  (await openJournal(path, { model: "m", resume: false })).addPage(page(1));
  expect((await openJournal(path, { model: "m", resume: false })).known.size).toBe(0);
  expect((await readFile(path, "utf8")).trim().split("\n")).toHaveLength(1);
});

test("a page of a file that could not be read is not kept", async () => {
  const first = await openJournal(path, { model: "m", resume: false });
  first.addPage(page(1, ""));
  expect((await openJournal(path, { model: "m", resume: true })).known.size).toBe(0);
});

test("a page's readings are read from its line, also after a line separator in a text and in a resumed journal", async () => {
  const { result } = read("a.png", XOR);
  const named = { ...result, fileHash: "cc", failure: { code: "odd", message: "a\u2028b" } };
  const journal = await openJournal(path, { model: "m", resume: false });
  const kept = [
    { ...named, page: 1 },
    { ...named, page: 2 },
  ].map(journal.addPage);
  const { known } = await openJournal(path, { model: "m", resume: true });
  for (const each of [kept[1], known.get("cc")?.pages.get(2)]) {
    expect(Object.getOwnPropertyDescriptor(each, "reading")?.value).toBeUndefined();
    expect(each).toEqual({ ...named, page: 2 });
  }
});
