import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  expectTitle,
  holdCalls,
  openBrowser,
  openTab,
  PHONE,
} from "./browser.ts";
import { withoutCode } from "./code-faults.ts";
import { DAY, newClass } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { openSite } from "./site.ts";

const KEYS = [
  {
    keys: [
      { expression: "A ^ B", grade: "5" },
      { expression: "A & B", grade: "5" },
    ],
  },
  { keys: [{ expression: "A & ~B | B & C", grade: "10" }] },
];

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: ["20230001", "20230002"] });
const taskId = await makeTask("Half adder and selector", 3 * 24 * 60 * 60_000);

afterAll(() => browser.close());

/** Due in `wait` milliseconds. */
async function makeTask(title: string, wait: number): Promise<string> {
  return (await ana.call("createTask", { body: taskBody(title, wait) })).id;
}

function taskBody(title: string, wait = DAY) {
  const dueDate = new Date(Date.now() + wait).toISOString();
  return { title, classId, examType: "quiz" as const, dueDate, answerKeys: KEYS };
}

async function openPage(id: string): Promise<Page> {
  const page = await openTab(browser, { site, viewport: PHONE });
  await page.goto(`/student-upload/${id}`);
  return page;
}

function png(name: string, buffer: Buffer) {
  return { name, mimeType: "image/png", buffer };
}

test("a student hands in on a phone: naming, preview, progress, receipt", async () => {
  const page = await openPage(taskId);
  await page.getByRole("heading", { level: 1, name: "Half adder and selector" }).waitFor();
  await expectTitle(page, "Student Upload");
  const text = await page.locator("body").innerText();
  for (const part of ["Submission Page", "Quiz", "Due ", "Item 1", "Item 2", ana.email, "CPE 101"]) {
    expect(text).toContain(part);
  }
  expect(text).toContain("MWF 9:00-10:00");
  await page.getByText("How files are named").click();
  await page.getByText("12345678_quiz[1].png").waitFor();
  const template = page.getByRole("link", { name: "Download Template" });
  const [download] = await Promise.all([page.waitForEvent("download"), template.click()]);
  expect(download.suggestedFilename()).toBe("grid-template.pdf");
  await expectAccessible(page);
  await capture(page, "student-upload");
  await page.setViewportSize(PHONE);

  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByText("Please upload files for at least one item.").waitFor();

  const drawing = await drawnPage(site, { taskId, item: 1, sample: "20230001_quiz[1].png" });
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(png("IMG_0001.PNG", drawing));
  const misnamed =
    "The following files do not follow the proper naming convention: IMG_0001.PNG Please rename them to follow the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf";
  await page.getByText(misnamed).waitFor();
  await page.getByRole("button", { name: "Submit Files" }).click();
  await expect.poll(() => page.getByText(misnamed).isVisible()).toBe(true);
  await page.getByLabel("Student ID").fill("20230001");
  await expectAccessible(page);
  await capture(page, "student-upload-naming");
  await page.setViewportSize(PHONE);
  await page.getByText("20230001_quiz[1].png", { exact: true }).waitFor();
  await page.getByText(misnamed).waitFor({ state: "detached" });

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByText("Error uploading files. Please try again.").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Retry" }).click();

  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  await page.getByText("Thank you for your submission.").waitFor();
  await page.getByText("20230001: received item 1. Item 2 was not handed in from this tab.").waitFor();
  await page.getByText("Until the due date, a new file for an item replaces the earlier one.").waitFor();
  await page.getByText("Your teacher will look at your answers next.").waitFor();
  const sha256 = createHash("sha256").update(drawing).digest("hex");
  await page.getByText("Details").click();
  await page.getByText(sha256).waitFor();
  await expectAccessible(page);
  await capture(page, "student-upload-receipt");
  await page.getByRole("button", { name: "Copy receipt" }).click();
  await page.getByText("Copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(sha256);
  expect(copied).toContain("20230001_quiz[1].png");
  const link = await page.getByRole("link", { name: /\/results\// }).getAttribute("href");
  expect(copied).toContain(link!);
  const qr = page.getByAltText("QR code of the link to your results");
  await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save QR code" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("circuitgrade-results.png");
  const results = await openTab(browser, { site });
  await results.goto(link!);
  await results.getByText("Keep the address of this page to yourself").waitFor();
  await results.close();
  const { files } = await ana.call("getFiles", { params: { taskId } });
  expect(files.map(({ student_id, item_number, sha256 }) => [student_id, item_number, sha256])).toEqual([
    ["20230001", 1, sha256],
  ]);
  await page.reload();
  await page.getByText(sha256).waitFor({ state: "attached" });
  expectCleanConsole(page);

  // The computer may be shared: a new tab shows nobody's receipts, and forgets what no longer proves anything.
  const tab = await page.context().newPage();
  const old = "receipts:of-a-task-long-due";
  await tab.goto("/about");
  await tab.evaluate((key) => localStorage.setItem(key, '{"until":1,"receipts":[]}'), old);
  await tab.goto(`/student-upload/${taskId}`);
  await tab.locator("form[data-live=true]").waitFor();
  expect(await tab.evaluate((key) => localStorage.getItem(key), old)).toBeNull();
  for (const typed of ["", "20230001"]) {
    await tab.getByLabel("Student ID").fill(typed);
    expect(await tab.locator("body").innerText()).not.toMatch(/Received|receipt/);
  }
  expect(await tab.evaluate(() => JSON.stringify(localStorage))).not.toContain("/results/");
  await tab.close();

  // In the same tab, only the typed student's are shown, until somebody else's are deleted.
  const items = page.locator(".item");
  await expect.poll(() => items.nth(0).innerText()).toMatch(/Received .*Another file replaces it\./);
  expect(await items.nth(1).innerText()).not.toContain("Received");
  await page.getByLabel("Student ID").fill("20230002");
  expect(await items.nth(0).innerText()).not.toContain("Received");
  expect(await page.getByText(sha256).count()).toBe(0);
  await page.getByLabel("Student ID").fill("20230001");
  await page.getByLabel("Keep the link on this device").check();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("/results/");
  const later = await page.context().newPage();
  await later.goto(page.url());
  await later.getByRole("link", { name: /\/results\// }).waitFor();
  await expectAccessible(later);
  await capture(later, "student-upload-kept-link");
  await later.close();
  const remove = page.getByRole("button", { name: "Remove from this device" });
  const asked = page.getByRole("dialog", { name: "Have you saved the link to your results?" });
  await expect.poll(() => asked.isVisible()).toBe(false);
  await remove.click();
  await expectAccessible(page);
  await capture(page, "student-upload-remove");
  await asked.getByRole("button", { name: "Keep it" }).click();
  await page.getByText(sha256).waitFor({ state: "attached" });
  // A picture that was not sent: the browser asks, but not after this question, which names it.
  await page.getByLabel("Item 2", { exact: true }).setInputFiles(png("20230001_quiz[2].png", drawing));
  expect(await page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(false);
  const questions: string[] = [];
  page.on("dialog", (question) => {
    questions.push(question.type());
    return question.accept();
  });
  await remove.click();
  await asked.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText(sha256).waitFor({ state: "detached" });
  await expect.poll(() => page.getByLabel("Student ID").inputValue()).toBe("");
  await page.reload();
  await page.locator("form[data-live=true]").waitFor();
  expect(await page.getByText(sha256).count()).toBe(0);
  expect(questions).toEqual([]);
});

test("a Student ID can be pasted in the format of other lists", async () => {
  const page = await openPage(taskId);
  const input = page.getByLabel("Student ID");
  for (const pasted of ["2023-0001", "2023 0001", " 20230001", "'20230001"]) {
    await input.fill("");
    await input.focus();
    await page.keyboard.insertText(pasted);
    await expect.poll(() => input.inputValue()).toBe("20230001");
  }
  // Cut to eight digits it would be somebody else's.
  await input.fill("202300019");
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(png("20230001_quiz[1].png", Buffer.from("drawn")));
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByText("A Student ID has 8 digits. Correct it or leave it empty.").waitFor();
});

test("a narrow window with large letters shows everything", async () => {
  const page = await openPage(taskId);
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(png("20230001_quiz[1].png", Buffer.from("drawn")));
  await page.setViewportSize({ width: 195, height: 422 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(195);
  const name = page.getByText("20230001_quiz[1].png", { exact: true }).last();
  expect((await name.boundingBox())!.width).toBeGreaterThan(80);
  const sizeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const selectors = ["h1", "h2", "h3", ".hint", ".button", ".student-id input", ".top > span:last-child"];
  const before = await Promise.all(selectors.map(sizeOf));
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect(await Promise.all(selectors.map(sizeOf))).toEqual(before.map((size) => 2 * size));
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});

test("refused files are listed by reason; wrong tasks and unreadable codes are one reason", async () => {
  const page = await openPage(taskId);
  const otherId = await makeTask("Another", 60 * 60_000);
  const foreign = await drawnPage(site, { taskId: otherId, item: 1, sample: "20230001_quiz[1].png" });
  const own = await drawnPage(site, { taskId, item: 2, sample: "20230001_quiz[1].png" });
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(png("20230001_quiz[2].png", foreign));
  await page.getByText("The name says item 2, but it was chosen for item 1.").waitFor();
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(png("20230001_quiz[1].png", foreign));
  await page.getByLabel("Item 2", { exact: true }).setInputFiles(png("20239999_quiz[2].png", own));
  await page.getByRole("button", { name: "Submit Files" }).click();
  const dialog = page.getByRole("dialog", { name: "The following files were rejected:" });
  await dialog.waitFor();
  const text = await dialog.innerText();
  expect(text).toMatch(/Not enrolled\s+20239999_quiz\[2\]\.png/);
  expect(text).toMatch(/Does not belong to the task\. Please use the template provided\s+20230001_quiz\[1\]\.png/);
  await expectAccessible(page);
  await capture(page, "student-upload-rejected");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Remove the file of item 2" }).press("Enter");
  await expectFocus(page.getByLabel("Item 2", { exact: true }));
  const bare = await drawnPage(site, { taskId, item: 1, sample: "20230001_quiz[1].png" }).then(withoutCode);
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(png("20230001_quiz[1].png", bare));
  await page.getByRole("button", { name: "Submit Files" }).click();
  await dialog.waitFor();
  await expect
    .poll(() => dialog.innerText())
    .toContain("Does not belong to the task. Please use the template provided");
  expect(await dialog.innerText()).not.toContain("unreadable");
});

test("without a script the form is filled in and sent, and the answer is the page with the receipt", async () => {
  const page = await openTab(browser, { site, viewport: PHONE, scripts: false });
  await page.goto(`/student-upload/${taskId}`);
  await page.getByRole("heading", { level: 1, name: "Half adder and selector" }).waitFor();
  // Nothing is waited for but the document and its style.
  expect(await page.locator("script[src]:not([type=module])").count()).toBe(0);
  await capture(page, "student-upload-no-script");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByRole("alert").filter({ hasText: "Please upload files for at least one item." }).waitFor();

  const foreign = await makeTask("Yet another", 60 * 60_000);
  const [drawing, other] = await Promise.all([
    drawnPage(site, { taskId, item: 1, sample: "20230007_quiz[1].png" }),
    drawnPage(site, { taskId: foreign, item: 2, sample: "20230001_quiz[1].png" }),
  ]);
  await page.getByLabel("Student ID").fill("2023-0002");
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(png("IMG_0001.PNG", drawing));
  await page.getByLabel("Item 2", { exact: true }).setInputFiles(png("IMG_0002.PNG", other));
  await page.getByRole("button", { name: "Submit Files" }).click();
  const refused = page.getByRole("dialog", { name: "The following files were rejected:" });
  await refused.waitFor();
  await expect.poll(() => refused.innerText()).toMatch(/Please use the template provided\s+20230002_quiz\[2\]\.png/);
  const sha256 = createHash("sha256").update(drawing).digest("hex");
  await page.getByText(sha256).waitFor({ state: "attached" });
  const link = await page.getByRole("link", { name: /\/results\// }).getAttribute("href");
  await expect.poll(() => page.getByRole("button", { name: "Copy receipt" }).isVisible()).toBe(false);
  await expect.poll(() => page.getByLabel("Student ID").inputValue()).toBe("20230002");
  await capture(page, "student-upload-no-script-refused");
  await page.setViewportSize(PHONE);

  const second = await drawnPage(site, { taskId, item: 2, sample: "20230001_quiz[1].png" });
  await page.getByLabel("Item 2", { exact: true }).setInputFiles(png("IMG_0002.PNG", second));
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  await page.getByText("20230002: received items 1 and 2. Every item was received.").waitFor();
  // The same hand-in has the same link.
  await expect.poll(() => page.getByRole("link", { name: /\/results\// }).getAttribute("href")).toBe(link);
  await capture(page, "student-upload-no-script-receipt");
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const own = files.filter(({ student_id }) => student_id === "20230002");
  expect(own.map(({ filename }) => filename).sort()).toEqual(["20230002_quiz[1].png", "20230002_quiz[2].png"]);
});

test("what was typed, chosen and sent before the script came is not lost", async () => {
  const page = await openTab(browser, { site, viewport: PHONE });
  const letGo = await holdCalls(page, "**/assets/*.js");
  await page.goto(`/student-upload/${taskId}`, { waitUntil: "commit" });
  await page.getByLabel("Student ID").fill("20230001");
  const drawing = await drawnPage(site, { taskId, item: 2, sample: "20230007_quiz[1].png" });
  await page.getByLabel("Item 2", { exact: true }).setInputFiles(png("IMG_0001.PNG", drawing));
  await letGo();
  await page.getByText("20230001_quiz[2].png", { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel("Student ID").inputValue()).toBe("20230001");

  const hold = await holdCalls(page, "**/assets/*.js");
  await page.goto(`/student-upload/${taskId}`, { waitUntil: "commit" });
  await page.getByLabel("Student ID").fill("20230001");
  await page.getByLabel("Item 2", { exact: true }).setInputFiles(png("IMG_0001.PNG", drawing));
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  await hold();
  await page.locator("form[data-live=true]").waitFor();
  await expectAccessible(page);
  const sha256 = createHash("sha256").update(drawing).digest("hex");
  await page.getByText(sha256).waitFor({ state: "attached" });
  await page.reload();
  await page.getByText(sha256).waitFor({ state: "attached" });
  expectCleanConsole(page);
});

test("after a hand-in the page knows the items that the task has by now", async () => {
  const one = KEYS.slice(0, 1);
  const id = (await ana.call("createTask", { body: { ...taskBody("Grows"), answerKeys: one } })).id;
  const page = await openPage(id);
  await page.getByLabel("Student ID").fill("20230001");
  const drawing = await drawnPage(site, { taskId: id, item: 1, sample: "20230001_quiz[1].png" });
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(png("IMG_0001.PNG", drawing));
  await ana.call("editTask", { params: { taskId: id }, body: taskBody("Grows") });
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByText("20230001: received item 1. Item 2 was not handed in from this tab.").waitFor();
  await page.getByRole("button", { name: "Submit another file" }).click();
  await page.getByLabel("Item 2", { exact: true }).setInputFiles(png("IMG_0002.PNG", drawing));
  await ana.call("editTask", { params: { taskId: id }, body: { ...taskBody("Grows"), answerKeys: one } });
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByRole("dialog", { name: "The following files were rejected:" }).waitFor();
  await page.getByLabel("Item 2", { exact: true }).waitFor({ state: "detached" });
  await page.getByText("Every item was received.").waitFor();
  expectCleanConsole(page);
});

test("the pages that a student hands in from two tabs have one link to the results", async () => {
  const id = await makeTask("Two tabs", DAY);
  const first = await openPage(id);
  const second = await first.context().newPage();
  await second.goto(`/student-upload/${id}`);
  for (const [tab, item] of [
    [first, 1],
    [second, 2],
  ] as const) {
    const drawing = await drawnPage(site, { taskId: id, item, sample: "20230001_quiz[1].png" });
    await tab.getByLabel("Student ID").fill("20230001");
    await tab.getByLabel(`Item ${item}`, { exact: true }).setInputFiles(png("IMG_0001.PNG", drawing));
    await tab.getByRole("button", { name: "Submit Files" }).click();
    await tab.getByRole("link", { name: /\/results\// }).waitFor();
  }
  const linkIn = (tab: Page) => tab.getByRole("link", { name: /\/results\// }).getAttribute("href");
  expect(await linkIn(second)).toBe(await linkIn(first));
});

test("a reload keeps the Student ID in its tab", async () => {
  const page = await openPage(taskId);
  const field = page.getByLabel("Student ID");
  await field.fill("20230001");
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("20230001");
  const other = await page.context().newPage();
  await other.goto(`/student-upload/${taskId}`);
  await other.locator("form[data-live=true]").waitFor();
  expect(await other.getByLabel("Student ID").inputValue()).toBe("");

  await field.fill("");
  await page.reload();
  await page.locator("form[data-live=true]").waitFor();
  expect(await field.inputValue()).toBe("");
  expectCleanConsole(page);
});

test("a device in another time zone shows the due date by its clock, too", async () => {
  const { id } = await ana.call("createTask", {
    body: { title: "Far away", classId, examType: "quiz", dueDate: "2030-03-10T15:59:59.999Z", answerKeys: KEYS },
  });
  // The clock there was put forward on that day.
  for (const [timeZone, words] of [
    ["America/New_York", "Due Mar 10, 11:59 PM, by your clock Mar 10, 11:59 AM"],
    ["Asia/Singapore", "Due Mar 10, 11:59 PM"],
  ] as const) {
    const page = await openTab(browser, { site, viewport: PHONE, timeZone });
    await page.goto(`/student-upload/${id}`);
    await expect.poll(() => page.locator(".due").innerText()).toBe(words);
    await expectAccessible(page);
    expectCleanConsole(page);
  }
});

test("a missing task, and a closed one", async () => {
  const page = await openTab(browser, { site, viewport: PHONE });
  await page.goto("/student-upload/nosuchtask");
  await page.getByRole("heading", { name: "Task Not Found" }).waitFor();
  await page.getByText("The task has been removed or is no longer available.").waitFor();
  await expectAccessible(page);
  await capture(page, "student-upload-not-found");
  for (const path of ["ID%", "%E0%A4%A"]) {
    await page.goto(`/student-upload/${path}`);
    await page.getByRole("heading", { name: "Task Not Found" }).waitFor();
  }
  await page.goto(`/student-upload/${taskId}/`);
  await page.getByRole("heading", { level: 1, name: "Half adder and selector" }).waitFor();

  const open = await openPage(await makeTask("Closing soon", 20_000));
  await open.getByRole("button", { name: "Submit Files" }).waitFor();
  await open.getByRole("heading", { name: "Submission Closed" }).waitFor({ timeout: 40_000 });
  await open.getByText("The due date for this task has passed. You can no longer submit files.").waitFor();
  await expectAccessible(open);
  await capture(open, "student-upload-closed");
});
