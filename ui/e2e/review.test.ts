import { join } from "node:path";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { evaluatorPath } from "../../server/contract/pages.ts";
import type { Queue } from "../../server/contract/tasks/stack.ts";
import { openDatabase } from "../../server/db/client.ts";
import { regradeRequests } from "../../server/db/schema.ts";
import { insertReadPage } from "../../server/testing/read-page.ts";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  expectGood,
  holdCalls,
  OWN_JSON,
  openBrowser,
  openTab,
  PHONE,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, untilRead } from "./evaluator-pages.ts";
import { openSite } from "./site.ts";

/** The first one's page is really handed in, and graded; the others' are stored as if they had been read. */
const [GRADED, ASKED, ASKED_TOO, SURE, TWICE] = ["20230001", "20230002", "20230003", "20230004", "20230005"];
const NOT_ENROLLED = "20239999";
const QUESTION = "If this gate is an AND, the answer is right.";
/** The machine is sure of both, but the student of the second is not in the class. */
const RIGHT = { lines: ["Y = AND(A, B)"], confidence: 0.999 };
/** Right if its circle is none, which the machine doubts. */
const NEARLY = { lines: ["Y = NAND(A, B)"], confidence: 0.6 };
/** Two drawings, of which the second is right. */
const TWO = { lines: ["Y = OR(A, B)", "Z = AND(C, D)"], outputs: ["Y", "Z"] };
const WORDS = "Mind the circle.";
const OWN_WORDS = "Mind the arrows.";

afterAll(async () => {
  await browser.close();
  await db.close();
});

/** Nothing is graded but the page that was handed in. */
beforeEach(async () => {
  for (const student of [ASKED, ASKED_TOO, SURE, TWICE, NOT_ENROLLED]) {
    const { total_grade, comment } = await stored(student);
    if (total_grade === null && comment === null) continue;
    const params = { fileId: files.get(`${student}-1`)! };
    const { chosen } = await ana.call("getGradeRows", { params });
    if (chosen) await ana.call("takeBackReading", { params });
    const seen = await stored(student);
    await ana.call("updateGrade", { params, body: { total_grade: null, comment: "", seen } });
  }
  await page.goto("/contact-us");
  await page.goto(`/task/${taskId}?tab=review`);
  await list().waitFor();
});

const list = () => page.getByRole("navigation", { name: "Pages in the queue" });
const entry = () => page.locator(".queue-entry");
const points = () => entry().getByRole("textbox", { name: "Another grade" });
const comment = () => entry().getByRole("textbox", { name: "Comment" });

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: [GRADED, ASKED, ASKED_TOO, SURE, TWICE] });
const answerKeys = [{ keys: [{ expression: "A & B", grade: "5" }] }];
const taskId = await newTask(ana, { classId, title: "Carry", answerKeys });
await handIn(site, { by: ana, taskId, student: GRADED, item: 1, sample: HALF_ADDER });
const read = await untilRead(ana, taskId);
const graded = read.get(`${GRADED}-1`)!;
await ana.call("updateGrade", { params: { fileId: graded }, body: { total_grade: 3, comment: WORDS } });
await ana.call("releaseGrades", { params: { taskId }, body: {} });
const db = await openDatabase({ url: `file:${join(inject("sharedSite").dataDir, "circuitgrade.db")}` });
await db.run((query) => {
  return query
    .insert(regradeRequests)
    .values({ id: taskId, submissionId: graded, reason: "Please look again.", createdAt: Date.now() });
});
const [{ sha256 } = { sha256: "" }] = (await ana.call("getFiles", { params: { taskId } })).files;
const context = { db, now: Date.now } as Parameters<typeof insertReadPage>[0];
for (const [studentId, reading] of [
  [ASKED, NEARLY],
  [ASKED_TOO, NEARLY],
  [SURE, RIGHT],
  [TWICE, TWO],
  [NOT_ENROLLED, RIGHT],
] as const) {
  await insertReadPage(context, { taskId, studentId, sha256, ...reading });
}
const files = await untilRead(ana, taskId);
const page = await openTab(browser, { site, as: ana });
const line = () => page.getByRole("status").filter({ hasText: "Take it back" });

async function show(student: string): Promise<void> {
  await list().getByRole("button", { name: student }).click();
  await entry().getByText(student).first().waitFor();
}

async function stored(student: string): Promise<{ total_grade: number | null; comment: string | null }> {
  const { total_grade, comment } = await ana.call("getGradeRows", {
    params: { fileId: files.get(`${student}-1`)! },
  });
  return { total_grade, comment };
}

test("the comment goes along with an accepted reading, and both are taken back", async () => {
  await show(NOT_ENROLLED);
  await comment().fill("Well done.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  await line().getByText(`${NOT_ENROLLED} · Item 1: 5 of 5.`).waitFor();
  expect(await stored(NOT_ENROLLED)).toEqual({ total_grade: 5, comment: "Well done." });
  await expectAccessible(page);

  await page.keyboard.press("u");
  await entry().getByText(NOT_ENROLLED).first().waitFor();
  expect(await stored(NOT_ENROLLED)).toEqual({ total_grade: null, comment: null });
  expect(await line().count()).toBe(0);
  // What was typed is there again, and comes with the proposed points.
  await expect.poll(() => comment().inputValue()).toBe("Well done.");
  await comment().press("Enter");
  await line().waitFor();
  expect(await stored(NOT_ENROLLED)).toEqual({ total_grade: 5, comment: "Well done." });
});

test("what is typed while a grade is being stored stays, to be copied, and comes back with the page", async () => {
  await show(NOT_ENROLLED);
  await comment().fill("Well done.");
  await page.keyboard.press("Escape");
  const release = await holdCalls(page, "**/files/update-grade/*");
  const sent = page.waitForRequest("**/files/update-grade/*");
  await page.keyboard.press("a");
  await sent;
  await comment().fill("Well done. See me about the arrows.");
  await release();
  await line().getByText(`${NOT_ENROLLED} · Item 1: 5 of 5.`).waitFor();
  await entry().getByText("is no longer in the queue: it was settled meanwhile").waitFor();
  await entry().locator("blockquote").getByText("Well done. See me about the arrows.").waitFor();
  await entry().getByRole("button", { name: "Copy What You Typed" }).waitFor();
  await expectAccessible(page);
  await capture(page, "queue-typed-late");
  expect(await stored(NOT_ENROLLED)).toEqual({ total_grade: 5, comment: "Well done." });
  await page.getByRole("button", { name: /^Take it back/ }).click();
  await expect.poll(() => comment().inputValue()).toBe("Well done. See me about the arrows.");
  await comment().fill("");
});

test("the comment goes along with a chosen reading, by letter, button or form", async () => {
  for (const [total, send] of [
    [5, () => page.keyboard.press("b")],
    [0, () => page.keyboard.press("Enter")],
    [5, () => entry().getByRole("button", { name: /^B/ }).click()],
    [0, () => entry().getByRole("button", { name: "Give 0 of 5" }).click()],
  ] as const) {
    await show(ASKED);
    await entry().getByText(QUESTION, { exact: true }).waitFor();
    await comment().fill(WORDS);
    await page.keyboard.press("Escape");
    await send();
    await line().getByText(`${ASKED} · Item 1: ${total} of 5.`).waitFor();
    expect(await stored(ASKED)).toEqual({ total_grade: total, comment: WORDS });
    await page.keyboard.press("u");
    await line().waitFor({ state: "detached" });
    expect(await stored(ASKED)).toEqual({ total_grade: null, comment: null });
  }
});

test("of several drawings a person says which one counts; no key takes the first one unasked", async () => {
  await show(TWICE);
  const drawings = entry().getByRole("group", { name: "Which drawing counts?" });
  await drawings.getByText("Drawing 2 of 2 counts.").waitFor();
  await drawings.getByRole("button").nth(1).hover();
  await page.keyboard.press("Enter");
  await page.keyboard.press("b");
  await line().getByText(`${TWICE} · Item 1: 5 of 5. Drawing 2 of 2 counts.`).waitFor();
  expect(await stored(TWICE)).toEqual({ total_grade: 5, comment: null });
});

test("the focus stays where a page is settled, and goes on with it", async () => {
  await show(ASKED);
  const answer = await holdCalls(page, "**/answers/reading/*");
  const reading = entry().getByRole("button", { name: /^B/ });
  await reading.press("Enter");
  await reading.and(page.locator("[aria-disabled=true]")).waitFor();
  await expectFocus(reading);
  await answer();
  await entry().getByText(ASKED_TOO).first().waitFor();
  await expectFocus(entry());
  expect((await stored(ASKED)).total_grade).toBe(5);
});

test("digits are points, also while a question is asked", async () => {
  await show(ASKED);
  await entry().getByText(QUESTION, { exact: true }).waitFor();
  await page.keyboard.type("15");
  await expectFocus(points());
  await expect.poll(() => points().inputValue()).toBe("15");
  await page.keyboard.press("Enter");
  await line().getByText(`${ASKED} · Item 1: 15 of 5.`).waitFor();
  await entry().getByText(ASKED_TOO).first().waitFor();
  await expect.poll(() => points().inputValue()).toBe("");
  expect(await stored(ASKED_TOO)).toEqual({ total_grade: null, comment: null });
});

test("no key chooses a reading that cannot be compared", async () => {
  const path = `**/stacks/queue/${taskId}`;
  await page.route(path, async (route) => {
    const queue = (await (await route.fetch()).json()) as Queue;
    const entries = queue.entries.map((each) => {
      const choices = each.question?.choices.map((choice) => ({ ...choice, points: null }));
      return choices ? { ...each, question: { ...each.question, choices } } : each;
    });
    await route.fulfill({ headers: OWN_JSON, json: { ...queue, entries } });
  });
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() !== "GET" && sent.push(request.url())));
  // A page that is opened by its address comes with its data: only other ones ask for it.
  await page.goto(`/dashboard/${ana.userId}`);
  await page.locator(".task-title").click();
  await page.getByRole("link", { name: /^Review( \d+)?$/ }).click();
  await show(ASKED);
  await expect.poll(() => entry().getByRole("button", { name: "No points" }).first().isDisabled()).toBe(true);
  for (const key of ["a", "b", "Enter"]) await page.keyboard.press(key);
  // A key that does something comes after them.
  await page.keyboard.type("2");
  await expectFocus(points());
  expect(sent).toEqual([]);
  await points().fill("");
  await page.unroute(path);
});

test("a held Enter accepts one page", async () => {
  await show(ASKED);
  await page.locator("h1").click();
  await page.keyboard.down("Enter");
  await entry().getByText(ASKED_TOO).first().waitFor();
  for (let k = 0; k < 5; k++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  // A page that is accepted later comes after those that were accepted before.
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await line().getByText(NOT_ENROLLED).waitFor();
  expect((await stored(ASKED_TOO)).total_grade).toBeNull();
});

test("a grade that somebody changed meanwhile is not taken back", async () => {
  await show(NOT_ENROLLED);
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await line().waitFor();
  const params = { fileId: files.get(`${NOT_ENROLLED}-1`)! };
  await ana.call("updateGrade", { params, body: { total_grade: 4 } });
  await page.keyboard.press("u");
  await page.getByText("Another grade, 4, or comment was stored meanwhile. Nothing was changed.").waitFor();
  expect((await stored(NOT_ENROLLED)).total_grade).toBe(4);
});

test("taking back what students can see asks first", async () => {
  await show(NOT_ENROLLED);
  await page.keyboard.press("a");
  await line().waitFor();
  await page.keyboard.press("s");
  await page.getByText("1 grade confirmed. You can undo this.").waitFor();
  const undo = page.getByRole("button", { name: "Undo" });
  const question = page.getByRole("alertdialog");
  await undo.click();
  await question.getByText("The pages get back their earlier grades").waitFor();
  expect(await question.getByText("Students can see").count()).toBe(0);
  await page.keyboard.press("Escape");
  await ana.call("releaseGrades", { params: { taskId }, body: {} });
  await page.keyboard.press("u");
  await question.getByText("The student can see this result; taking the grade back hides it.").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  expect((await stored(NOT_ENROLLED)).total_grade).toBe(5);
  await page.getByRole("button", { name: /^Release/ }).waitFor({ state: "detached" });
  await undo.click();
  await question.getByText("Students can see these results; taking the grades back hides them.").waitFor();
  await question.getByRole("button", { name: "Undo" }).click();
  await page.getByText("1 page as before.").waitFor();
  // While a question is open, no letter is a shortcut.
  await question.waitFor({ state: "detached" });
  await page.keyboard.press("u");
  await question.getByRole("button", { name: "Take it back" }).click();
  // Below a question there are no roles.
  await question.waitFor({ state: "detached" });
  await line().waitFor({ state: "detached" });
  expect((await stored(NOT_ENROLLED)).total_grade).toBeNull();
});

test("what is typed is kept while the task is open, and not left without a question", async () => {
  const group = page.getByRole("form", { name: "Grade the group" });
  const request = page.getByRole("form", { name: "Answer the request" });
  const openGroup = () => page.getByRole("navigation", { name: "Answer groups" }).getByRole("button").first().click();
  const openRequest = () =>
    page.getByRole("navigation", { name: "Regrade requests" }).getByRole("button").first().click();
  const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  const away = page.getByRole("link", { name: "Dashboard", exact: true });

  await show(ASKED);
  await page.keyboard.type("3");
  await comment().fill("Your circle");
  await show(ASKED_TOO);
  expect([await points().inputValue(), await comment().inputValue()]).toEqual(["", ""]);
  await openGroup();
  await group.getByRole("textbox", { name: "Comment for all" }).fill("All of you");
  await openRequest();
  await request.getByLabel("Answer to the student").fill("You are right.");
  await page.getByRole("link", { name: "Submissions", exact: true }).click();
  await page.getByRole("link", { name: `Analyze ${ASKED}_quiz[1].png` }).waitFor();
  await away.click();
  await question.waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("link", { name: "Review", exact: false }).first().click();
  await show(ASKED);
  expect([await points().inputValue(), await comment().inputValue()]).toEqual(["3", "Your circle"]);
  await openGroup();
  await expect.poll(() => group.getByRole("textbox", { name: "Comment for all" }).inputValue()).toBe("All of you");
  await group.getByRole("textbox", { name: "Comment for all" }).fill("");
  await openRequest();
  await expect.poll(() => request.getByLabel("Answer to the student").inputValue()).toBe("You are right.");
  await request.getByLabel("Answer to the student").fill("");
  await show(ASKED);
  await page.keyboard.press("e");
  await question.waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  // What is given is no draft any more.
  await comment().press("Enter");
  await line().getByText(`${ASKED} · Item 1: 3 of 5.`).waitFor();
  await away.click();
  await page.waitForURL("**/dashboard/*");
});

test("on a phone the last grade can be taken back where the next page is in view", async () => {
  await page.setViewportSize(PHONE);
  await show(ASKED);
  await entry().getByRole("button", { name: /^B/ }).click();
  await line().getByText(`${ASKED} · Item 1: 5 of 5.`).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  const [above, below] = await Promise.all([line().boundingBox(), entry().boundingBox()]);
  expect(above!.y).toBeGreaterThan(0);
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
  await line().getByRole("button").click();
  await entry().getByText(ASKED).first().waitFor();
  expect((await stored(ASKED)).total_grade).toBe(null);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("on a narrow screen W does not hide the lists", async () => {
  await page.setViewportSize({ width: 900, height: 800 });
  await page.locator("h1").click();
  await page.keyboard.press("w");
  await page.setViewportSize(PHONE);
  await list().waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await list().waitFor({ state: "detached" });
  await page.keyboard.press("w");
  await list().waitFor();
});

test("the evaluator offers the letters with Shift, and comments of other pages and tasks", async () => {
  // It was on two pages, and is on none of this task now.
  for (const student of [ASKED_TOO, SURE]) {
    const params = { fileId: files.get(`${student}-1`)! };
    for (const comment of [OWN_WORDS, ""]) await ana.call("updateGrade", { params, body: { total_grade: 1, comment } });
  }
  await page.goto(evaluatorPath(taskId, files.get(`${ASKED}-1`)));
  await page.getByText(QUESTION, { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Grade Submission" }).click();
  await page.getByRole("button", { name: "Earlier comments" }).click();
  const item = page.getByRole("menuitem", { name: WORDS });
  await item.waitFor();
  await page.getByRole("menuitem", { name: OWN_WORDS }).waitFor();
  // No command of the evaluator, but a letter of the menu.
  await page.keyboard.press("n");
  await item.press("Enter");
  await expect.poll(() => page.getByRole("textbox", { name: "Comment" }).inputValue()).toBe(WORDS);
  await page.getByRole("textbox", { name: "Comment" }).fill("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+B");
  await page.getByText("Reading chosen by").waitFor();
  expect((await stored(ASKED)).total_grade).toBe(5);
  await page.keyboard.press("Control+z");
  await page.getByText(QUESTION, { exact: true }).waitFor();
  expectCleanConsole(page);
});

test("a task that is deleted elsewhere stays while something typed in it would be lost", async () => {
  await page.goto(`/task/${taskId}?tab=review`);
  await list().waitFor();
  await comment().fill("Look at the last gate.");
  await ana.call("deleteTask", { params: { taskId } });
  await page.getByRole("alert").filter({ hasText: "This was deleted meanwhile" }).waitFor();
  expect(await comment().inputValue()).toBe("Look at the last gate.");
  await expectGood(page);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(`**/dashboard/${ana.userId}`);
  expectCleanConsole(page);
});
