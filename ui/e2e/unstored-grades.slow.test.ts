import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PREDICTIONS_CHANGED } from "../../core/rules/problem.ts";
import { capture, expectAccessible, expectFocus, holdCalls, openBrowser, openTab, PHONE } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, SELECTOR, untilRead } from "./evaluator-pages.ts";
import { type Instructor, openSite, type TestSite } from "./site.ts";

let site: TestSite;
let browser: Browser;
let ana: Instructor;
let taskId: string;
let files: Map<string, string>;
let page: Page;

const STUDENTS = ["20230001", "20230002", "20230003"];

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  taskId = await newTask(ana, { classId: await newClass(ana, { studentList: STUDENTS }) });
  for (const student of STUDENTS) await handIn(site, { by: ana, taskId, student, item: 1, sample: HALF_ADDER });
  files = await untilRead(ana, taskId);
  page = await openTab(browser, { site, as: ana });
}, 300_000);

afterAll(() => browser?.close());

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

/** Removes a gate from the reading, which then waits for a person. */
async function correct(student: string): Promise<void> {
  const { circuit_analysis } = await ana.call("getCircuitData", { params: { fileId: files.get(`${student}-1`)! } });
  const gate = circuit_analysis.predictions.find(({ class_name }) => class_name === "AND")!;
  await ana.call("deletePrediction", { params: { predictionId: gate.id }, query: {} });
}

test("the link to a submission also opens it in a new tab", async () => {
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

test("a slow check does not navigate away from the submission that was opened meanwhile", async () => {
  await page.goto(`/task/${taskId}?tab=similar`);
  const checks = "**/detect-gates/flag-similar-circuits*";
  const letGo = await holdCalls(page, checks);
  const answered = page.waitForResponse(checks);
  await page.getByRole("button", { name: "Check For Similar Submissions" }).click();
  await page.getByRole("link", { name: "Submissions", exact: true }).click();
  await page.getByRole("link", { name: "Analyze 20230002_quiz[1].png" }).click();
  await shown(page, "20230002").waitFor();
  const address = page.url();
  await letGo();
  await answered;
  await page.getByRole("tab", { name: "Grade Submission" }).click();
  await total(page).waitFor();
  expect(page.url()).toBe(address);
});

test("a typed grade is not left without a question, whichever way", async () => {
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
  // Unchanged values need no question.
  await total(page).fill("5");
  await comment(page).fill("");
  await page.getByRole("link", { name: /^Half adder\s*Due/ }).click();
  await page.waitForURL(`**/task/${taskId}`);
});

test("a grade that another tab stores meanwhile is shown, and replaced only after it was seen", async () => {
  await openFile(page, "20230001");
  const other = await openTab(browser, { site, as: ana });
  await openFile(other, "20230001");
  await total(page).fill("4");
  await total(other).fill("2");
  await comment(other).fill("No sum.");
  await other.keyboard.press("Control+Enter");
  await other.getByText("Grade 2/5 stored for 20230001_quiz[1].png.").waitFor();
  await page.getByText("1/3 graded").waitFor();
  await expect.poll(() => total(page).inputValue()).toBe("4");
  const letGo = await holdCalls(page, "**/files/get-files/*");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Another grade, 2, or comment was stored meanwhile.", { exact: false }).waitFor();
  await page.getByText("“No sum.”").waitFor();
  expect(await gradeOf("20230001")).toMatchObject({ total_grade: 2, comment: "No sum." });
  // The list of submissions may take its time.
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => gradeOf("20230001")).toMatchObject({ total_grade: 4 });
  await letGo();
  await page.getByText("Grade 4/5 stored for 20230001_quiz[1].png.").waitFor();
  // The other tab, in which nothing is typed, shows it automatically.
  await expect.poll(() => total(other).inputValue()).toBe("4");
  await expect.poll(() => comment(other).inputValue()).toBe("");
  await other.close();
});

test("corrections that were not analyzed are marked for review, and read when the page is opened", async () => {
  await openFile(page, "20230001");
  await correct("20230003");
  const queue = await ana.call("getQueue", { params: { taskId } });
  expect(queue.entries).toMatchObject([{ id: files.get("20230003-1"), label: "Corrected, not analyzed" }]);
  await openFile(page, "20230003");
  const isRead = async () => {
    const { circuit_analysis } = await ana.call("getCircuitData", { params: { fileId: files.get("20230003-1")! } });
    return circuit_analysis.problems.every(({ code }) => code !== PREDICTIONS_CHANGED);
  };
  await expect.poll(isRead, { timeout: 40_000 }).toBe(true);
});

test("a page that is handed in again while it is open is not mistaken for the new one", async () => {
  await openFile(page, "20230002");
  await total(page).fill("1");
  await handIn(site, { by: ana, taskId, student: "20230002", item: 1, sample: SELECTOR });
  await page.getByRole("alert").getByText("Another page of 20230002, item 1, counts now.").waitFor();
  await page.getByText("What you typed is kept. Check whether it is still right.").waitFor();
  await expectAccessible(page);
  await capture(page, "circuit-evaluator-replaced");
  await page.keyboard.press("Control+Enter");
  expect(await ana.call("getTask", { params: { taskId } })).toMatchObject({ reviewed_submissions: 1 });
  await page.getByRole("button", { name: "Show the page that counts" }).click();
  await shown(page, "20230002").waitFor();
  await page.getByRole("tab", { name: "Grade Submission" }).click();
  await expect.poll(() => total(page).inputValue()).toBe("1");
  files = await untilRead(ana, taskId);
});

test("a submission that is deleted elsewhere says so", async () => {
  await openFile(page, "20230002");
  await comment(page).fill("The carry is missing.");
  await ana.call("deleteFile", { params: { fileId: files.get("20230002-1")! } });
  await page.getByRole("alert").getByText("This submission was deleted.").waitFor();
  // What was typed of it can still be copied.
  await page.getByText("The carry is missing.").waitFor();
  await page.getByRole("button", { name: "Copy What You Typed" }).waitFor();
  await expectAccessible(page);
  // Also if the page is reloaded.
  await page.reload();
  await page.getByRole("alert").getByText("This submission was deleted.").waitFor();
  await page.getByRole("button", { name: "Go on to the first submission" }).click();
  await shown(page, "20230001").waitFor();
});

test("what was typed for a page moves to the one that replaces it, whichever is shown", async () => {
  await openFile(page, "20230001");
  await comment(page).fill("The carry is missing.");
  await page.getByRole("button", { name: "Next submission", exact: true }).click();
  await shown(page, "20230003").waitFor();
  await handIn(site, { by: ana, taskId, student: "20230001", item: 1, sample: SELECTOR });
  await page.getByText("0/2 graded").waitFor();
  await page.getByRole("button", { name: "Previous submission", exact: true }).click();
  await shown(page, "20230001").waitFor();
  await page.getByText("You typed this for the page that this one replaced.", { exact: false }).waitFor();
  await expect.poll(() => comment(page).inputValue()).toBe("The carry is missing.");
  files = await untilRead(ana, taskId);

  await page.getByRole("button", { name: "Next submission", exact: true }).click();
  await ana.call("deleteFile", { params: { fileId: files.get("20230001-1")! } });
  await page.getByText("0/1 graded").waitFor();
  // Nothing is left to ask about.
  await page.getByRole("link", { name: /^Half adder\s*Due/ }).click();
  await page.waitForURL(`**/task/${taskId}`);
});

test("what was typed also moves if it was unknown at first which page replaced it", async () => {
  const history = "**/files/submissions/*";
  await handIn(site, { by: ana, taskId, student: "20230001", item: 1, sample: HALF_ADDER });
  files = await untilRead(ana, taskId);
  await openFile(page, "20230001");
  await comment(page).fill("The carry is missing.");
  await page.route(history, (route) => route.abort());
  await handIn(site, { by: ana, taskId, student: "20230001", item: 1, sample: SELECTOR });
  await page.getByRole("button", { name: "Try again" }).waitFor();
  files = await untilRead(ana, taskId);
  // The last event arrives before the connection is restored.
  await page.waitForTimeout(3000);
  await page.unroute(history);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("What you typed is kept. Check whether it is still right.").waitFor();
  await page.getByRole("button", { name: "Show the page that counts" }).click();
  await page.getByRole("tab", { name: "Grade Submission" }).click();
  await page.getByText("You typed this for the page that this one replaced.", { exact: false }).waitFor();
  await expect.poll(() => comment(page).inputValue()).toBe("The carry is missing.");

  // From another page as well.
  await page.getByRole("button", { name: "Next submission", exact: true }).click();
  await shown(page, "20230003").waitFor();
  await handIn(site, { by: ana, taskId, student: "20230001", item: 1, sample: HALF_ADDER });
  files = await untilRead(ana, taskId);
  await page.waitForTimeout(3000);
  await page.getByRole("button", { name: "Previous submission", exact: true }).click();
  await page.getByText("You typed this for the page that this one replaced.", { exact: false }).waitFor();
  await expect.poll(() => comment(page).inputValue()).toBe("The carry is missing.");
  await comment(page).fill("");
  await total(page).fill("1");
  await ana.call("deleteFile", { params: { fileId: files.get("20230001-1")! } });
  await page.getByRole("alert").getByText("This submission was deleted.").waitFor();
});

test("no other page takes the place of one that leaves the queue while it is open", async () => {
  await handIn(site, { by: ana, taskId, student: "20230002", item: 1, sample: HALF_ADDER });
  files = await untilRead(ana, taskId);
  await correct("20230002");
  await page.goto(`/task/${taskId}?tab=review`);
  await page.getByText("2 pages in the queue").waitFor();
  const [first, second] = (await ana.call("getQueue", { params: { taskId } })).entries;
  const list = page.getByRole("navigation", { name: "Pages in the queue" });
  await list.getByRole("button", { name: first!.student_id! }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("Your carry");
  await ana.call("updateGrade", { params: { fileId: first!.id }, body: { total_grade: 2 } });
  await page.getByRole("alert").getByText("is no longer in the queue", { exact: false }).waitFor();
  await page.getByText("Your carry").waitFor();
  await page.getByRole("button", { name: "Copy What You Typed" }).waitFor();
  await expectAccessible(page);
  // Typing continues where the comment was: no letter moves to the next page, or settles it.
  await page.keyboard.type("ok as xgejw 12");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("alert").getByText("is no longer in the queue", { exact: false }).waitFor();
  expect(page.url()).toMatch(new RegExp(`/task/${taskId}\\?tab=review$`));
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  expect(await gradeOf(second!.student_id!)).toMatchObject({ total_grade: null });
  await page.getByRole("button", { name: "Go on" }).click();
  const entry = page.locator(".queue-entry");
  await entry.getByText(second!.student_id!).first().waitFor();
});

test("on a phone, taking a page out of the queue moves to the next one", async () => {
  await handIn(site, { by: ana, taskId, student: "20230001", item: 1, sample: HALF_ADDER });
  files = await untilRead(ana, taskId);
  await correct("20230001");
  await page.setViewportSize(PHONE);
  await page.reload();
  await page.getByText("2 pages in the queue").waitFor();
  await page.getByRole("button", { name: "Take the page out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take out" }).click();
  await page.getByText("1 page in the queue").waitFor();
  await expectFocus(page.locator(".queue-entry"));
});

test("a late response does not navigate away from the queue page that was chosen meanwhile", async () => {
  for (const student of STUDENTS) await handIn(site, { by: ana, taskId, student, item: 1, sample: SELECTOR });
  files = await untilRead(ana, taskId);
  for (const student of STUDENTS) await correct(student);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/task/${taskId}?tab=review`);
  await page.getByText("3 pages in the queue").waitFor();
  const list = page.getByRole("navigation", { name: "Pages in the queue" }).getByRole("listitem").getByRole("button");
  const [first, , third] = (await ana.call("getQueue", { params: { taskId } })).entries;
  const entry = page.locator(".queue-entry");
  const typed = entry.getByRole("textbox", { name: "Comment" });
  const grades = "**/files/update-grade/*";

  async function gradeFirstAndGoOn(): Promise<void> {
    await list.first().click();
    await entry.getByRole("textbox", { name: "Another grade" }).fill("2");
    await page.keyboard.press("Enter");
    await list.last().click();
    await entry.getByText(third!.student_id!).first().waitFor();
    await typed.fill("Your carry");
  }

  let fail = (): void => undefined;
  await page.route(grades, (route) => {
    fail = () => void route.abort();
  });
  const sent = page.waitForRequest(grades);
  await gradeFirstAndGoOn();
  await sent;
  fail();
  await page.getByText(`${first!.student_id} · Item 1: The server cannot be reached.`, { exact: false }).waitFor();
  expect(await entry.getByRole("alert").count()).toBe(0);
  await expect.poll(() => typed.inputValue()).toBe("Your carry");
  await page.unroute(grades);

  const letGo = await holdCalls(page, grades);
  await gradeFirstAndGoOn();
  await letGo();
  await page.getByText(`${first!.student_id} · Item 1: 2 of 5`).waitFor();
  await page.getByText("2 pages in the queue").waitFor();
  await entry.getByText(third!.student_id!).first().waitFor();
  await expect.poll(() => typed.inputValue()).toBe("Your carry");
});

test("the last page of the queue also leaves a message", async () => {
  const { entries } = await ana.call("getQueue", { params: { taskId } });
  for (const { id } of entries) {
    await ana.call("updateGrade", { params: { fileId: id }, body: { total_grade: 1 } });
  }
  const notice = page.getByRole("alert").filter({ hasText: "is no longer in the queue" });
  await notice.getByText(entries.at(-1)!.student_id!).waitFor();
  await page.getByText("0 pages in the queue").waitFor();
  await expectFocus(notice);
  await expectAccessible(page);
  await page.keyboard.type("k a");
  await page.keyboard.press("Tab");
  await expectFocus(page.getByRole("button", { name: "Copy What You Typed" }));
  await page.keyboard.press("Tab");
  await expectFocus(page.getByRole("button", { name: "Go on" }));
  await page.keyboard.press("Enter");
  await page.getByText("Nothing needs you: every page is graded, or the machine is sure enough of it.").waitFor();

  // The person who settles the last one gets no message about others.
  await ana.call("deleteFile", { params: { fileId: files.get("20230001-1")! } });
  await handIn(site, { by: ana, taskId, student: "20230001", item: 1, sample: HALF_ADDER });
  files = await untilRead(ana, taskId);
  await correct("20230001");
  await page.getByText("1 page in the queue").waitFor();
  await page.getByRole("textbox", { name: "Another grade" }).fill("2");
  await page.keyboard.press("Enter");
  await page.getByText("Nothing needs you: every page is graded, or the machine is sure enough of it.").waitFor();
  expect(await notice.count()).toBe(0);
});

describe("proposals and grades that change elsewhere meanwhile", () => {
  let classId: string;

  function taskBody(expression: string, grade: string) {
    const dueDate = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString();
    const answerKeys = [{ keys: [{ expression, grade }] }];
    return { title: "Another half adder", classId, examType: "quiz", dueDate, answerKeys } as const;
  }

  function editKeys(expression: string, grade: string) {
    return ana.call("editTask", { params: { taskId }, body: taskBody(expression, grade) });
  }

  beforeAll(async () => {
    classId = (await ana.call("getTask", { params: { taskId } })).class_id;
    taskId = (await ana.call("createTask", { body: taskBody("A ^ B", "5") })).id;
    for (const student of STUDENTS) await handIn(site, { by: ana, taskId, student, item: 1, sample: HALF_ADDER });
    files = await untilRead(ana, taskId);
    await page.setViewportSize({ width: 1280, height: 800 });
  }, 300_000);

  test("a comment alone does not fix the grade: other keys propose another one", async () => {
    await openFile(page, "20230001");
    await expect.poll(() => total(page).inputValue()).toBe("5");
    await comment(page).fill("Neat.");
    await editKeys("A ^ B", "8");
    await expect.poll(() => total(page).inputValue(), { timeout: 40_000 }).toBe("8");
    await page.getByText("As proposed from the tables.").waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe("Neat.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Grade 8/8 stored for 20230001_quiz[1].png.").waitFor();
    expect(await gradeOf("20230001")).toMatchObject({ total_grade: 8, comment: "Neat." });
    // A typed grade stays.
    await openFile(page, "20230002");
    await total(page).fill("4");
    await comment(page).fill("Late.");
    await editKeys("A ^ B", "6");
    await page.getByText("Overrides the proposed 6.").waitFor();
    expect([await total(page).inputValue(), await comment(page).inputValue()]).toEqual(["4", "Late."]);
    await total(page).fill("6");
    await comment(page).fill("");
  });

  test("follows keys and readings that change in another tab, even if the points stay", async () => {
    await openFile(page, "20230002");
    await editKeys("(A | B) & ~(A & B)", "6");
    await page.getByRole("cell", { name: "(A + B) ⋅ ¬(A ⋅ B)" }).waitFor();
    await expect.poll(() => total(page).inputValue()).toBe("6");
    const reading = page.getByText("Reading the page with your changes");
    await correct("20230002");
    await reading.waitFor();
    await reading.waitFor({ state: "detached" });
    const params = { fileId: files.get("20230002-1")! };
    await ana.call("processDetection", { params, body: {} });
    await expect.poll(() => total(page).inputValue()).toBe("6");
  });

  test("a grade that is stored late neither navigates away from another submission nor locks its fields", async () => {
    const grades = "**/files/update-grade/*";
    await openFile(page, "20230001");
    const letGo = await holdCalls(page, grades);
    await total(page).fill("1");
    const sent = page.waitForRequest(grades);
    await page.getByRole("button", { name: "Grade and next" }).click();
    await sent;
    await page.getByRole("button", { name: "Next submission", exact: true }).click();
    await shown(page, "20230002").waitFor();
    await page.getByRole("button", { name: "Next submission", exact: true }).click();
    await shown(page, "20230003").waitFor();
    await comment(page).pressSequentially("Your carry");
    await letGo();
    await page.getByText("Grade 1/6 stored for 20230001_quiz[1].png.").waitFor();
    await shown(page, "20230003").waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe("Your carry");
    expect(await gradeOf("20230003")).toMatchObject({ total_grade: null });
    // A user who waits for it moves on.
    await comment(page).fill("");
    await page.getByRole("button", { name: "Grade and next" }).click();
    await shown(page, "20230002").waitFor();
  });
});
