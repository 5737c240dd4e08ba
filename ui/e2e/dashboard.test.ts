import { afterAll, expect, test } from "vitest";
import { PHRASE_MISMATCH } from "../../core/rules/accounts/removal-phrase.ts";
import type { TaskType } from "../../core/rules/tasks/task-types.ts";
import { readQr } from "../../core/scan/read-qr.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import {
  bytesOf,
  capture,
  chooseTaskAction,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  expectTitle,
  holdCalls,
  openBrowser,
  openTab,
  PHONE,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { drawnPage, pageOf } from "./drawn-page.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");

afterAll(() => browser.close());

const DAY = 24 * 60 * 60 * 1000;

async function makeTask(title: string, part: { classId: string; examType: TaskType; due?: number }): Promise<string> {
  const { classId, examType, due = DAY } = part;
  const answerKeys = [{ keys: [{ expression: "X1 & X2", grade: "5" }] }];
  const dueDate = new Date(Date.now() + due).toISOString();
  return (await ana.call("createTask", { body: { title, classId, examType, dueDate, answerKeys } })).id;
}

test("the sample class is read at once, and one click removes it", async () => {
  const bo = await site.instructor("bo@example.edu");
  const page = await openTab(browser, { site, as: bo });
  await page.goto(`/dashboard/${bo.userId}`);
  await page.getByRole("button", { name: "Try a Sample Class" }).click();
  await page.getByRole("heading", { level: 1, name: "Sample: an alarm" }).waitFor();
  await page.getByText("10000012").first().waitFor();
  await expectAccessible(page);
  await capture(page, "sample-class");
  const [task] = await bo.call("getTasks", {});
  const read = async () => {
    const { files } = await bo.call("getFiles", { params: { taskId: task!.id } });
    return files.filter(({ proposed_grade }) => proposed_grade !== null).length;
  };
  await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(8);
  await page.goto(`/classes/${bo.userId}`);
  await page
    .getByRole("button", { name: /SAMPLE/ })
    .first()
    .click();
  await page.getByRole("button", { name: /Delete/ }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("It has nothing but the sample's own pages.").waitFor();
  expect(await dialog.getByRole("textbox").count()).toBe(0);
  await dialog.getByRole("button", { name: "Delete Class" }).click();
  await expect.poll(async () => (await bo.call("getClasses", {})).length).toBe(0);
  await page.close();
});

test("an empty list says so, and leads in three steps to the first task", async () => {
  const page = await openTab(browser, { site, as: ana });
  await page.goto(`/dashboard/${ana.userId}`);
  await expectTitle(page, "Dashboard");
  await page.getByText("No tasks available. Create a new task to get started.").waitFor();
  const steps = page.getByRole("main").getByRole("listitem");
  expect((await steps.allInnerTexts()).map((step) => step.split("\n")[0])).toEqual([
    "Add a class",
    "Create a task",
    "Share it",
  ]);
  await steps.getByRole("link", { name: "Add a class" }).click();
  await page.getByRole("heading", { level: 1, name: "Create Class" }).waitFor();
  const classId = await newClass(ana, { classCode: "CPE 100" });
  await page.goto(`/dashboard/${ana.userId}`);
  await steps.first().getByText("Done").waitFor();
  await expect.poll(() => steps.getByText("Done").count()).toBe(1);
  await expect.poll(() => steps.getByRole("link", { name: "Create a task" }).getAttribute("href")).toBe("/create-task");
  await expectAccessible(page);
  await capture(page, "dashboard-empty");
  await page.getByRole("button", { name: "Notifications" }).click();
  await page.getByText("No notifications").waitFor();
  await page.getByRole("link", { name: "View all notifications" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Create New Task" }).click();
  await page.waitForURL("**/create-task");
  await ana.call("deleteClass", { params: { classId } });
  expectCleanConsole(page);
});

test("a button that is pressed before the page's script has come does its work then", async () => {
  const page = await openTab(browser, { site, as: ana, theme: "dark" });
  const letThrough = await holdCalls(page, "**/assets/*.js");
  await page.evaluate((address) => location.assign(address), `${site.origin}/dashboard/${ana.userId}`);
  const made = page.locator("[data-made]");
  await made.getByRole("button", { name: "Notifications" }).click();
  // The server does not know that the device is dark.
  await made.locator("svg.in-dark").waitFor();
  expect(await made.locator("svg.in-light").isVisible()).toBe(false);
  await letThrough();
  await page.getByRole("link", { name: "View all notifications" }).waitFor();
  expect(await made.count()).toBe(0);
  expectCleanConsole(page);
  await page.close();
});

test("a search that is typed before the page's script has come is made then", async () => {
  const eva = await site.instructor("eva@example.edu");
  const classId = await newClass(eva);
  for (const title of ["Half adder", "Parity"]) await newTask(eva, { classId, title });
  const page = await openTab(browser, { site, as: eva });
  const letThrough = await holdCalls(page, "**/assets/*.js");
  await page.evaluate((address) => location.assign(address), `${site.origin}/dashboard/${eva.userId}`);
  const made = page.locator("[data-made]");
  await made.getByLabel("Search").pressSequentially("par");
  await made.getByText("Half adder").waitFor();
  await letThrough();
  await page.getByText("1 task shown").waitFor({ state: "attached" });
  expect(await made.count()).toBe(0);
  await page.keyboard.type("ity");
  await expect.poll(() => page.getByLabel("Search").inputValue()).toBe("parity");
  expectCleanConsole(page);
  await page.close();
});

test("the list: order, cut texts, overdue, filters, sorting, link, template, removal", async () => {
  const logic = await newClass(ana, { classCode: "CPE 201", classGroup: "2" });
  const digital = await newClass(ana, { classCode: "CPE 101 Digital Design" });
  const halfAdder = await makeTask("Half adder", { classId: logic, examType: "quiz" });
  await makeTask("Alarm circuit of a bank vault", { classId: logic, examType: "lab", due: -DAY });
  await makeTask("Parity", { classId: digital, examType: "quiz", due: 2 * DAY });
  const page = await openTab(browser, { site, as: ana });
  await page.goto(`/dashboard/${ana.userId}`);
  const titles = page.locator(".task-title");
  await titles.first().waitFor();
  await expect.poll(() => titles.allTextContents()).toEqual(["Parity", "Alarm circuit of a b…", "Half adder"]);
  await page.getByText("CPE 101 Digital…", { exact: true }).waitFor();
  await expect.poll(() => page.locator("tbody tr").first().locator("td").nth(2).textContent()).toBe("0/01 missing");
  // Until the first page comes, the three steps stay.
  await page.getByRole("button", { name: "Share it" }).click();
  await page.getByRole("textbox", { name: "Student link" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("link", { name: "Add Pages" }).getAttribute("href")).toMatch(/^\/stacks\/./);
  await expect.poll(() => page.locator(".overdue").count()).toBe(1);
  const waiting = page.getByRole("list", { name: "Waiting for you" }).getByRole("link");
  await expect.poll(() => waiting.allInnerTexts()).toEqual(["2 tasks due within a week"]);
  await expectAccessible(page);
  await capture(page, "dashboard");

  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await page.reload();
  await titles.first().waitFor();
  await expect.poll(() => page.locator("html").getAttribute("class")).toBe("dark");
  await capture(page, "dashboard-dark");
  await page.getByRole("button", { name: "Use the light theme" }).click();

  await page.getByRole("button", { name: "Due Date" }).click();
  await expect.poll(() => titles.allTextContents()).toEqual(["Alarm circuit of a b…", "Half adder", "Parity"]);
  await page.getByLabel("Search").fill("half");
  await expect.poll(() => titles.allTextContents()).toEqual(["Half adder"]);
  await page.getByLabel("Search").fill("");
  expect(await page.getByLabel("Group").isVisible()).toBe(false);
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Group").fill("0x1");
  await expect.poll(() => page.getByLabel("Group").inputValue()).toBe("1");
  await expect.poll(() => titles.allTextContents()).toEqual(["Parity"]);
  await page.getByLabel("Status").click();
  await page.getByRole("option", { name: "Completed" }).click();
  await page.getByText("No tasks found matching your filters.").waitFor();
  await page.getByText("Filters (2)", { exact: true }).waitFor();
  await expectAccessible(page);
  await capture(page, "dashboard-filters");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Course").click();
  await page.getByRole("option", { name: "CPE 201" }).click();
  await page.getByLabel("Type").click();
  await page.getByRole("option", { name: "Lab", exact: true }).click();
  await expect.poll(() => titles.allTextContents()).toEqual(["Alarm circuit of a b…"]);
  // Address and filters match: the plain address shows all, and Back shows the search.
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect.poll(() => titles.allTextContents()).toEqual(["Parity", "Alarm circuit of a b…", "Half adder"]);
  await page.goBack();
  await expect.poll(() => titles.allTextContents()).toEqual(["Alarm circuit of a b…"]);
  await page.goto(`/dashboard/${ana.userId}`);

  await page.getByRole("button", { name: "Actions for Half adder" }).click();
  await page.getByRole("menuitem", { name: "Generate Link" }).click();
  const link = `${site.origin}/student-upload/${halfAdder}`;
  await expect.poll(() => page.getByLabel("Student link").inputValue()).toBe(link);
  await page.getByText("Only this computer can open the link.").waitFor();
  const code = page.getByRole("img", { name: "QR code of the link" });
  await code.waitFor();
  const picture = await pageOf(await code.screenshot(), 1);
  expect((await readQr(picture))?.text).toBe(link);
  await page.getByRole("button", { name: "Copy Link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy Link" }).waitFor({ timeout: 8000 });
  await expect.poll(() => page.getByRole("link", { name: "Open Link" }).getAttribute("href")).toBe(link);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expectFocus(page.getByRole("button", { name: "Actions for Half adder" }));

  await page.getByRole("button", { name: "Actions for Half adder" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Get Template" }).click();
  await page.getByText(TEXTS.toasts.templateRequested).waitFor();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("grid-template.pdf");
  expect((await bytesOf(saved)).subarray(0, 5).toString()).toBe("%PDF-");
  await page.getByText(TEXTS.toasts.templateReady).waitFor();
  await page.getByText(TEXTS.toasts.templateDownloading).waitFor();

  await page.getByRole("button", { name: "Actions for Parity" }).click();
  await page.getByRole("menuitem", { name: "Remove Task" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Remove Task" });
  await dialog.getByText("'Parity' will be removed for good.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => titles.count()).toBe(3);
  const actions = page.getByRole("button", { name: "Actions for Parity" });
  await expectFocus(actions);
  await page.getByRole("button", { name: "Actions for Parity" }).click();
  await page.getByRole("menuitem", { name: "Remove Task" }).click();
  // While it is in progress, no key closes it.
  const letGo = await holdCalls(page, "**/task/delete-task/**");
  await page.getByRole("button", { name: "Yes, remove it" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Cancel" }).click({ force: true });
  await expect.poll(() => page.getByRole("alertdialog").count()).toBe(1);
  await letGo();
  await page.getByText(TEXTS.toasts.taskDeleted).waitFor();
  await expect.poll(() => titles.allTextContents()).toEqual(["Alarm circuit of a b…", "Half adder"]);
  await expectFocus(page.getByRole("button", { name: "Actions for Alarm circuit of a bank vault" }));

  await page
    .locator("tbody tr")
    .last()
    .click({ position: { x: 900, y: 20 } });
  await page.waitForURL(`**/task/${halfAdder}`);
  expectCleanConsole(page);
});

test("a title is cut between characters, in the table and on a phone's cards", async () => {
  const ben = await site.instructor("ben@example.edu");
  const student = "\u{1F469}\u{200D}\u{1F393}";
  await newTask(ben, { classId: await newClass(ben), title: `Alarm circuit of a ${student} bank` });
  for (const viewport of [undefined, PHONE]) {
    const page = await openTab(browser, { site, as: ben, ...(viewport && { viewport }) });
    await page.goto(`/dashboard/${ben.userId}`);
    await page.getByText(`Alarm circuit of a ${student}…`, { exact: true }).waitFor();
    await page.close();
  }
});

test("a row is a link, also for a new tab", async () => {
  const classId = await newClass(ana, { classCode: "CPE 501" });
  const taskId = await makeTask("Counter", { classId, examType: "quiz" });
  const page = await openTab(browser, { site, as: ana });
  await page.goto(`/dashboard/${ana.userId}?course=CPE+501`);
  const list = page.url();
  const link = page.getByRole("link", { name: "Counter" });
  const row = page.locator("tbody tr");
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click({ modifiers: ["ControlOrMeta"] })]);
  await tab.waitForURL(`**/task/${taskId}`);
  const place = { x: 900, y: 20 };
  const [other] = await Promise.all([
    page.context().waitForEvent("page"),
    row.click({ position: place, modifiers: ["ControlOrMeta"] }),
  ]);
  await other.waitForURL(`**/task/${taskId}`);
  expect(page.url()).toBe(list);
  // From the second time on the page's code is cached: nothing delays a double navigation.
  for (const target of ["row", "title"]) {
    await (target === "row" ? row.click({ position: place }) : link.click());
    await page.getByRole("heading", { level: 1, name: "Counter" }).waitFor();
    await page.goBack();
    await row.waitFor();
    expect(page.url()).toBe(list);
  }
  expectCleanConsole(page);
});

test("a question disappears with the page that asked it, but not while its action is in progress", async () => {
  const classId = await newClass(ana, { classCode: "CPE 601" });
  const taskId = await makeTask("Register", { classId, examType: "quiz" });
  const page = await openTab(browser, { site, as: ana });
  await page.goto(`/dashboard/${ana.userId}?course=CPE+601`);
  const row = page.locator("tbody tr");
  await page.getByRole("link", { name: "Register" }).click();
  await chooseTaskAction(page, "Delete Task");
  await page.getByRole("alertdialog").waitFor();
  await page.goBack();
  await row.waitFor();
  await expect.poll(() => page.getByRole("alertdialog").count()).toBe(0);
  await page.goForward();
  const failing = new Promise<() => void>((resolve) => {
    void page.route("**/task/delete-task/**", (route) => resolve(() => void route.abort()));
  });
  await chooseTaskAction(page, "Delete Task");
  await page.getByRole("button", { name: "Yes, delete it" }).click();
  const fail = await failing;
  await page.goBack();
  await row.waitFor();
  fail();
  await page.getByRole("alertdialog").getByText(TEXTS.task.deleteFailed).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  expect(await ana.call("getTask", { params: { taskId } })).toMatchObject({ title: "Register" });
  expectCleanConsole(page);
});

test("going back from a task restores the list's order and scroll position", async () => {
  const ben = await site.instructor("ben@example.edu");
  const classId = await newClass(ben, { classCode: "CPE 401", studentList: [] });
  for (let number = 1; number <= 30; number++) await newTask(ben, { classId, title: `Task ${number}`, wait: DAY });
  const page = await openTab(browser, { site, as: ben });
  await page.goto(`/dashboard/${ben.userId}`);
  const titles = page.locator(".task-title");
  for (let clicks = 0; clicks < 2; clicks++) await page.getByRole("button", { name: "Title" }).click();
  await expect.poll(() => titles.first().textContent()).toBe("Task 30");
  const last = page.getByRole("link", { name: "Task 1", exact: true });
  await last.scrollIntoViewIfNeeded();
  const place = await last.boundingBox();
  await last.click();
  await page.getByRole("heading", { level: 1, name: "Task 1" }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(async () => (await last.boundingBox())?.y, { timeout: 40_000 }).toBeCloseTo(place!.y, 0);
  await expect.poll(() => titles.first().textContent()).toBe("Task 30");
  await expect
    .poll(() => page.getByRole("columnheader", { name: "Title" }).getAttribute("aria-sort"))
    .toBe("descending");
  expectCleanConsole(page);
});

test("a task with submissions is removed only with its phrase typed", async () => {
  const classId = await newClass(ana, { classCode: "CPE 301" });
  const taskId = await makeTask("Decoder", { classId, examType: "quiz" });
  const drawing = await drawnPage(site, { taskId, item: 1, sample: "20230001_quiz[1].png" });
  const form = new FormData();
  form.append("task_id", taskId);
  form.append("item_number", "1");
  form.append("files", new Blob([new Uint8Array(drawing)], { type: "image/png" }), "20230001_quiz[1].png");
  const answer = await ana.call("uploadFiles", { body: form });
  expect(answer.invalid_files_other).toEqual([]);
  expect(answer.files_uploaded).toMatchObject([{ filename: "20230001_quiz[1].png" }]);
  const page = await openTab(browser, { site, as: ana, viewport: PHONE });
  await page.goto(`/dashboard/${ana.userId}?course=CPE+301`);
  const card = page.locator(".task-table tbody tr");
  await card.getByText("0/1").waitFor();
  await card.getByText("1 to review", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Share it" }).count()).toBe(0);
  await expectAccessible(page);
  await capture(page, "dashboard-phone");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Actions for Decoder" }).click();
  await page.getByRole("menuitem", { name: "Remove Task" }).click();
  await page.getByText("'Decoder' will be removed for good. Its 1 submission and its grade are removed too.").waitFor();
  await page.getByRole("alertdialog").getByRole("textbox").fill("Decoder");
  await page.getByRole("button", { name: "Remove Task" }).click();
  await page.getByText(PHRASE_MISMATCH).waitFor();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("textbox").fill("Decoder_quiz_remove");
  await page.getByRole("button", { name: "Remove Task" }).click();
  await page.getByText(TEXTS.toasts.taskDeleted).waitFor();
  await expect.poll(() => card.count()).toBe(0);
  await page.getByRole("button", { name: "Menu" }).click();
  for (const name of ["Dashboard", "Classes", "About", "Contact", "Settings"]) {
    await page.getByRole("menuitem", { name }).waitFor();
  }
  await expectAccessible(page);
  // Only the dashboard's own button is as wide as the screen.
  await page.getByRole("menuitem", { name: "Classes" }).click();
  const box = await page.getByRole("button", { name: "One Student's Data" }).boundingBox();
  expect(box?.width).toBeLessThan(300);
  expectCleanConsole(page);
});
