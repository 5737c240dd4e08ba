import { appendFile, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takenBack } from "../../core/page-record/fold.ts";
import { looksOf } from "../../core/testdata/looks-of.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import { circuitName } from "../../core/verdict/circuit-name.ts";
import { likelyReadings } from "../../core/verdict/likely-readings.ts";
import { workFolder } from "../results/result-files.ts";
import { keepWords, loadWords, nextWords, type PageWords, withWords, wordsAbout } from "./page-words.ts";
import { type SettledPage, settledPage, settlingStatements } from "./settled-pages.ts";

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
