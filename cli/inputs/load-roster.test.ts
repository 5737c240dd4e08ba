import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import { bundledCommand } from "../bundle.mjs";
import { loadRoster } from "./load-roster.ts";

let folder: string;
let workerUrl: URL;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roster-"));
  workerUrl = new URL("worker.js", await bundledCommand());
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(name: string, content: string | Uint8Array, restoresZeros = false) {
  const path = join(folder, name);
  await writeFile(path, content);
  const warnings: string[] = [];
  const terminal = { warn: (text: string) => warnings.push(text.replaceAll(path, name)) };
  const surroundings = { task: {} as TaskFile, restoresZeros, terminal: terminal as never, workerUrl };
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
  const { students } = await load("roster.csv", LIST, true);
  expect(students).toEqual(["20230001 Jürgen", "01230002 Bo"]);
});

test("a list of which nothing is understood must be corrected", async () => {
  await expect(load("roster.csv", "Name\nAna\n")).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("No column has Student IDs"),
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
