import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { capture, expectAccessible, expectCleanConsole, expectFocus, openBrowser, openTab, PHONE } from "./browser.ts";
import { DAY, newClass } from "./course.ts";
import { openCutLine } from "./cut-line.ts";
import { drawnPage } from "./drawn-page.ts";
import { openSite } from "./site.ts";

const UPLOADS = "**/files/upload-files";

let page: Page;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana);

afterAll(() => browser.close());

beforeEach(async () => {
  page = await openTab(browser, { site, viewport: PHONE });
});

afterEach(() => page.close());

interface TaskPlan {
  /** Milliseconds until it is due. */
  readonly wait: number;
  readonly items: number;
}

function taskBody({ wait, items }: TaskPlan) {
  const dueDate = new Date(Date.now() + wait).toISOString();
  const answerKeys = Array.from({ length: items }, () => ({ keys: [{ expression: "A ^ B", grade: "5" }] }));
  return { title: "Half adder", classId, examType: "quiz", dueDate, answerKeys };
}

async function makeTask(plan: TaskPlan): Promise<string> {
  return (await ana.call("createTask", { body: taskBody(plan) })).id;
}

async function choose(item: number, buffer: Buffer = Buffer.from("no picture")): Promise<void> {
  const name = `20230001_quiz[${item}].png`;
  await page.getByLabel(`Item ${item}`, { exact: true }).setInputFiles({ name, mimeType: "image/png", buffer });
}

/** A connection on which uploads of items from `from` on wait until it is released. */
async function holdUploads(from: number): Promise<{ readonly begun: number[]; letGo(): void }> {
  let letGo = (): void => undefined;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const begun: number[] = [];
  await page.route(UPLOADS, async (route) => {
    const item = itemOf(route);
    begun.push(item);
    if (item >= from) await free;
    // The page may have cancelled it meanwhile.
    await route.continue().catch(() => undefined);
  });
  return { begun, letGo: () => letGo() };
}

function itemOf(route: Route): number {
  const body = route.request().postDataBuffer()?.toString("latin1") ?? "";
  return Number(/name="item_number"\r\n\r\n(\d+)/.exec(body)?.[1]);
}

const submit = () => page.getByRole("button", { name: "Submit Files" }).click();

/** Whether the browser would ask before the page is left. */
function asksBeforeLeaving(): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
}

test("uploads in progress at the due date stay visible, and each file's result is shown", async () => {
  const wait = 30_000;
  const due = Date.now() + wait;
  const taskId = await makeTask({ wait, items: 3 });
  const drawing = await drawnPage(site, { taskId, item: 1, sample: "20230001_quiz[1].png" });
  await page.goto(`/student-upload/${taskId}`);
  const line = await holdUploads(2);
  await choose(1, drawing);
  await choose(2);
  await choose(3);
  await submit();
  // All are being sent at once, long before the due date.
  await expect.poll(() => line.begun.length).toBe(3);
  expect(Date.now()).toBeLessThan(due);
  await page.locator(".item[data-state=taken]").waitFor();

  await page.locator(".due.closed").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Uploading..." }).waitFor();
  expect(await page.getByText("Submission Closed").count()).toBe(0);
  await expect.poll(() => page.getByRole("progressbar").count()).toBe(2);
  expect(await asksBeforeLeaving()).toBe(true);

  line.letGo();
  await page.getByRole("heading", { name: "Submission Closed" }).waitFor();
  // What became of the files comes first.
  const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
  expect(headings.slice(0, 2)).toEqual(["What happened to your files", "Submission Closed"]);
  const outcomes = page.locator(".outcomes li");
  await expect
    .poll(() => outcomes.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Item 1 Received\./),
      expect.stringMatching(/^Item 2 Not taken: the due date passed\./),
      expect.stringMatching(/^Item 3 Not taken: the due date passed\./),
    ]);
  await page.getByRole("heading", { name: "Your receipt" }).waitFor();
  expect(await page.getByText("Error uploading files").count()).toBe(0);
  expect(await asksBeforeLeaving()).toBe(false);
  const { files } = await ana.call("getFiles", { params: { taskId } });
  expect(files.map(({ item_number }) => item_number)).toEqual([1]);
  await expectAccessible(page);
  await capture(page, "student-upload-outcomes");
  await page.setViewportSize(PHONE);

  // A student with an extension finds the files where they were.
  await page.getByRole("button", { name: "I was given more time" }).click();
  await page.getByText("Not taken: the due date passed.").first().waitFor();
  await submit();
  const refused = page.getByText("this Student ID has no extension");
  await refused.waitFor();
  // The message of one attempt is not shown for the next.
  await page.getByRole("button", { name: "I was given more time" }).click();
  expect(await refused.count()).toBe(0);
  expectCleanConsole(page);
});

test("an upload can be cancelled: what was taken stays, the rest is sent again", async () => {
  const taskId = await makeTask({ wait: DAY, items: 7 });
  const drawing = await drawnPage(site, { taskId, item: 1, sample: "20230001_quiz[1].png" });
  await page.goto(`/student-upload/${taskId}`);
  const line = await holdUploads(2);
  await choose(1, drawing);
  for (const item of [2, 3, 4, 5, 6, 7]) await choose(item);
  await submit();
  await page.locator(".item[data-state=taken]").waitFor();
  // The receipt does not wait for the others.
  await page.getByRole("heading", { name: "Your receipt" }).waitFor();
  // Five at once: the last one waits for one of them to end.
  await expect.poll(() => [...line.begun].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  await expect
    .poll(() => page.locator(".item", { hasText: "Waiting for its turn" }).allInnerTexts())
    .toEqual([expect.stringMatching(/^Item 7/)]);
  expect(await asksBeforeLeaving()).toBe(true);
  await expectAccessible(page);
  await capture(page, "student-upload-sending");
  await page.setViewportSize(PHONE);

  await expectFocus(page.getByRole("button", { name: "Uploading..." }));
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectFocus(page.getByRole("button", { name: "Submit Files" }));
  await page.getByText("Upload cancelled. Submit again to send what is not marked as received.").waitFor();
  await expect.poll(() => page.locator(".item[data-state=taken]").count()).toBe(1);
  await expect.poll(() => page.locator(".item[data-state=ready]").count()).toBe(6);
  expect(await asksBeforeLeaving()).toBe(true);
  await page.getByRole("heading", { name: "Your receipt" }).waitFor();

  line.letGo();
  line.begun.length = 0;
  for (const item of [3, 4, 5, 6, 7])
    await page.getByRole("button", { name: `Remove the file of item ${item}` }).click();
  await choose(2, await drawnPage(site, { taskId, item: 2, sample: "20230001_quiz[1].png" }));
  await submit();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  expect(line.begun).toEqual([2]);
  await page
    .getByText("20230001: received items 1 and 2. Items 3, 4, 5, 6 and 7 were not handed in from this tab.")
    .waitFor();
  expectCleanConsole(page);
});

test("an upload that broke off is sent again while the others are in progress, and all end together", async () => {
  const taskId = await makeTask({ wait: DAY, items: 3 });
  await page.goto(`/student-upload/${taskId}`);
  const line = await holdUploads(1);
  const sample = "20230001_quiz[1].png";
  for (const item of [1, 2, 3]) await choose(item, await drawnPage(site, { taskId, item, sample }));
  // The first attempt of item 1 breaks off.
  let broken = false;
  await page.route(UPLOADS, async (route) => {
    if (broken || itemOf(route) !== 1) return route.fallback();
    broken = true;
    await route.abort();
  });
  await submit();
  await expect.poll(() => [...line.begun].sort()).toEqual([2, 3]);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => [...line.begun].sort()).toEqual([1, 2, 3]);
  line.letGo();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor({ timeout: 150_000 });
  await page.getByText("Every item was received.").waitFor();
  expect(await asksBeforeLeaving()).toBe(false);
  expectCleanConsole(page);
});

test("a repeated upload is cancelled with the others", async () => {
  const taskId = await makeTask({ wait: DAY, items: 2 });
  await page.goto(`/student-upload/${taskId}`);
  await choose(1);
  await choose(2);
  // Item 1 reaches the server, which is down; then nothing moves any more.
  let isAway = true;
  await page.route(UPLOADS, async (route) => {
    if (!isAway || itemOf(route) !== 1) return;
    isAway = false;
    await route.fulfill({ status: 502, body: "away" });
  });
  await submit();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => page.getByRole("progressbar").count()).toBe(2);
  await expect.poll(() => page.getByRole("button", { name: "Uploading..." }).count()).toBe(1);
  expect(await asksBeforeLeaving()).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Upload cancelled.").waitFor();
  await expect.poll(() => page.locator(".item[data-state=ready]").count()).toBe(2);
  expect(await asksBeforeLeaving()).toBe(true);
  await page.getByRole("button", { name: "Remove the file of item 1" }).click();
  await page.getByRole("button", { name: "Remove the file of item 2" }).click();
  expect(await asksBeforeLeaving()).toBe(false);
  expectCleanConsole(page);
});

test("two quick taps on Submit after a failure send once: the second one does not cancel", async () => {
  await page.close();
  page = await openTab(browser, { site, viewport: PHONE, touch: true });
  const taskId = await makeTask({ wait: DAY, items: 3 });
  await page.goto(`/student-upload/${taskId}`);
  await choose(1, await drawnPage(site, { taskId, item: 1, sample: "20230001_quiz[1].png" }));
  await page.route(UPLOADS, (route) => route.abort("internetdisconnected"), { times: 1 });
  await submit();
  await page.getByText("Error uploading files. Please try again.").waitFor();
  const line = await holdUploads(1);
  const button = page.getByRole("button", { name: "Submit Files" });
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  const tap = (): Promise<void> => page.touchscreen.tap(x + width / 2, y + height / 2);
  await tap();
  await page.getByRole("button", { name: "Uploading..." }).waitFor();
  await tap();
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  line.letGo();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  expect(line.begun).toEqual([1]);
});

test("a stalled upload is cancelled, and says why, with a way to try again", async () => {
  const taskId = await makeTask({ wait: DAY, items: 1 });
  await page.clock.install();
  await page.goto(`/student-upload/${taskId}`);
  const line = await holdUploads(1);
  await choose(1, await drawnPage(site, { taskId, item: 1, sample: "20230001_quiz[1].png" }));
  await submit();
  await page.getByRole("button", { name: "Uploading..." }).waitFor();
  await page.clock.fastForward(61_000);
  await page.getByText("No answer came in time. Check your connection and try again.").waitFor();
  await page.getByText("Error uploading files. Please try again.").waitFor();
  line.letGo();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  await page.getByText("Every item was received.").waitFor();
});

test("an upload without a response may have been received: it is never called not taken, and another try gives the receipt", async () => {
  const items = 4;
  const taskId = await makeTask({ wait: DAY, items });
  const sample = "20230001_quiz[1].png";
  const drawings = await Promise.all([1, 2, 3].map((item) => drawnPage(site, { taskId, item, sample })));
  const line = await openCutLine(site.origin);
  onTestFinished(() => line.close());
  await page.clock.install();
  await page.goto(`${line.origin}/student-upload/${taskId}`);
  const received = async () => {
    const { files } = await ana.call("getFiles", { params: { taskId } });
    return files.map(({ item_number }) => item_number).sort();
  };
  const hints = page.getByText(
    "No answer came: it may have been received. Send it again before the due date to get the receipt.",
  );

  line.answers = "cut";
  await choose(1, drawings[0]);
  await choose(2, drawings[1]);
  await submit();
  await page.locator(".item[data-state=failed]").nth(1).waitFor();
  expect([await received(), await hints.count()]).toEqual([[1, 2], 2]);
  await page.getByText("Error uploading files. Please try again.").waitFor();
  await expectAccessible(page);

  line.answers = "passed";
  await page.getByRole("button", { name: "Retry" }).first().click();
  await page.locator(".item[data-state=taken]").waitFor();
  await page.getByRole("heading", { name: "Your receipt" }).waitFor();
  expect([await hints.count(), await page.getByText("not handed in from this tab").count()]).toEqual([1, 0]);

  line.answers = "held";
  await choose(3, drawings[2]);
  await submit();
  await expect.poll(received, { timeout: 40_000 }).toEqual([1, 2, 3]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await hints.nth(1).waitFor();
  // The same file chosen again is still the one that was sent; a different one is not.
  await page.getByRole("button", { name: "Remove the file of item 3" }).click();
  await choose(3, drawings[2]);
  await choose(4);
  expect([await page.locator(".item[data-state=ready]").count(), await hints.count()]).toEqual([3, 2]);

  line.answers = "passed";
  await ana.call("editTask", { params: { taskId }, body: taskBody({ wait: -1000, items }) });
  await page.clock.fastForward(DAY);
  const outcomes = page.locator(".outcomes li");
  const unknown = "No answer came: it may have been received. Keep the file, and ask your teacher.";
  const told = (fourth: string) => [
    expect.stringContaining("Item 1 Received."),
    expect.stringContaining(`Item 2 ${unknown}`),
    expect.stringContaining(`Item 3 ${unknown}`),
    expect.stringContaining(`Item 4 ${fourth}`),
  ];
  await outcomes.first().waitFor();
  await expect.poll(() => outcomes.allInnerTexts()).toEqual(told("Not sent before the due date."));
  await expectAccessible(page);

  // An attempt that is refused says nothing about the one before.
  await page.getByRole("button", { name: "I was given more time" }).click();
  await submit();
  await page.getByText("Nothing was taken: this Student ID has no extension.").waitFor();
  await expect.poll(() => outcomes.allInnerTexts()).toEqual(told("Not taken: the due date passed."));
});

test("a task that was removed while the form was open is not found", async () => {
  const taskId = await makeTask({ wait: DAY, items: 2 });
  await page.goto(`/student-upload/${taskId}`);
  await choose(1);
  await ana.call("deleteTask", { params: { taskId } });
  await submit();
  await page.getByRole("heading", { name: "Task Not Found" }).waitFor();
  expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(0);
  expect(await page.getByText("Error uploading files").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Submit Files" }).count()).toBe(0);
});

test("the due date comes by the server's clock, whatever a phone's says; nothing is requested repeatedly", async () => {
  const taskId = await makeTask({ wait: 3 * DAY + 60_000, items: 1 });
  await page.addInitScript((ahead) => {
    const { now } = Date;
    Date.now = () => now() + ahead;
  }, 8 * DAY);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/task/public/")) asked++;
  });
  await page.goto(`/student-upload/${taskId}`);
  await page.getByRole("button", { name: "Submit Files" }).waitFor();
  await page.waitForTimeout(6000);
  expect(asked).toBe(0);
  expectCleanConsole(page);
});

test("past the due date the task is not asked for while a call hangs, and again when that has ended", async () => {
  const taskId = await makeTask({ wait: DAY, items: 1 });
  await page.clock.install();
  let asked = 0;
  await page.route("**/task/public/*", () => void asked++);
  await page.goto(`/student-upload/${taskId}`);
  await page.getByRole("button", { name: "Submit Files" }).waitFor();
  await page.clock.fastForward(DAY);
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(55_000);
  expect(asked).toBe(1);
  await page.clock.runFor(5000);
  await page.clock.runFor(5000);
  await expect.poll(() => asked).toBe(2);
  expectCleanConsole(page);
});
