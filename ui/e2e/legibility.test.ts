import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { DAY } from "../../core/basics/durations.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { capture, expectAccessible, holdCalls, openBrowser, openTab, PHONE } from "./browser.ts";
import { newClass } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { openSite } from "./site.ts";

const STUDENT = "20230001";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: [STUDENT] });

afterAll(() => browser.close());

async function makeTask(title: string, expression: string): Promise<string> {
  const keys = [{ keys: [{ expression, grade: "5" }] }];
  const dueDate = new Date(Date.now() + DAY).toISOString();
  const body = { title, classId, examType: "quiz", dueDate, answerKeys: keys };
  return (await ana.call("createTask", { body })).id;
}

/** Hands in a page for item 1; `sample` is a drawing of core/testdata/pages. */
async function handIn(taskId: string, sample: string): Promise<Page> {
  const page = await openTab(browser, { site, viewport: PHONE });
  await page.goto(`/student-upload/${taskId}`);
  await fillIn(page, taskId, sample);
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByRole("heading", { name: "Can it be read?" }).waitFor();
  return page;
}

async function fillIn(page: Page, taskId: string, sample = "20230001_quiz[1].png"): Promise<void> {
  await page.getByLabel("Student ID").fill(STUDENT);
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(await photo(taskId, sample));
}

async function photo(taskId: string, sample: string) {
  return { name: "IMG_1.PNG", mimeType: "image/png", buffer: await drawnPage(site, { taskId, item: 1, sample }) };
}

/** The places that a student's page names, as it shows them. */
async function placesOf(page: Page): Promise<string[]> {
  await page.getByText("These places cannot be read for certain:").waitFor();
  const marks = page.locator(".unclear rect");
  return Promise.all((await marks.all()).map((mark) => mark.evaluate((rect) => rect.outerHTML)));
}

test("a page says by itself which places cannot be read, whatever the keys are, and a better one replaces it", async () => {
  const faulty = "20230006_quiz[2].jpg";
  const taskId = await makeTask("Selector", "A & ~B");
  const page = await handIn(taskId, faulty);
  const places = await placesOf(page);
  expect(places.length).toBeGreaterThan(0);
  await page.getByText("A wire here may end before the place to which it leads.").first().waitFor();
  await expect
    .poll(() =>
      page.locator(".unclear image").evaluate((image: SVGImageElement) => image.getBoundingClientRect().width),
    )
    .toBeGreaterThan(200);
  await page.getByRole("heading", { name: "Files received, but look again" }).waitFor();
  await page.getByText(`${STUDENT}: received item 1. Every item was received. Look at item 1 again.`).waitFor();
  await expectAccessible(page);
  await capture(page, "student-legibility");
  const link = (await page.getByRole("link", { name: /\/results\// }).getAttribute("href"))!;

  const other = await handIn(await makeTask("Selector with other keys", "A | B"), faulty);
  expect(await placesOf(other)).toEqual(places);
  await other.close();

  const results = await openTab(browser, { site, viewport: PHONE });
  await results.goto(link);
  await results.getByText("A wire here may end before the place to which it leads.").first().waitFor();
  await results.getByRole("link", { name: "Replace the page" }).waitFor();
  await expectAccessible(results);
  await capture(results, "results-legibility");
  await results.close();

  const replace = page.getByLabel("Replace the page of item 1");
  await replace.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("No picture") });
  // Browsers say nothing if the file that a field has is chosen again.
  await expect.poll(() => replace.inputValue()).toBe("");
  await replace.setInputFiles(await photo(taskId, "20230001_quiz[1].png"));
  await page.getByText("Clear: your page can be read.").waitFor();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  await page.getByText(`${STUDENT}: received item 1. Every item was received.`, { exact: true }).waitFor();
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const { submissions } = await ana.call("getSubmissionHistory", { params: { fileId: files[0]!.id } });
  expect(submissions.map(({ unclear_places_seen }) => unclear_places_seen)).toEqual([0, places.length]);

  await ana.call("deleteFile", { params: { fileId: files[0]!.id } });
  await page.reload();
  await page.getByText("Item 1 Your page was deleted. Hand it in again, or ask your teacher.").waitFor();
  expect(await page.getByText("Every item was received.").count()).toBe(0);
  await expectAccessible(page);
  await capture(page, "student-page-deleted");
  await page.close();
});

test("a picture of two sheets is not praised, and what it needs is said, also after a reload", async () => {
  const taskId = await makeTask("Two sheets", "A & B");
  const { buffer, ...file } = await photo(taskId, "20230001_quiz[1].png");
  const both = await sharp([buffer, buffer], { join: { across: 2, shim: 60, background: "white" } })
    .png()
    .toBuffer();
  const page = await openTab(browser, { site, viewport: PHONE });
  await page.goto(`/student-upload/${taskId}`);
  await page.getByLabel("Student ID").fill(STUDENT);
  await page.getByLabel("Item 1", { exact: true }).setInputFiles({ ...file, buffer: both });
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByRole("heading", { name: "Files received, but look again" }).waitFor();
  await page.getByText(TEXTS.files.severalSheets).waitFor();
  await page.reload();
  await page.getByText("Every item was received. Look at item 1 again.").waitFor();
  await page.getByText(TEXTS.files.severalSheets).waitFor();
  await page.close();
});

test("a page that is sent before the script has come is shown as legible, too", async () => {
  const taskId = await makeTask("Slow line", "A & B");
  const page = await openTab(browser, { site, viewport: PHONE });
  const letGo = await holdCalls(page, "**/*.js");
  await page.goto(`/student-upload/${taskId}`, { waitUntil: "commit" });
  await fillIn(page, taskId);
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  await page.getByText("Your page is being read … You can also look at the page of your results.").waitFor();
  await letGo();
  await page.getByText("Clear: your page can be read.").waitFor();
  await page.close();
});

test("a page that is sent while the script takes the form over is not lost", async () => {
  const taskId = await makeTask("Fast thumb", "A & B");
  const page = await openTab(browser, { site, viewport: PHONE });
  // The script listens, and has not yet looked at the form.
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    let isPressed = false;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given) {
      listen.apply(this, given);
      if (given[0] !== "submit" || isPressed) return;
      isPressed = true;
      queueMicrotask(() => document.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
    };
  });
  const letGo = await holdCalls(page, "**/*.js");
  await page.goto(`/student-upload/${taskId}`, { waitUntil: "commit" });
  await fillIn(page, taskId);
  await letGo();
  await page.getByText("Clear: your page can be read.").waitFor();
  await page.close();
});
