import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { PREDICTIONS_CHANGED } from "../../core/rules/problem.ts";
import { expectCleanConsole, holdCalls, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, placeOfBox, untilRead } from "./evaluator-pages.ts";
import { type Instructor, openSite } from "./site.ts";

const STUDENT = "20230001";
const waits = { timeout: 60_000 };

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const bo = await site.instructor("bo@example.edu");
const classId = await newClass(ana, { studentList: [STUDENT] });
await ana.call("addClassMember", { params: { classId }, body: { email: bo.email, role: "co-instructor" } });
const taskId = await newTask(ana, { classId });
await handIn(site, { by: ana, taskId, student: STUDENT, item: 1, sample: HALF_ADDER });
const fileId = (await untilRead(ana, taskId)).get(`${STUDENT}-1`)!;
/** Ana's browser and Bo's. */
const first = await openTab(browser, { site, as: ana });
const second = await openTab(browser, { site, as: bo });
for (const page of [first, second]) {
  await page.goto(`/circuit-evaluator/${taskId}?file=${fileId}`);
  await page.getByRole("region", { name: "Submitted table" }).waitFor();
}

afterAll(() => browser.close());

async function circuit() {
  return (await ana.call("getCircuitData", { params: { fileId } })).circuit_analysis;
}

async function classes(): Promise<string[]> {
  const { predictions } = await circuit();
  return predictions.map(({ class_name }) => class_name).filter((name) => /^X?N?(AND|OR)$/.test(name));
}

/** Who said what that holds, the oldest first. */
async function said(): Promise<string[]> {
  const { history } = await ana.call("getGradeRows", { params: { fileId } });
  const holding = history.filter(({ text, taken_back }) => !taken_back && !text.startsWith("Taken back"));
  return holding.map(({ by, text }) => `${by}: ${text}`).reverse();
}

/** Changes a box's class; the call is held back until `release`. */
async function change(page: Page, by: Instructor, { from, to }: { from: string; to: string }) {
  const { x, y } = await placeOfBox(page, { by, fileId, className: from });
  await page.mouse.click(x, y);
  const release = await holdCalls(page, "**/detect-gates/edit-prediction/*");
  const sent = page.waitForRequest("**/detect-gates/edit-prediction/*");
  await page.getByRole("button", { name: to, exact: true }).click();
  await sent;
  return release;
}

/** What the list of submissions says of the page. */
async function listed() {
  return (await ana.call("getFiles", { params: { taskId } })).files.find(({ id }) => id === fileId)!;
}

/** The page was read with all that was said of it. */
async function untilReadAgain(): Promise<void> {
  const isChanged = async () => (await circuit()).problems.some(({ code }) => code === PREDICTIONS_CHANGED);
  await expect.poll(isChanged, waits).toBe(false);
}

test("two people correct and grade one page at once in two browsers, and nothing is lost", async () => {
  const releases = [
    await change(first, ana, { from: "XOR", to: "XNOR" }),
    await change(second, bo, { from: "AND", to: "NAND" }),
  ];
  await Promise.all(releases.map((release) => release()));
  await expect.poll(classes, waits).toEqual(expect.arrayContaining(["XNOR", "NAND"]));
  await untilReadAgain();
  expect((await said()).sort()).toEqual([`${ana.email}: XOR 1 is an XNOR`, `${bo.email}: AND 1 is a NAND`]);

  // Each takes back their own: the other's stays.
  await first.getByRole("button", { name: "Undo: change XOR to XNOR" }).click();
  await expect.poll(classes, waits).toEqual(expect.arrayContaining(["XOR", "NAND"]));
  await untilReadAgain();
  expect(await said()).toContain(`${bo.email}: AND 1 is a NAND`);
  expect(await classes()).toHaveLength(2);
  for (const page of [first, second]) expectCleanConsole(page);
}, 300_000);

test("a correction that changes neither problems nor points appears in the other browser", async () => {
  const { id: circuitAnalysisId, predictions } = await circuit();
  const { x, y, height } = predictions.find(({ class_name }) => class_name === "NAND")!;
  await second.getByRole("tab", { name: "Grade Submission" }).click();
  const before = await listed();
  const release = await holdCalls(second, "**/files/get-files/*");
  const params = { circuitAnalysisId };
  const corrections = [{ kind: "invert" as const, pin: { x, y: y + height / 4 }, inverted: false }];
  await ana.call("correctWires", { params, body: { corrections, seen: [] } });
  const after = await listed();
  expect(after).toEqual({ ...before, revision: before.revision + 1 });
  await release();
  const history = second.locator(".ce-log").getByRole("listitem");
  await history.filter({ hasText: `Wires: an inversion by ${ana.email}` }).waitFor(waits);
  for (const page of [first, second]) expectCleanConsole(page);
}, 300_000);
