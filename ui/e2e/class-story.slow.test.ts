import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sum } from "../../core/basics/numbers.ts";
import { drawCircuit } from "../../core/testdata/drawn-pages/draw-circuit.ts";
import { renderAnswer } from "../../core/testdata/drawn-pages/render-answer.ts";
import { evaluatorPath } from "../../server/contract/pages.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { openDatabase } from "../../server/db/client.ts";
import { insertReadPage } from "../../server/testing/read-page.ts";
import { bytesOf, expectCleanConsole, expectFocus, expectGood, openBrowser, openTab, PHONE } from "./browser.ts";
import { drawnPage } from "./drawn-page.ts";
import { countEffort, type Effort } from "./effort.ts";
import { untilRead } from "./evaluator-pages.ts";
import { type Instructor, type OwnSite, type SharedSite, startSite } from "./site.ts";

// The story of a task in the browser, with what a person does counted. One student's page is handed in and read; the
// others are stored as if they had been read.

const CLASS = 60;
const DOUBTFUL = 15;
const STUDENTS = Array.from({ length: CLASS }, (_, k) => String(20230001 + k));
/** The student whose page is really handed in. */
const [CLEO] = STUDENTS as [string];
const RIGHT = ["Y = AND(A, B)"];
/** Right if its circle is none, which the machine doubts. */
const NEARLY = ["Y = NAND(A, B)"];
const QUESTION = "If this gate is an AND, the answer is right.";

let site: OwnSite & SharedSite;
let browser: Browser;
let ana: Instructor;
let taskId: string;
let desk: Page;
let phone: Page;
let spent: () => Effort;
let results: string;
/** What each part of the story took, in the order and by the names of the table in docs/releasing-grades.md. */
const story: (readonly [string, Effort])[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  [desk, phone] = await Promise.all([
    openTab(browser, { site, as: ana }),
    openTab(browser, { site, viewport: PHONE, touch: true }),
  ]);
  spent = await countEffort(desk);
  await desk.goto("/");
  await desk.waitForURL("**/dashboard/*");
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test("a task from the class to the gradebook", { timeout: 1_200_000 }, async () => {
  await makeClass();
  await makeTask();
  await handIn();
  await decideInEvaluator();
  await review();
  await release();
  await askForRegrade();
  await fillGradebook();
  await compareDocuments();
});

/** On a phone, the drawing is above its question. */
async function expectDrawingFirst(): Promise<void> {
  const before = desk.viewportSize()!;
  await desk.setViewportSize(PHONE);
  const [drawing, question] = [
    desk.getByRole("img", { name: /^The page: / }),
    desk.getByText(QUESTION, { exact: true }),
  ];
  await expect.poll(async () => (await drawing.boundingBox())!.y < (await question.boundingBox())!.y).toBe(true);
  await desk.setViewportSize(before);
}

async function type(text: string): Promise<void> {
  await desk.keyboard.type(text);
}

async function choose(label: string, option: string): Promise<void> {
  await desk.getByLabel(label).click();
  await desk.getByRole("option", { name: option, exact: true }).click();
}

async function makeClass(): Promise<void> {
  await desk.evaluate((list) => navigator.clipboard.writeText(list), STUDENTS.join(", "));
  await expectGood(desk);
  await desk.getByRole("link", { name: "Add a class" }).click();
  await expectFocus(desk.getByLabel("Course Code"));
  await type("CPE 101");
  await desk.keyboard.press("Tab");
  await type("1");
  await desk.keyboard.press("Tab");
  await type("MWF 9-10");
  await desk.keyboard.press("Tab");
  await desk.keyboard.press("Control+v");
  await desk.keyboard.press("Enter");
  await desk.getByText(`${CLASS} students`, { exact: true }).waitFor();
  await expectGood(desk);
  await desk.getByRole("button", { name: "Create Class" }).click();
  await desk.getByText(TEXTS.toasts.classCreated).waitFor();
  story.push(["Make a class of 60 students, pasted from a list", spent()]);
}

async function makeTask(): Promise<void> {
  await desk.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expectGood(desk);
  await desk.getByRole("link", { name: "Create New Task" }).click();
  await expectFocus(desk.getByLabel("Title"));
  await type("Carry");
  await desk.getByLabel("Class Group").getByText("CPE 101 | 1").waitFor();
  await choose("Type of Task", "Quiz");
  await desk.getByLabel("Answer Key 1", { exact: true }).click();
  await type("AB");
  await desk.keyboard.press("Tab");
  await type("5");
  await expectGood(desk);
  await desk.getByRole("button", { name: "Next" }).click();
  await desk.getByLabel("Due Date", { exact: true }).waitFor();
  await expectGood(desk);
  await desk.getByRole("button", { name: "Create Task" }).click();
  await desk.getByText(TEXTS.toasts.taskCreated).waitFor();
  await desk.getByRole("button", { name: "Share it" }).click();
  const link = await desk.getByRole("textbox", { name: "Student link" }).inputValue();
  await expectGood(desk);
  await desk.getByRole("dialog").getByRole("button", { name: /^Copy/ }).click();
  taskId = link.split("/").at(-1)!;
  story.push(["Make a task of one item and copy its link", spent()]);
}

/** A student hands in a photo, the other pages of the class arrive. */
async function handIn(): Promise<void> {
  await phone.goto(`/student-upload/${taskId}`);
  await expectGood(phone);
  const outputs = [{ name: "Y", expression: "A | B" }];
  const { sketch } = drawCircuit({ id: "story", drafter: "story", outputs, inputs: "own" });
  const plain = { width: 0, height: 0, rgb: new Uint8Array(0) };
  const sample = await renderAnswer({ sketch, paper: "clean", template: plain, studentId: CLEO, format: "png" });
  const buffer = await drawnPage(site, { taskId, item: 1, sample });
  await phone.getByLabel("Student ID").fill(CLEO);
  await phone.getByLabel("Item 1: take a photo").setInputFiles({ name: "image.png", mimeType: "image/png", buffer });
  await phone.getByText(`${CLEO}_quiz[1].png`, { exact: true }).waitFor();
  await phone.getByRole("button", { name: "Submit Files" }).tap();
  await phone.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor({ timeout: 200_000 });
  results = (await phone.getByRole("link", { name: /\/results\// }).getAttribute("href"))!;
  await expectGood(phone);
  await untilRead(ana, taskId);
  const { files } = await ana.call("getFiles", { params: { taskId } });
  await storeOtherPages(files[0]!.sha256);
}

/** Of the class's other students; every fourth page is doubtful. */
async function storeOtherPages(sha256: string): Promise<void> {
  const db = await openDatabase({ url: `file:${site.dataDir}/circuitgrade.db` });
  const context = { db, now: Date.now } as Parameters<typeof insertReadPage>[0];
  for (const [k, studentId] of STUDENTS.entries()) {
    if (studentId === CLEO) continue;
    const isDoubtful = (k + 1) % (CLASS / DOUBTFUL) === 0;
    const read = isDoubtful ? { lines: NEARLY, confidence: 0.6 } : { lines: RIGHT, confidence: 0.999 };
    await insertReadPage(context, { taskId, studentId, sha256, ...read });
  }
  await db.close();
}

/** The evaluator asks the same, and the answer can be taken back. */
async function decideInEvaluator(): Promise<void> {
  const { entries } = await ana.call("getQueue", { params: { taskId } });
  await desk.goto(evaluatorPath(taskId, entries[0]!.id));
  await desk.getByText(QUESTION).waitFor();
  await expectGood(desk);
  await desk.keyboard.press("Shift+B");
  await desk.getByText("Reading chosen by").waitFor();
  expect((await ana.call("getQueue", { params: { taskId } })).entries).toHaveLength(DOUBTFUL - 1);
  await desk.keyboard.press("Control+z");
  await desk.getByText(QUESTION).waitFor();
  expect((await ana.call("getQueue", { params: { taskId } })).entries).toHaveLength(DOUBTFUL);
  await desk.goto(`/task/${taskId}`);
  spent();
}

/** Review: one key for each doubtful page, one for all others. */
async function review(): Promise<void> {
  await desk.getByRole("link", { name: `Review ${DOUBTFUL} pages` }).click();
  await desk
    .getByText(`${DOUBTFUL} pages in the queue · ${CLASS - DOUBTFUL} can be confirmed now · 0 graded`)
    .waitFor();
  await desk.getByRole("region", { name: "Answer table" }).waitFor();
  await desk.getByRole("region", { name: "Submitted table" }).waitFor();
  // The entry in view is far down its list, which scrolls alone.
  expect(await desk.evaluate(() => scrollY)).toBe(0);
  await expectGood(desk);
  await expectDrawingFirst();
  for (let left = DOUBTFUL; left > 0; left--) {
    await desk.getByText(QUESTION, { exact: true }).waitFor();
    await desk.keyboard.press("b");
    await desk.getByText(`${left - 1} page${left === 2 ? "" : "s"} in the queue`).waitFor();
  }
  await desk.keyboard.press("s");
  await desk.getByText(`0 pages in the queue · 0 can be confirmed now · ${CLASS} graded`).waitFor();
  await expectGood(desk);
  story.push(["Review 15 doubtful pages, confirm the other 45", spent()]);
  // One of them was a slip: taken back, and answered again.
  await desk.keyboard.press("u");
  await desk.getByText("1 page in the queue").waitFor();
  await desk.keyboard.press("b");
  await desk.getByText("0 pages in the queue").waitFor();
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const wrong = files.filter(({ graded, total_grade }) => !graded || total_grade !== 5);
  expect(wrong.map(({ student_id, total_grade }) => [student_id, total_grade])).toEqual([[CLEO, 0]]);
  spent();
}

async function release(): Promise<void> {
  await desk.getByRole("button", { name: `Release ${CLASS} grades` }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByText(`${CLASS} confirmed grades will be shown.`).waitFor();
  await expectGood(desk);
  await dialog.getByRole("button", { name: `Release ${CLASS} grades` }).click();
  await desk.getByText(`${CLASS} grades were released.`).waitFor();
  await expectGood(desk);
  story.push(["Release the grades", spent()]);
}

/** The student opens the results and asks for a regrade, which is answered. */
async function askForRegrade(): Promise<void> {
  await phone.goto(results);
  await expectGood(phone);
  await phone.getByText("Ask for a regrade").tap();
  await phone.getByLabel("What should your teacher look at again, and why?").fill("The gate is an AND.");
  await expectGood(phone);
  await phone.getByRole("button", { name: "Send request" }).tap();
  await phone.getByText("Your teacher has not answered yet.").waitFor();
  await expectGood(phone);

  // Review is open and has nothing else to do: the request comes into view.
  await desk.getByRole("heading", { name: `${CLEO} asks for another look at item 1` }).waitFor();
  await expectGood(desk);
  await desk.getByRole("button", { name: "Say what is wrong" }).waitFor();
  await desk.keyboard.press("e");
  await expect.poll(() => desk.getByLabel(/^Answer to the student/).inputValue()).toMatch(/OR/);
  await desk.keyboard.press("Control+Enter");
  await desk.getByText("Nobody asks for another look").waitFor();
  await expectGood(desk);
  story.push(["Answer a regrade request", spent()]);
  await phone.reload();
  await phone.getByText("The grade was kept.").waitFor();
  await expectGood(phone);
}

async function fillGradebook(): Promise<void> {
  const canvas = [
    "Student,ID,SIS User ID,Carry (7)",
    "    Points Possible,,,5",
    ...STUDENTS.map((id) => `Name,1,${id},`),
  ];
  const path = join(await mkdtemp(join(tmpdir(), "story-")), "canvas.csv");
  await writeFile(path, `${canvas.join("\r\n")}\r\n`);
  await desk.getByRole("link", { name: "Grades", exact: true }).click();
  await desk.getByRole("heading", { name: "Fill a gradebook" }).waitFor();
  await expectGood(desk);
  const [chooser] = await Promise.all([desk.waitForEvent("filechooser"), desk.getByLabel("Gradebook (CSV)").click()]);
  await chooser.setFiles(path);
  await desk.getByText(`${CLASS} grades filled into`).waitFor();
  await expectGood(desk);
  expect(await saved("Save the filled gradebook")).toHaveLength(2 + CLASS);
  expect(await saved("Save CSV")).toHaveLength(1 + CLASS);
  story.push(["Fill a Canvas gradebook, save plain grades", spent()]);
  expectCleanConsole(desk);
  expectCleanConsole(phone);
}

/** The documents have these numbers. */
async function compareDocuments(): Promise<void> {
  const text = await readFile(new URL("../../docs/releasing-grades.md", import.meta.url), "utf8");
  const total = (name: keyof Effort) => sum(story.map(([, effort]) => effort[name]));
  const all = { clicks: total("clicks"), keys: total("keys"), seconds: total("seconds") };
  const rows = [...story, ["all", all] as const].map(([part, { clicks, keys, seconds }]) => {
    return `| ${part} | ${clicks} | ${keys} | ${seconds} |`;
  });
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
}

async function saved(button: string): Promise<string[]> {
  const [download] = await Promise.all([
    desk.waitForEvent("download"),
    desk.getByRole("button", { name: button }).click(),
  ]);
  return (await bytesOf(download)).toString().trim().split(/\r?\n/);
}
