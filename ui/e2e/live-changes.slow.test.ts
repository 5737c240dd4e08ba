import type { Locator } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { ENDPOINTS } from "../../server/contract/endpoints.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import {
  chooseTaskAction,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  holdCalls,
  openBrowser,
  openTab,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { openSite } from "./site.ts";

// What an open page does when something changes elsewhere, and where the focus is while it is reloading.

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana);
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

/** As the student does it, so that the instructor is notified. */
async function handIn(taskId: string, studentId = "20230001"): Promise<void> {
  const drawing = await drawnPage(site, { taskId, item: 1, sample: "20230001_quiz[1].png" });
  const body = new FormData();
  body.append("task_id", taskId);
  body.append("item_number", "1");
  body.append("files", new Blob([new Uint8Array(drawing)], { type: "image/png" }), `${studentId}_quiz[1].png`);
  const headers = { origin: site.origin };
  const answer = await fetch(site.origin + ENDPOINTS.uploadFiles.path, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
}

/** Pressing it makes a call; until that ends, it does nothing more and keeps the focus. */
async function keepsKeyboard(
  control: Locator,
  { key, call }: { readonly key: string; readonly call: string },
): Promise<void> {
  const release = await holdCalls(control.page(), call);
  await control.press(key);
  await expect.poll(() => control.isDisabled()).toBe(true);
  await control.page().keyboard.press(key);
  await expectFocus(control);
  await release();
  await expect.poll(() => control.isDisabled()).toBe(false);
  await expectFocus(control);
}

test("the error page replaces a task that is deleted elsewhere", async () => {
  const pages = {
    task: "No submissions",
    queue: "Nothing was handed in yet.",
    stacks: "No pages added yet.",
    "answer-groups": "Nothing was handed in yet.",
    "circuit-evaluator": "Pages appear here as soon as students hand them in.",
    copies: "0 drawings compared",
    gradebook: "Fill a gradebook",
  };
  for (const [path, text] of Object.entries(pages)) {
    const taskId = await newTask(ana, { classId });
    const listening = page.waitForResponse("**/events?*");
    await page.goto(`/${path}/${taskId}`);
    await page.getByText(text).first().waitFor();
    await listening;
    await ana.call("deleteTask", { params: { taskId } });
    await page.waitForURL("**/error");
    await page.getByText(TEXTS.task.notFound).waitFor();
  }
  expectCleanConsole(page);
});

test("a task that is deleted elsewhere stays while something typed in it would be lost", async () => {
  const taskId = await newTask(ana, { classId });
  await handIn(taskId);
  const listening = page.waitForResponse("**/events?*");
  await page.goto(`/circuit-evaluator/${taskId}`);
  await listening;
  await page.getByRole("tab", { name: "Grade" }).click();
  const comment = page.getByRole("textbox", { name: "Comment" });
  await comment.fill("Look at the last gate.");
  await ana.call("deleteTask", { params: { taskId } });
  await page.getByRole("alert").filter({ hasText: "This was deleted meanwhile" }).waitFor();
  expect(await comment.inputValue()).toBe("Look at the last gate.");
  await expectAccessible(page);
  await page.getByRole("link", { name: "CircuitGrade" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(`**/dashboard/${ana.userId}`);
  expectCleanConsole(page);
});

test("who deletes the task goes to the dashboard, however slow the answer", async () => {
  const taskId = await newTask(ana, { classId });
  await page.goto(`/task/${taskId}`);
  const gone = page.waitForResponse((answer) => answer.url().includes("/get-task/") && answer.status() === 404);
  await page.route("**/task/delete-task/*", async (route) => {
    const response = await route.fetch();
    await gone;
    await page.waitForTimeout(300);
    await route.fulfill({ response });
  });
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await chooseTaskAction(page, "Delete Task");
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, delete it" }).click();
  await page.waitForURL("**/dashboard/*");
  await page.getByText(TEXTS.toasts.taskDeleted).waitFor();
  expect(visited).not.toContain("/error");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await page.unroute("**/task/delete-task/*");
  expectCleanConsole(page);
});

test("what the bell clears is read on the page of notifications, too", async () => {
  await handIn(await newTask(ana, { classId }));
  await page.goto("/notifications");
  const unread = page.locator("tr[data-unread]");
  await unread.first().waitFor();
  await page.getByRole("button", { name: /^Notifications, / }).click();
  await page.getByRole("button", { name: "Clear All", exact: true }).click();
  await unread.first().waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  expectCleanConsole(page);
});

test("the bell has notifications under their tasks, and one line opens a task with many", async () => {
  const ben = await site.instructor("ben@example.edu");
  const students = ["20230001", "20230002", "20230003", "20230004"];
  const own = await newClass(ben, { studentList: students });
  const busy = await newTask(ben, { classId: own, title: "Full adder" });
  const quiet = await newTask(ben, { classId: own, title: "Latch" });
  for (const studentId of students) await handIn(busy, studentId);
  await handIn(quiet);
  const tab = await openTab(browser, { site, as: ben });
  await tab.goto(`/dashboard/${ben.userId}`);
  await tab.getByRole("button", { name: "Notifications, 5 unread" }).click();
  const menu = tab.getByRole("dialog", { name: "Notifications" });
  const lines = async () => (await menu.getByRole("listitem").allInnerTexts()).map((line) => line.split("\n")[0]);
  await expect
    .poll(lines)
    .toEqual([
      "Latch CPE 101 | 1",
      "Full adder CPE 101 | 1",
      "20230003 handed in item 1 of Full adder.",
      "Open the task: 2 more",
    ]);
  await expectAccessible(tab);
  await menu.getByRole("button", { name: "Open the task: 2 more" }).click();
  await tab.waitForURL(`**/task/${busy}`);
  await tab.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  const unread = async () => (await ben.call("getUnreadNotifications", { query: {} })).notifications;
  await expect.poll(async () => (await unread()).map(({ task_title }) => task_title)).toEqual(["Latch"]);
  expectCleanConsole(tab);
  // One that could not be marked as read is still there.
  await tab.route("**/notification/mark-as-read/*", (route) => route.abort());
  await tab.getByRole("button", { name: "Notifications, 1 unread" }).click();
  await menu.getByRole("button", { name: /handed in item 1 of Latch/ }).click();
  await tab.waitForURL(`**/task/${quiet}`);
  await tab.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  await tab.close();
});

test("a type that is switched on brings no old news to the bell", async () => {
  const cleo = await site.instructor("cleo@example.edu");
  const own = await newClass(cleo, { studentList: ["20230001"] });
  await handIn(await newTask(cleo, { classId: own, title: "Latch" }));
  // The only student's page completes the submissions of the task, too.
  const types = async () => (await cleo.call("getAllNotifications", {})).notifications.map(({ type }) => type).sort();
  await expect.poll(types).toEqual(["completed_submission", "new_submission"]);
  const tab = await openTab(browser, { site, as: cleo });
  await tab.goto("/settings");
  const bell = (unread: number) => tab.getByRole("button", { name: `Notifications, ${unread} unread` });
  await bell(1).waitFor();
  const stored = tab.waitForResponse(`**${ENDPOINTS.setNotificationFilters.path}`);
  await tab.getByRole("switch", { name: /Completed submissions/ }).click();
  await stored;
  await tab.reload();
  await bell(1).waitFor();
  await handIn(await newTask(cleo, { classId: own, title: "Full adder" }));
  await bell(3).waitFor();
  expectCleanConsole(tab);
  await tab.close();
});

test("a burst of notifications is loaded once", async () => {
  const [notification] = (await ana.call("getAllNotifications", {})).notifications;
  const event = `data: ${JSON.stringify({ type: "notification", notification })}\n\n`;
  const stream = { contentType: "text/event-stream", body: `retry: 60000\n\n${event.repeat(20)}` };
  await page.route("**/events?*", (route) => route.fulfill(stream));
  const calls = { bell: 0, page: 0 };
  page.on("request", (request) => {
    if (request.url().includes(ENDPOINTS.getUnreadNotifications.path)) calls.bell++;
    if (request.url().includes(ENDPOINTS.getAllNotifications.path)) calls.page++;
  });
  const heard = page.waitForResponse("**/events?*");
  await page.goto("/notifications");
  await heard;
  // The first data came with the document.
  await expect.poll(() => calls).toEqual({ bell: 1, page: 1 });
  await page.waitForTimeout(1000);
  expect(calls).toEqual({ bell: 1, page: 1 });
  await page.unroute("**/events?*");
});

test("a percentage that is changed elsewhere is shown, and stays when its field is left", async () => {
  const taskId = await newTask(ana, { classId });
  await page.goto(`/task/${taskId}?tab=settings`);
  const field = page.getByRole("textbox", { name: "How sure must the machine be to grade without you?" });
  // What is typed and taken back does not keep it.
  const before = await field.inputValue();
  await field.fill("85");
  await field.fill(before);
  await field.blur();
  await field.focus();
  await ana.call("setGradingView", { params: { taskId }, body: { certainty: 90 } });
  await page.getByText("90 % for full marks").waitFor();
  await field.blur();
  await expect.poll(() => field.inputValue()).toBe("90");
  expect((await ana.call("getTask", { params: { taskId } })).certainty.percent).toBe(90);
});

test("a switch or button that is at work keeps the keyboard", async () => {
  const taskId = await newTask(ana, { classId });
  await handIn(taskId);
  await page.goto(`/task/${taskId}`);
  await page.getByRole("link", { name: "20230001" }).first().waitFor();
  const refresh = page.getByRole("button", { name: "Refresh submissions" });
  await keepsKeyboard(refresh, { key: "Enter", call: "**/files/get-files/*" });

  await page.getByRole("link", { name: "Similar", exact: true }).click();
  const similar = page.getByRole("button", { name: "Check For Similar Submissions" });
  await keepsKeyboard(similar, { key: "Enter", call: "**/detect-gates/flag-similar-circuits*" });
  await page.getByText(TEXTS.submissions.noSimilarities).waitFor();

  await page.getByRole("link", { name: "Settings", exact: true }).last().click();
  const hide = page.getByRole("switch", { name: "Hide names until every page is graded" });
  await keepsKeyboard(hide, { key: "Space", call: "**/task/grading-view/*" });
  await expect.poll(() => hide.isChecked()).toBe(true);
  expectCleanConsole(page);

  const visitor = await openTab(browser, { site });
  await visitor.goto("/auth");
  await visitor.getByLabel("Email").fill(ana.email);
  await visitor.getByLabel("Password", { exact: true }).fill("wrong");
  await keepsKeyboard(visitor.getByRole("button", { name: "Log In" }), { key: "Enter", call: "**/auth/login" });
  await visitor.close();
});
