import { appendFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takenBack } from "../../core/page-record/fold.ts";
import type { DatedStatement, Statement } from "../../core/page-record/statement.ts";
import { looksOf } from "../../core/testdata/looks-of.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import { circuitName } from "../../core/verdict/circuit-name.ts";
import { likelyReadings } from "../../core/verdict/likely-readings.ts";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import { SETTLED_FILE, workFolder } from "../results/result-files.ts";
import {
  keepWords,
  loadWords,
  nextWords,
  type PageWord,
  type PageWords,
  pageKey,
  saidIn,
  saidOfFile,
  withWords,
  wordsAbout,
} from "./page-words.ts";
import { keepSaid, type SettledPage, settledPage, settlingStatements } from "./settled-pages.ts";

const PICTURE = { file: "a b.png", page: 1, sha256: "aa" };
const NOTHING = { ...PICTURE, studentId: null, item: null, grade: null, reading: "", comment: "", ignore: false };
const LOOKS = looksOf(netlistOf(["Y = AND(A, B)"]), { confidence: 0.7 });
const [AS_READ = "", OTHER = ""] = likelyReadings(LOOKS).map(({ netlist }) => circuitName(netlist));

/** The words after a page was settled like this, one time after the other; null: not any more. */
function settledAs(...all: (Partial<SettledPage> | null)[]): PageWords {
  let words: PageWords = new Map();
  for (const each of all) {
    const said = words.get("a b.png 1") ?? [];
    const statements = settlingStatements(said, each && { ...NOTHING, ...each }, LOOKS);
    words = withWords(words, nextWords({ ...PICTURE, ...each }, statements, { words, at: 0 }));
  }
  return words;
}

function kindsOf(words: PageWords): string[] {
  return [...words.values()].flat().map(({ number, statement }) => {
    return `${number} ${statement.kind}${statement.kind === "take-back" ? ` ${statement.number}` : ""}`;
  });
}

test("a page is settled by statements, and what is no longer said is taken back by statements", () => {
  const all = { studentId: "20230001", item: 2, grade: 3, comment: "Well", ignore: true };
  const words = settledAs(all, all, { ...all, grade: 4, ignore: false }, null);
  expect(kindsOf(words)).toEqual([
    "1 owner",
    "2 ignore",
    "3 grade",
    "4 take-back 2",
    "5 take-back 3",
    "6 grade",
    "7 take-back 1",
    "8 take-back 6",
  ]);
  const said = [...words.values()][0]!;
  expect([3, 6, 8].map((end) => settledPage(said.slice(0, end)))).toEqual([
    { ...NOTHING, ...all },
    { ...NOTHING, ...all, grade: 4, ignore: false },
    NOTHING,
  ]);
});

test("a reading is kept with its circuit, also if the page may not show it any more", () => {
  const words = settledAs({ reading: OTHER, grade: 0 });
  const said = [...words.values()][0]!;
  expect(said[0]?.statement).toMatchObject({
    kind: "choice",
    name: OTHER,
    netlist: { gates: [{ gateClass: "NAND" }] },
  });
  expect(settlingStatements(said, { ...NOTHING, reading: OTHER, grade: 0, comment: "Well" })).toMatchObject([
    { kind: "take-back", number: 1 },
    { kind: "choice", name: OTHER, grade: { totalGrade: 0, comment: "Well" } },
  ]);
  const typed = [...settledAs({ reading: AS_READ, grade: 5 }, { grade: 4 }).values()][0]!;
  expect([...takenBack(typed)]).toEqual([1]);
});

test("words are about one picture: with words about another one those before do not count", () => {
  const words = settledAs({ grade: 3 }, { grade: 2, sha256: "bb" });
  expect(wordsAbout(PICTURE, words)).toEqual([]);
  expect(wordsAbout({ ...PICTURE, sha256: "bb" }, words).map(({ number }) => number)).toEqual([2]);
});

test("a folder keeps the words; half a line, left by a killed run, loses only that line", async () => {
  const out = await mkdtemp(join(tmpdir(), "words-"));
  expect((await loadWords(out)).size).toBe(0);
  const words = settledAs({ grade: 3 }, { grade: 4 });
  const [first, ...others] = [...words.values()].flat();
  await keepWords(out, [first!]);
  await appendFile(workFolder(out).statements, '{"file":"a b.p');
  await keepWords(out, others);
  expect(await loadWords(out)).toEqual(words);
});

test("a record that cannot be read is not taken for an empty one", async () => {
  const out = await mkdtemp(join(tmpdir(), "words-"));
  expect(await loadWords(out)).toEqual(new Map());
  await mkdir(workFolder(out).statements, { recursive: true });
  await expect(loadWords(out)).rejects.toMatchObject({ code: "EISDIR" });
});

test("what is settled is in the list before it is in the record: a run that ends in between takes nothing back", async () => {
  const out = await mkdtemp(join(tmpdir(), "words-"));
  const more = [...settledAs({ grade: 3 }).values()].flat();
  await mkdir(workFolder(out).statements, { recursive: true });
  await expect(keepSaid(out, { words: new Map(), more })).rejects.toMatchObject({ code: "EISDIR" });
  expect(await readFile(join(out, SETTLED_FILE), "utf8")).toContain("a b.png,1,,,3");
  await rm(workFolder(out).statements, { recursive: true });
  expect(await keepSaid(out, { words: new Map(), more })).toEqual(await loadWords(out));
});

const invert = (x: number) => ({ kind: "invert", pin: { x, y: 2 }, inverted: true }) as WireCorrection;
const page = (number: number, statement: Statement) => {
  return { sha256: "aa", page: number, turn: 0 as const, threshold: 90, statements: [statement] };
};
const NETLIST = netlistOf(["Y = OR(A, B)"]);
const WEB = [
  ...[1, 2].map((number) => page(number, { kind: "wires", add: [invert(number)], drop: [] })),
  page(3, { kind: "choice", name: circuitName(NETLIST), text: "This gate is an OR.", netlist: NETLIST }),
];
const copied = (number: number, statement: Statement): PageWord => {
  const web = { file: "f", turn: 0, threshold: "auto" } as const;
  return { file: "a.pdf", page: 2, sha256: "aa", number, at: 0, statement, web };
};

function wiresOf(...words: PageWord[]): [number, number[]][] {
  const said = saidOfFile({ file: "a.pdf" }, { hash: "aa", web: WEB, words: new Map([[pageKey("a.pdf", 2), words]]) });
  return said.map(({ page, statements }) => {
    const wires = statements.flatMap((each) => (each.kind === "wires" ? each.add : []));
    return [page, wires.map((wire) => (wire.kind === "invert" ? wire.pin.x : -1))];
  });
}

test("a page is read with the web's corrections and then with the folder's, which may discard or take back", () => {
  const own = copied(1, { kind: "wires", add: [invert(7)], drop: [] });
  expect(wiresOf()).toEqual([
    [1, [1]],
    [2, [2]],
  ]);
  expect(wiresOf(own).at(-1)).toEqual([2, [2, 7]]);
  expect(wiresOf(own, copied(2, { kind: "take-back", number: 1 })).at(-1)).toEqual([2, [2]]);
  expect(wiresOf(copied(1, { kind: "discard" }))).toEqual([[1, [1]]]);
  // What came back with a pull is not said twice, and may be taken back in the web.
  const back = { sha256: "aa", page: 2, turn: 0 as const, threshold: 90 };
  const said = (...statements: DatedStatement[]) => saidIn({ ...back, statements }, [own]).length;
  expect(said({ ...own.statement, at: own.at })).toBe(1);
  expect(said({ ...own.statement, at: own.at }, { kind: "take-back", number: 1, at: 5 })).toBe(2);
  expect(said({ ...own.statement, at: 5 })).toBe(2);
  // Words about another picture are no part of it.
  expect(wiresOf({ ...own, sha256: "bb" }).at(-1)).toEqual([2, [2]]);
});
