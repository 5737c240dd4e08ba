import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { GradeRecord } from "../grading/grade-record.ts";
import { type SettledPage, settledCsv } from "../pages/settled-pages.ts";
import { reviewCsv } from "../views/grades-csv.ts";
import { loadSettled } from "./load-settled.ts";

const PAGES = [
  {
    file: "a.png",
    page: 1,
    student_id: "01230001",
    item: 1,
    grade: 4,
    maximum: 5,
    comment: "Of the group",
    sha256: "a",
  },
  { file: "=b.pdf", page: 2, student_id: null, item: null, grade: null, maximum: null, comment: null, sha256: "b" },
  { file: "c.png", page: 1, student_id: "20230003", item: 2, grade: null, maximum: 5, comment: null, sha256: "c" },
];
const READINGS = [
  { name: "0a0a0a0a0a0a", text: "As it was read.", places: [], points: 0, outputs: [] },
  { name: "1a1a1a1a1a1a", text: "This gate is an AND.", places: [], points: 5, outputs: [] },
];
const RECORD = {
  schema_version: 1,
  students: [],
  files: PAGES.map((page) => {
    const question = page.file === "c.png" ? { text: "If this gate is an AND, …", choices: READINGS } : null;
    return { ...page, status: "review", counts: true, reasons: [], question };
  }),
  queue: PAGES,
} as unknown as GradeRecord;

const folder = await mkdtemp(join(tmpdir(), "settled-"));
await writeFile(join(folder, "results.json"), JSON.stringify(RECORD));

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads review.csv back after `change`, next to what was settled before. */
async function load(change: (text: string) => string, before: readonly SettledPage[] = []): Promise<SettledPage[]> {
  await writeFile(join(folder, "settled.csv"), settledCsv(before));
  await writeFile(join(folder, "review.csv"), change(reviewCsv(RECORD)));
  return [...(await loadSettled(folder)).pages.values()];
}

const NOTHING = { studentId: null, item: null, grade: null, reading: "", comment: "", ignore: false };
const A = { ...NOTHING, file: "a.png", page: 1, sha256: "a" };

test("a list that nobody has filled in says nothing, even if a spreadsheet dropped a zero", async () => {
  expect(await load((text) => text)).toEqual([]);
  expect(await load((text) => text.replace("01230001", "1230001"))).toEqual([]);
});

test.each([
  ["a grade", "4,5,,Of the group,,", "4,5,3,Of the group,,", { ...A, grade: 3 }],
  ["a grade in a column with decimals", "4,5,,Of the group,,", "4,5,3.00,Of the group,,", { ...A, grade: 3 }],
  ["a grade in such a column in German", "4,5,,Of the group,,", '4,5,"3,00",Of the group,,', { ...A, grade: 3 }],
  ["a confirmation", "4,5,,Of the group,,", "4,5,ok,Of the group,,", { ...A, grade: 4 }],
  ["a comment", "4,5,,Of the group,,", "4,5,,Well,,", { ...A, comment: "Well" }],
  ["to ignore", "4,5,,Of the group,,", "4,5,,Of the group,x,", { ...A, ignore: true }],
  ["another item", "01230001,1,", "01230001,2,", { ...A, studentId: "01230001", item: 2 }],
  // LibreOffice makes a number of what is typed.
  [
    "an owner without the leading zero",
    "20230003,2,",
    "1230001,2,",
    { ...NOTHING, file: "c.png", page: 1, sha256: "c", studentId: "01230001", item: 2 },
  ],
  [
    "an owner",
    "'=b.pdf,2,,,,,,,,",
    "'=b.pdf,2,20230009,1,,,7,,,",
    { ...NOTHING, file: "=b.pdf", page: 2, sha256: "b", studentId: "20230009", item: 1, grade: 7 },
  ],
])("%s is read", async (_, from, to, settled) => {
  expect(reviewCsv(RECORD)).toContain(from);
  expect(await load((text) => text.replace(from, to))).toEqual([settled]);
});

test.each([
  ["Windows-1252 with semicolons", (text: string) => Buffer.from(text.slice(1).replaceAll(",", ";"), "latin1")],
  ["UTF-16 with tabs", (text: string) => Buffer.from(text.replaceAll(",", "\t"), "utf16le")],
  ["UTF-8 without a byte order mark", (text: string) => Buffer.from(text.slice(1))],
  ["UTF-8 with semicolons", (text: string) => Buffer.from(text.replaceAll(",", ";"))],
  ["CSV with all texts quoted", (text: string) => Buffer.from(text.replace("Très bien", '"Très bien"'))],
])("a list that a spreadsheet saved in %s is read", async (_, save) => {
  const path = join(folder, "review.csv");
  const text = reviewCsv(RECORD).replace("4,5,,Of the group,,", "4,5,3,Très bien,,");
  await writeFile(path, save(text.replaceAll("\n", "\r\n")));
  await writeFile(join(folder, "settled.csv"), settledCsv([]));
  expect([...(await loadSettled(folder)).pages.values()]).toEqual([{ ...A, grade: 3, comment: "Très bien" }]);
});

test("what was settled is read with the zeros that a spreadsheet dropped from the list", async () => {
  const before = [{ ...A, studentId: "01230001", item: 2 }];
  await writeFile(join(folder, "settled.csv"), settledCsv(before).replace("01230001", "1230001"));
  await writeFile(join(folder, "review.csv"), reviewCsv(RECORD));
  expect([...(await loadSettled(folder)).pages.values()]).toEqual(before);
});

test("a list that was saved as a spreadsheet next to the list is refused, an older one is not", async () => {
  const sheet = join(folder, "review.ods");
  await load((text) => text);
  await writeFile(sheet, "");
  const [before, after] = [-60, 60].map((seconds) => new Date(Date.now() + seconds * 1000));
  await utimes(sheet, after!, after!);
  await expect(loadSettled(folder)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/review\.ods .*\n.*newer than review\.csv, and not read: save it as CSV there/),
  });
  await utimes(sheet, before!, before!);
  expect((await loadSettled(folder)).fresh).toBe(0);
  await rm(sheet);
});

test("a line that was added for a page under another name is refused, not left out; a note is left out", async () => {
  const added = (line: string) => load((text) => `${text}${line}\n`);
  expect(await added("Checked by Ana,,,,,,,,,,,,,,")).toEqual([]);
  await expect(added("scans/a.png,1,20230001,1,,,3,,,,,,,,")).rejects.toThrow(
    'there is no page 1 of "scans/a.png" in the results: copy both',
  );
  await expect(added("a.png,,20230001,1,,,3,,,,,,,,")).rejects.toThrow("there is no page (empty)");
});

test("the number of a reading gives the page its points", async () => {
  const c = { ...NOTHING, file: "c.png", page: 1, sha256: "c", grade: 5, reading: "1a1a1a1a1a1a" };
  const choose = (number: string) => (text: string) => text.replace("(5 points),", `(5 points),${number}`);
  expect(await load(choose("2"))).toEqual([c]);
  await expect(load(choose("3"))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(
      'line 4: "3" is not one of the readings offered in the column question: type 1 or 2',
    ),
  });
});

test("points that are typed later replace a reading that was chosen, other words do not", async () => {
  const c = { ...NOTHING, file: "c.png", page: 1, sha256: "c", grade: 5, reading: "1a1a1a1a1a1a" };
  const typed = (cells: string) => (text: string) => text.replace("20230003,2,,5,,,", `20230003,2,,5,${cells},`);
  expect(await load(typed("4,"), [c])).toEqual([{ ...c, grade: 4, reading: "" }]);
  expect(await load(typed(",Well"), [c])).toEqual([{ ...c, comment: "Well" }]);
});

test("what was settled before stays, and what is new is added to it", async () => {
  const before = [{ ...A, grade: 3, comment: "=Well" }];
  expect(await load((text) => text, before)).toEqual(before);
  const again = await load((text) => text.replace("01230001,1,", "01230002,1,"), before);
  expect(again).toEqual([{ ...A, grade: 3, comment: "=Well", studentId: "01230002", item: 1 }]);
  // About another picture nothing was said.
  const changed = await load((text) => text.replace("4,5,,", "4,5,2,"), [{ ...before[0]!, sha256: "z" }]);
  expect(changed).toEqual([{ ...A, grade: 2 }]);
});

test("a comment that the list showed and a person deleted is gone, with a grade and alone", async () => {
  const before = [{ ...A, comment: "Of the group" }];
  const typed = (cells: string) => (text: string) => text.replace("4,5,,Of the group,,", `4,5,${cells},,,`);
  expect(await load(typed("3"), before)).toEqual([{ ...A, grade: 3 }]);
  expect(await load(typed(""), before)).toEqual([A]);
  // What the list never showed was not deleted.
  const unseen = [{ ...A, comment: "Well" }];
  expect(await load(typed("3"), unseen)).toEqual([{ ...A, grade: 3, comment: "Well" }]);
  expect(await load(typed(""), [])).toEqual([]);
});

test("the number of a reading that was taken, saved once more by a spreadsheet that was open, changes nothing", async () => {
  const reading = READINGS[1]!;
  const choose = (text: string) => text.replace(/^(c\.png.*),$/m, "$1,2");
  const before = await load(choose);
  expect(before).toMatchObject([{ file: "c.png", grade: 5, reading: reading.name }]);
  const said = { threshold: "auto", statements: [{ kind: "choice", text: reading.text }] };
  const files = RECORD.files.map((page) =>
    page.file === "c.png" ? { ...page, grade: 5, question: null, said } : page,
  );
  await writeFile(join(folder, "results.json"), JSON.stringify({ ...RECORD, files }));
  try {
    expect(await load(choose, before)).toEqual(before);
    const other = (text: string) => text.replace(/^(c\.png.*),$/m, "$1,1");
    await expect(load(other, before)).rejects.toMatchObject({
      message: expect.stringContaining("the page has no question"),
    });
  } finally {
    await writeFile(join(folder, "results.json"), JSON.stringify(RECORD));
  }
});

test.each([
  ["4,5,,", "4,5,-1,", 'line 2: "-1" is not a grade'],
  ["4,5,,", "4,5,2.5,", '"2.5" is not a grade'],
  ["'=b.pdf,2,,,,,,", "'=b.pdf,2,,,,,3,", "line 3: a grade needs a student_id and an item"],
  ["'=b.pdf,2,,,,,,", "'=b.pdf,2,20230009,,,,,", "line 3: whose page it is needs both"],
  ["'=b.pdf,2,,,,,,", "'=b.pdf,2,123,1,,,,", '"123" is not an 8-digit'],
  [
    "'=b.pdf,2,,,,,,",
    "'=b.pdf,2,1230009,1,,,,",
    '"1230009" is not an 8-digit Student ID: if it is 01230009, format the cell as text, and type it again',
  ],
  ["20230003,2,,5,,", "20230003,2,,5,ok,", "line 4: no grade is proposed"],
  ["Of the group,,", "Of the group,perhaps,", '"perhaps" in the column ignore'],
])("%s as %s is refused with the line", async (from, to, words) => {
  await expect(load((text) => text.replace(from, to))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(words),
  });
});
