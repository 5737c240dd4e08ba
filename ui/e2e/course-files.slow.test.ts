import { readFile } from "node:fs/promises";
import { zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import { sum } from "../../core/basics/numbers.ts";
import { drawCircuit } from "../../core/testdata/drawn-pages/draw-circuit.ts";
import { renderAnswer } from "../../core/testdata/drawn-pages/render-answer.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { bytesOf, expectCleanConsole, expectFocus, openBrowser, openTab } from "./browser.ts";
import { pasteDrawing, templateOf } from "./drawn-page.ts";
import { countEffort, type Effort } from "./effort.ts";
import { untilRead } from "./evaluator-pages.ts";
import { openSite } from "./site.ts";

// From what a course has already (a spreadsheet with first and last names, a truth table with don't cares, the ZIP file
// and the worksheet of Moodle in German) to a filled gradebook, with what a person does counted. Each test continues
// where the last one ended.

const CLASS = 20;
const STUDENTS = Array.from({ length: CLASS }, (_, k) => ({
  id: String(20230001 + k),
  first: `Ana ${String.fromCharCode(65 + k)}.`,
  last: `Cruz-${k + 1}`,
}));
/** Whether a decimal digit is 5 or more; the other six rows do not matter. */
const TABLE = Array.from({ length: 16 }, (_, row) => [
  ...row.toString(2).padStart(4, "0"),
  row > 9 ? "X" : Number(row >= 5),
]);
/** The same in the rows that matter, and different in others. */
const ANSWERS = ["A | B & (C | D)", "A ^ B & (C | D)"];

let taskId: string;
/** What each part took, in the order and by the names of the table in docs/releasing-grades.md. */
const story: (readonly [string, Effort])[] = [];

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const desk = await openTab(browser, { site, as: ana });
const spent = await countEffort(desk);
await desk.goto("/");
await desk.waitForURL("**/dashboard/*");

afterAll(() => browser.close());

async function choose(label: string, option: string): Promise<void> {
  await desk.getByLabel(label).click();
  await desk.getByRole("option", { name: option, exact: true }).click();
}

async function chooseFile(button: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const [chooser] = await Promise.all([desk.waitForEvent("filechooser"), desk.getByText(button).first().click()]);
  await chooser.setFiles(file);
}

test("a class from a spreadsheet with first and last names", async () => {
  const rows = [["Matrikelnummer", "Nachname", "Vorname"], ...STUDENTS.map(({ id, first, last }) => [id, last, first])];
  const buffer = Buffer.from((await writeXlsx({ sheets: [{ name: "Kurs", rows }] })) as Uint8Array);
  await desk.getByRole("link", { name: "Add a class" }).click();
  await expectFocus(desk.getByLabel("Course Code"));
  for (const text of ["CPE 101", "1", "MWF 9-10"]) {
    await desk.keyboard.type(text);
    if (text !== "MWF 9-10") await desk.keyboard.press("Tab");
  }
  await chooseFile("Import List", { name: "kurs.xlsx", mimeType: "application/octet-stream", buffer });
  await desk.getByText(`${CLASS} students, ${CLASS} with a name`).waitFor();
  await desk.getByRole("button", { name: `Add ${CLASS} students` }).click();
  await desk.getByRole("button", { name: "Create Class" }).click();
  await desk.getByText(TEXTS.toasts.classCreated).waitFor();
  story.push(["Make a class of 20 students from a spreadsheet, with their names", spent()]);
  const [group] = await ana.call("getClasses", {});
  const { students } = await ana.call("getRoster", { params: { classId: group!.id } });
  expect(students[1]).toEqual({ student_id: "20230002", name: "Ana B. Cruz-2" });
});

test("a task whose key is a pasted truth table with don't cares", async () => {
  const text = [["A", "B", "C", "D", "Y"], ...TABLE].map((cells) => cells.join("\t")).join("\n");
  await desk.evaluate((table) => navigator.clipboard.writeText(table), text);
  await desk.getByRole("link", { name: "Dashboard", exact: true }).click();
  await desk.getByRole("link", { name: "Create New Task" }).click();
  await expectFocus(desk.getByLabel("Title"));
  await desk.keyboard.type("Digits");
  await desk.getByLabel("Class Group").getByText("CPE 101 | 1").waitFor();
  await choose("Type of Task", "Quiz");
  await desk.getByLabel("Answer Key 1", { exact: true }).click();
  await desk.keyboard.press("Control+v");
  await desk.getByText("OUT(A,B,C,D) = Σm(5-9) + d(10-15); A is the highest bit").waitFor();
  await desk.keyboard.press("Tab");
  await desk.keyboard.type("5");
  await desk.getByRole("button", { name: "Next" }).click();
  await desk.getByLabel("Due Date", { exact: true }).waitFor();
  await desk.getByRole("button", { name: "Create Task" }).click();
  await desk.getByText(TEXTS.toasts.taskCreated).waitFor();
  [{ id: taskId } = { id: "" }] = await ana.call("getTasks", {});
  story.push(["Make a task whose key is a truth table", spent()]);
});

test("the pages of Moodle's ZIP file", { timeout: 600_000 }, async () => {
  const template = await templateOf(site, { taskId, item: 1 });
  const plain = { width: 0, height: 0, rgb: new Uint8Array(0) };
  const sheets = await Promise.all(
    ANSWERS.map(async (expression, k) => {
      const outputs = [{ name: "Y", expression }];
      const { sketch } = drawCircuit({ id: `files-${k}`, drafter: "story", outputs, inputs: "own" });
      return pasteDrawing(
        template,
        await renderAnswer({ sketch, paper: "clean", template: plain, studentId: "", format: "png" }),
      );
    }),
  );
  const entries = STUDENTS.map(({ id, first, last }, k) => {
    // As Moodle names files that are downloaded without folders.
    const name = `${first} ${last}_${9000 + k}_assignsubmission_file_${id}_quiz[1].png`;
    return [name, new Uint8Array(sheets[k % sheets.length]!)] as const;
  });
  const buffer = Buffer.from(zipSync(Object.fromEntries(entries), { level: 0 }));
  await desk.getByRole("link", { name: "Add Pages" }).click();
  await chooseFile("Choose files", { name: "Digits-9000.zip", mimeType: "application/zip", buffer });
  await desk.getByText(`${CLASS} pages were taken.`).waitFor();
  await untilRead(ana, taskId);
  story.push(["Add 20 pages from the ZIP file of a course system", spent()]);
});

test("the grades are confirmed, and filled into Moodle's worksheet in German", { timeout: 200_000 }, async () => {
  await desk.getByRole("link", { name: "Review", exact: false }).first().click();
  await desk.getByText(`${CLASS} can be confirmed now`, { exact: false }).waitFor();
  await desk.keyboard.press("s");
  // The group of answers says "0 of 20 graded" for a moment more.
  await desk.getByText(`(${CLASS} graded)`, { exact: false }).waitFor();
  story.push(["Confirm the 20 grades", spent()]);
  const { files } = await ana.call("getFiles", { params: { taskId } });
  expect(files.map(({ total_grade }) => total_grade)).toEqual(STUDENTS.map(() => 5));

  const header =
    "Identifikator,Vollständiger Name,ID-Nummer,Status,Bewertung,Höchste Bewertung,Bewertung kann geändert werden";
  const rows = STUDENTS.map(({ id, first, last }, k) => `Teilnehmer/in${k + 1},${first} ${last},${id},,,"5,00",Ja`);
  const worksheet = Buffer.from(`${[header, ...rows].join("\r\n")}\r\n`);
  await desk.getByRole("link", { name: "Grades", exact: true }).click();
  const [chooser] = await Promise.all([desk.waitForEvent("filechooser"), desk.getByLabel("Gradebook (CSV)").click()]);
  await chooser.setFiles({ name: "bewertungen.csv", mimeType: "text/csv", buffer: worksheet });
  await desk.getByText(`${CLASS} grades filled into “Bewertung”`, { exact: false }).waitFor();
  const [download] = await Promise.all([
    desk.waitForEvent("download"),
    desk.getByRole("button", { name: "Save the filled gradebook" }).click(),
  ]);
  const filled = (await bytesOf(download)).toString().split("\r\n");
  expect(filled[2]).toBe('Teilnehmer/in2,Ana B. Cruz-2,20230002,,5,"5,00",Ja');
  story.push(["Fill Moodle's worksheet in German", spent()]);
  expectCleanConsole(desk);
});

test("the documents have these numbers", async () => {
  const total = (name: keyof Effort) => sum(story.map(([, effort]) => effort[name]));
  const all = ["all", { clicks: total("clicks"), keys: total("keys"), seconds: total("seconds") }] as const;
  const lines = [...story, all].map(
    ([part, { clicks, keys, seconds }]) => `| ${part} | ${clicks} | ${keys} | ${seconds} |`,
  );
  const text = await readFile(new URL("../../docs/releasing-grades.md", import.meta.url), "utf8");
  expect(lines.filter((line) => !text.includes(line))).toEqual([]);
});
