import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEXTS } from "../../server/contract/texts.ts";
import { capture, expectAccessible, openBrowser, openTab } from "./browser.ts";
import { HALF_ADDER, handIn, SELECTOR, untilRead } from "./evaluator-pages.ts";
import { type Instructor, openSite, type Site } from "./site.ts";

let site: Site;
let browser: Browser;
let ana: Instructor;
let taskId: string;
let files: Map<string, string>;
let page: Page;

const STUDENTS = ["20230001", "20230002", "20230003"];

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  const body = { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00", studentList: STUDENTS };
  const classId = (await ana.call("createClass", { body })).class.id;
  const answerKeys = [{ keys: [{ expression: "A ^ B", grade: "5" }] }];
  const dueDate = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString();
  const task = { title: "Half adder", classId, examType: "quiz", dueDate, answerKeys } as const;
  taskId = (await ana.call("createTask", { body: task })).id;
  for (const student of STUDENTS) await handIn(site, { by: ana, taskId, student, item: 1, sample: HALF_ADDER });
  files = await untilRead(ana, taskId);
  page = await openTab(browser, { site, as: ana });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const total = (tab: Page) => tab.getByRole("textbox", { name: "Grade" });
const comment = (tab: Page) => tab.getByRole("textbox", { name: "Comment" });
const shown = (tab: Page, student: string) => tab.getByRole("button", { name: `Submission: ${student}_quiz[1].png` });

async function openFile(tab: Page, student: string): Promise<void> {
  await tab.goto(`/circuit-evaluator/${taskId}?file=${files.get(`${student}-1`)}`);
  await shown(tab, student).waitFor();
  await tab.getByRole("tab", { name: "Grade Submission" }).click();
  await total(tab).waitFor();
}

function gradeOf(student: string) {
  return ana.call("getGradeRows", { params: { fileId: files.get(`${student}-1`)! } });
}

test("the way to a submission opens it in a new tab, too", async () => {
  await page.goto(`/task/${taskId}`);
  const link = page.getByRole("link", { name: "Analyze 20230002_quiz[1].png" });
  const tab = await openTab(browser, { site, as: ana });
  await tab.goto((await link.getAttribute("href"))!);
  await shown(tab, "20230002").waitFor();
  await tab.getByRole("button", { name: "Next submission", exact: true }).click();
  await shown(tab, "20230003").waitFor();
  await tab.reload();
  await shown(tab, "20230003").waitFor();
  await tab.close();
});

test("a grade that was typed is not left without a question, by whatever way", async () => {
  await openFile(page, "20230001");
  await total(page).fill("3");
  await comment(page).fill("The carry is missing.");
  const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await page.getByRole("link", { name: /^Half adder\s*Due/ }).click();
  await question.waitFor();
  await expectAccessible(page);
  await capture(page, "circuit-evaluator-leaving");
  await question.getByRole("button", { name: "Cancel" }).click();
  expect([await total(page).inputValue(), await comment(page).inputValue()]).toEqual(["3", "The carry is missing."]);
  await page.getByRole("link", { name: "CircuitGrade" }).click();
  await question.waitFor();
  await page.keyboard.press("Escape");
  // What is as it was needs no question.
  await total(page).fill("5");
  await comment(page).fill("");
  await page.getByRole("link", { name: /^Half adder\s*Due/ }).click();
  await page.waitForURL(`**/task/${taskId}`);
});

test("a grade that another tab stores meanwhile is shown, and replaced only by who has seen it", async () => {
  await openFile(page, "20230001");
  const other = await openTab(browser, { site, as: ana });
  await openFile(other, "20230001");
  await total(page).fill("4");
  await total(other).fill("2");
  await comment(other).fill("No sum.");
  await other.keyboard.press("Control+Enter");
  await other.getByText("Grade 2/5 stored for 20230001_quiz[1].png.").waitFor();
  await page.getByText("1/3 graded").waitFor();
  expect(await total(page).inputValue()).toBe("4");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Another grade, 2, or comment was stored meanwhile.", { exact: false }).waitFor();
  await page.getByText("“No sum.”").waitFor();
  expect(await gradeOf("20230001")).toMatchObject({ total_grade: 2, comment: "No sum." });
  await page.keyboard.press("Control+Enter");
  await page.getByText("Grade 4/5 stored for 20230001_quiz[1].png.").waitFor();
  // The other tab, in which nothing is typed, shows it by itself.
  await expect.poll(() => total(other).inputValue()).toBe("4");
  expect(await comment(other).inputValue()).toBe("");
  await other.close();
});

test("corrections that were not analyzed are to be looked at in every tab", async () => {
  await openFile(page, "20230003");
  const fileId = files.get("20230003-1")!;
  const { circuit_analysis } = await ana.call("getCircuitData", { params: { fileId } });
  const gate = circuit_analysis.predictions.find(({ class_name }) => class_name === "AND")!;
  await ana.call("deletePrediction", { params: { predictionId: gate.id } });
  await page.reload();
  await page.getByRole("status").getByText(TEXTS.detection.changed).waitFor();
  await page.getByRole("tab", { name: "Grade Submission" }).click();
  await page.getByText("No grade is proposed. Look at the drawing, then enter one.").waitFor();
  expect(await total(page).inputValue()).toBe("");
  const queue = await ana.call("getQueue", { params: { taskId }, query: {} });
  expect(queue.entries).toMatchObject([{ id: fileId, label: "Corrected, not analyzed" }]);
});

test("a page that is handed in again while it is looked at is not taken for another one", async () => {
  await openFile(page, "20230002");
  await total(page).fill("1");
  await handIn(site, { by: ana, taskId, student: "20230002", item: 1, sample: SELECTOR });
  await page.getByRole("alert").getByText("Another page of 20230002, item 1, counts now.").waitFor();
  await page.getByText("What you typed is kept. Look whether it still holds.").waitFor();
  await expectAccessible(page);
  await capture(page, "circuit-evaluator-replaced");
  await page.keyboard.press("Control+Enter");
  expect(await ana.call("getTask", { params: { taskId } })).toMatchObject({ reviewed_submissions: 1 });
  await page.getByRole("button", { name: "Show the page that counts" }).click();
  await shown(page, "20230002").waitFor();
  await page.getByRole("tab", { name: "Grade Submission" }).click();
  expect(await total(page).inputValue()).toBe("1");
  files = await untilRead(ana, taskId);
});

test("a submission that is deleted elsewhere says so", async () => {
  await openFile(page, "20230002");
  await ana.call("deleteFile", { params: { fileId: files.get("20230002-1")! } });
  await page.getByRole("alert").getByText("This submission was deleted.").waitFor();
  // Also where the page is loaded anew.
  await page.reload();
  await page.getByRole("alert").getByText("This submission was deleted.").waitFor();
  await page.getByRole("button", { name: "Go on to the first submission" }).click();
  await shown(page, "20230001").waitFor();
});
