import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import { bundledCommand } from "../bundle.mjs";
import { type ListOptions, loadRoster } from "./load-roster.ts";

const folder = await mkdtemp(join(tmpdir(), "roster-"));
const workerUrl = new URL("worker.js", await bundledCommand());

afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(name: string, content: string | Uint8Array, list: ListOptions = {}) {
  const path = join(folder, name);
  await writeFile(path, content);
  const warnings: string[] = [];
  const warn = (text: string) => warnings.push(text.replaceAll(path, name));
  const terminal = { warn, say: warn };
  const surroundings = { task: {} as TaskFile, list, terminal: terminal as never, workerUrl };
  const { students, isWhole } = await loadRoster(path, surroundings);
  return { students: students.map(({ studentId, name }) => `${studentId} ${name}`), isWhole, warnings };
}

const LIST = "Student ID;Name\r\n20230001;Jürgen\r\n1230002;Bo\r\nTotal: 2;\r\n";

test("lines that are not understood are reported, and the others are taken", async () => {
  expect(await load("roster.csv", Buffer.from(LIST, "latin1"))).toEqual({
    students: ["20230001 Jürgen"],
    isWhole: false,
    warnings: [
      '! roster.csv, line 3: "1230002" is not an 8-digit Student ID; with the zeros that spreadsheets drop: 01230002',
      '! roster.csv, line 4: "Total: 2" is not an 8-digit Student ID',
      "! roster.csv: 2 lines not understood; the others were taken",
      "! If the zeros are right, run it again with --restore-zeros.",
    ],
  });
  const { students } = await load("roster.csv", LIST, { restoreZeros: true });
  expect(students).toEqual(["20230001 Jürgen", "01230002 Bo"]);
});

test("a student in several lines is taken once, and listed", async () => {
  expect(await load("roster.csv", "student_id,name,section\n20230001,Ana,A\n20230001,Ana,B\n")).toEqual({
    students: ["20230001 Ana"],
    isWhole: true,
    warnings: ["roster.csv: listed in several lines, taken once: 20230001"],
  });
});

test.each(["", "Kennung,Abteilung,Ort\n"])(
  "names that were guessed from two columns are shown, below %j",
  async (head) => {
    expect(await load("roster.csv", `${head}20230001,Cruz,Ana\n20230002,Li,Bo\n`)).toEqual({
      students: ["20230001 Cruz Ana", "20230002 Li Bo"],
      isWhole: true,
      warnings: [
        'roster.csv: names were taken from two columns without known headings, such as "Cruz Ana". If they are not names, write "student_id" above the IDs.',
      ],
    });
    const { students } = await load("roster.csv", "student_id,,\n20230001,Law,Rome\n20230002,Art,Oslo\n");
    expect(students).toEqual(["20230001 ", "20230002 "]);
  },
);

test("a list of which nothing is understood must be corrected", async () => {
  await expect(load("roster.csv", "Name\nAna\n")).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("No column, or more than one, has Student IDs"),
  });
});

test("spreadsheets are read by a worker, from the sheet that has students", async () => {
  const rows = [
    ["Matrikelnummer", "Nachname", "Vorname"],
    [20230001, "Cruz", "Ana"],
  ];
  const sheets = [
    { name: "About", rows: [["Read me"]] },
    { name: "List", rows },
  ];
  for (const [name, write] of [
    ["list.xlsx", writeXlsx],
    ["list.ods", writeOds],
  ] as const) {
    expect(await load(name, (await write({ sheets })) as Uint8Array)).toEqual({
      students: ["20230001 Ana Cruz"],
      isWhole: true,
      warnings: [],
    });
  }
  await expect(load("list.xlsx", new Uint8Array([0x50, 0x4b, 3, 4]))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("The file is damaged, or not a spreadsheet"),
  });
});

const TWO_NUMBERS = "Code A,Code B,Nick\n20230001,20239001,Ana\n20230002,20239002,Bo\n";

test.each<[ListOptions, string[]]>([
  [{ rosterId: "code b" }, ["20239001 ", "20239002 "]],
  [{ rosterId: "1", rosterName: "Nick" }, ["20230001 Ana", "20230002 Bo"]],
])("columns that are named in the command are taken: %j", async (list, students) => {
  expect(await load("roster.csv", TWO_NUMBERS, list)).toMatchObject({ students, isWhole: true });
});

test("without a name for its column, an ID that may be in two is asked for; an unknown column is refused", async () => {
  await expect(load("roster.csv", TWO_NUMBERS)).rejects.toMatchObject({ exitCode: 2 });
  await expect(load("roster.csv", TWO_NUMBERS, { rosterId: "Code C" })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('There is no column "Code C". The first line has: Code A, Code B, Nick.'),
  });
});
