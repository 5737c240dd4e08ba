import { appendFile, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { oldSaid, statementsOf } from "../../core/page-record/from-records.ts";
import { saidOfFile } from "../pages/page-words.ts";
import type { FilePage } from "../reading/messages.ts";
import { page as read, XOR } from "../testdata/read-pages.ts";
import { openJournal, readJournal } from "./journal.ts";

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

test("a resumed journal knows its pages by their files", async () => {
  const first = await openJournal(path, { model: "m", resume: true });
  first.addPage(page(1));
  first.addPage(page(1, "bb"));
  const { known } = await openJournal(path, { model: "m", resume: true });
  expect(known.get("aa")).toEqual(new Map([[1, page(1)]]));
  expect(known.get("bb")).toEqual(new Map([[1, page(1, "bb")]]));
});

test("half a line, left by a killed run, loses only that line", async () => {
  const first = await openJournal(path, { model: "m", resume: false });
  first.addPage(page(1));
  await appendFile(path, '{"page":{"page":2,"fileHa');
  const second = await openJournal(path, { model: "m", resume: true });
  second.addPage(page(3));
  const { known } = await openJournal(path, { model: "m", resume: true });
  expect([...(known.get("aa")?.keys() ?? [])]).toEqual([1, 3]);
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
  for (const each of [kept[1], known.get("cc")?.get(2)]) {
    expect(Object.getOwnPropertyDescriptor(each, "reading")?.value).toBeUndefined();
    expect(each).toEqual({ ...named, page: 2 });
  }
});

test("a page that an earlier version read with a record of its corrections has statements, and keeps its reading", async () => {
  const { result } = read("a.png", XOR);
  const invert = { kind: "invert", pin: { x: 1, y: 2 }, inverted: true };
  const box = { x: 1, y: 2, width: 3, height: 4 };
  const predictions = [
    { class_name: "AND", ...box, confidence: 0.9, by: "machine" },
    { class_name: "OR", ...box, confidence: 1, by: "person" },
  ];
  const corrections = { threshold: 90, predictions, removed: [{ class_name: "AND", ...box }], wires: [invert] };
  const old = { ...result, corrected: { corrections, machine: result.reading } };
  const lines = [{ journal: 7, model: "m" }, { page: old }].map((line) => JSON.stringify(line));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${lines.join("\n")}\n`);
  const page = readJournal(path, "m").get("a.png")?.get(1);
  expect(page?.reading).toEqual(result.reading);
  expect(page?.corrected).toMatchObject({ threshold: 90, machine: result.reading });
  // As the same record in corrections.json says it: the page need not be read again.
  const said = oldSaid({ corrections: corrections as never })!;
  const own = saidOfFile(
    { file: "a.png" },
    { hash: "aa", web: [{ sha256: "aa", page: 1, turn: 0, threshold: 90, statements: statementsOf(said) }] },
  );
  expect(page?.corrected?.statements).toEqual(own[0]?.statements);
  expect(said.statements.map(({ kind }) => kind)).toEqual(["object", "object", "wires"]);
});
