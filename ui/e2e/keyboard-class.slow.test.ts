import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClassPage, drawClass } from "../../core/testdata/drawn-pages/draw-class.ts";
import { evaluatorPath } from "../../server/contract/pages.ts";
import { openDatabase } from "../../server/db/client.ts";
import { insertReadPage } from "../../server/testing/read-page.ts";
import { expectAccessible, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { handInClass } from "./hand-in-class.ts";
import { type Instructor, type OwnSite, type SharedSite, startSite } from "./site.ts";

const CLASS = 60;
const DOUBTFUL = 15;
const RIGHT = ["Y = AND(A, B)"];
/** Right if its circle is none, which the machine doubts. */
const NEARLY = ["Y = NAND(A, B)"];

let site: OwnSite & SharedSite;
let browser: Browser;
let ana: Instructor;
let taskId: string;
let page: Page;
let keys = 0;

/** Stores a class's pages as if they had been read; every fourth one is doubtful. */
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  const students = Array.from({ length: CLASS }, (_, k) => String(20230001 + k));
  const classId = await newClass(ana, { studentList: students });
  const answerKeys = [{ keys: [{ expression: "A & B", grade: "5" }] }];
  taskId = await newTask(ana, { classId, title: "And", answerKeys });
  const sha256 = await storedPicture(classId);
  const db = await openDatabase({ url: `file:${site.dataDir}/circuitgrade.db` });
  const context = { db, now: Date.now } as Parameters<typeof insertReadPage>[0];
  for (const [k, studentId] of students.entries()) {
    const isDoubtful = k % (CLASS / DOUBTFUL) === 0;
    const read = isDoubtful ? { lines: NEARLY, confidence: 0.6 } : { lines: RIGHT, confidence: 0.999 };
    await insertReadPage(context, { taskId, studentId, sha256, ...read });
  }
  await db.close();
  page = await openTab(browser, { site, as: ana });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Any page with a drawing, handed in for another task; its SHA-256. */
async function storedPicture(classId: string): Promise<string> {
  const other = await newTask(ana, { classId, title: "Another task" });
  const [{ picture }] = (await drawClass()) as [ClassPage];
  await handInClass(site, { by: ana, taskId: other, pages: [{ studentId: "20230001", picture }] });
  const { files } = await ana.call("getFiles", { params: { taskId: other } });
  return files[0]!.sha256;
}

async function press(key: string): Promise<void> {
  keys++;
  await page.keyboard.press(key);
}

/** How many pages wait, by the line above the queue. */
function summary(inQueue: number): Promise<void> {
  return page.getByText(`${inQueue} page${inQueue === 1 ? "" : "s"} in the queue`).waitFor();
}

test("the evaluator asks the same, and the answer can be taken back", { timeout: 300_000 }, async () => {
  const { entries } = await ana.call("getQueue", { params: { taskId } });
  await page.goto(evaluatorPath(taskId, entries[0]!.id));
  await page.getByText("If this gate is an AND, the answer is right.").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("2");
  const chosen = page.getByText("Reading chosen by");
  await chosen.waitFor();
  expect((await ana.call("getQueue", { params: { taskId } })).entries).toHaveLength(DOUBTFUL - 1);
  await page.keyboard.press("Control+z");
  await page.getByText("If this gate is an AND, the answer is right.").waitFor();
  expect((await ana.call("getQueue", { params: { taskId } })).entries).toHaveLength(DOUBTFUL);
});

test("a class of 60 with 15 doubtful pages is graded to the end with the keyboard", { timeout: 600_000 }, async () => {
  await page.goto(`/task/${taskId}?tab=review`);
  await page.getByText(`${DOUBTFUL} pages in the queue · ${CLASS - DOUBTFUL} can be graded now · 0 graded`).waitFor();
  await page.getByRole("region", { name: "Answer table" }).waitFor();
  await page.getByRole("region", { name: "Submitted table" }).waitFor();
  // The entry in view is far down its list, which scrolls alone.
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expectAccessible(page);

  for (let left = DOUBTFUL; left > 0; left--) {
    await page.getByText("If this gate is an AND, the answer is right.", { exact: true }).waitFor();
    await press("2");
    await summary(left - 1);
  }
  // One of them was a slip: taken back, and answered again.
  const slips = 2;
  await press("u");
  await summary(1);
  await press("2");
  await summary(0);

  await press("s");
  await page.getByText(`0 pages in the queue · 0 can be graded now · ${CLASS} graded`).waitFor();

  const { files } = await ana.call("getFiles", { params: { taskId } });
  expect(files.map(({ graded, total_grade }) => [graded, total_grade])).toEqual(files.map(() => [true, 5]));
  // docs/grading-reference.md has these numbers: one key for a doubtful page, one for all others together.
  expect(keys - slips).toBe(DOUBTFUL + 1);
});
