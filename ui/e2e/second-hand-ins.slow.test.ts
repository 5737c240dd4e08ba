import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { TEXTS } from "../../server/contract/texts.ts";
import { capture, expectAccessible, expectCleanConsole, openBrowser, openTab, PHONE } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { openSite } from "./site.ts";

const STUDENT = "20230001";
const NAME = `${STUDENT}_quiz[1].png`;
const GRADE = /7\s*\/\s*10/;
const SAMPLES = ["20230001_quiz[1].png", "20230007_quiz[1].png", "20230009_quiz[1].jpg"] as const;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const answerKeys = [{ keys: [{ expression: "A ^ B", grade: "10" }] }];
const taskId = await newTask(ana, { classId: await newClass(ana, { studentList: [STUDENT] }), answerKeys });
const drawings = await Promise.all(SAMPLES.map((sample) => drawnPage(site, { taskId, item: 1, sample })));
/** The instructor's tab, and the student's phone. */
const page = await openTab(browser, { site, as: ana });
const phone = await openTab(browser, { site, viewport: PHONE });

afterAll(() => browser.close());

/** A student hands in a drawing in the browser of this tab. */
async function handIn(tab: Page, drawing: number): Promise<void> {
  await tab.goto(`/student-upload/${taskId}`);
  const file = { name: NAME, mimeType: "image/png", buffer: drawings[drawing]! };
  await tab.getByLabel("Item 1", { exact: true }).setInputFiles(file);
  await tab.getByRole("button", { name: "Submit Files" }).click();
  await tab.getByText("Files Uploaded Successfully!").waitFor();
}

async function counting() {
  const { files } = await ana.call("getFiles", { params: { taskId } });
  expect(files).toHaveLength(1);
  return files[0]!;
}

async function questions() {
  const { entries } = await ana.call("getQueue", { params: { taskId } });
  return entries.filter(({ kind }) => kind === "choice");
}

/** Both pictures are there. */
async function bothShown(): Promise<void> {
  const pictures = page.locator(".marked-page img");
  await expect.poll(() => pictures.count()).toBe(2);
  for (const picture of await pictures.all()) await picture.evaluate((image: HTMLImageElement) => image.decode());
}

test("a better picture from the same browser replaces the earlier one, without a question", async () => {
  await handIn(phone, 0);
  await handIn(phone, 1);
  expect(await counting()).toMatchObject({ earlier: 1, question: null, from_elsewhere: false });
  expect(await questions()).toEqual([]);
});

test("a page from another browser is marked, and the queue shows both; one key lets the earlier page count", async () => {
  const before = await counting();
  const elsewhere = await openTab(browser, { site, viewport: PHONE });
  await handIn(elsewhere, 2);
  await elsewhere.close();
  const later = await counting();
  expect(later.id).not.toBe(before.id);
  await page.goto(`/task/${taskId}`);
  const mark = page.getByRole("link", { name: "Sent from elsewhere" });
  await mark.waitFor();
  await expectAccessible(page);
  await capture(page, "sent-from-elsewhere");
  await page.goto(`/circuit-evaluator/${taskId}?file=${later.id}`);
  await page.getByText("Sent from elsewhere: this page came without the receipt of the earlier page.").waitFor();
  await page.getByRole("link", { name: "Choose in Review" }).click();
  await page.getByText("1 page in the queue").waitFor();
  await page.getByText("It came without the receipt of the earlier page", { exact: false }).waitFor();
  await bothShown();
  await page.getByText(`The earlier page: ${NAME}, received`, { exact: false }).waitFor();
  await expectAccessible(page);
  await capture(page, "queue-sent-from-elsewhere");
  await page.keyboard.press("x");
  await page.getByText(`${STUDENT} · Item 1: ${TEXTS.files.keptBefore}`).waitFor();
  expect(await counting()).toMatchObject({ id: before.id, question: null });
  expect(await questions()).toEqual([]);
});

test("a page for a graded item waits: the task page and the evaluator say so, and one click keeps the grade", async () => {
  const graded = await counting();
  await ana.call("updateGrade", { params: { fileId: graded.id }, body: { total_grade: 7 } });
  await page.goto(`/task/${taskId}`);
  await page.getByText(GRADE).first().waitFor();
  await handIn(phone, 2);
  // The student's page does not mention grades.
  expect(await phone.locator("body").innerText()).not.toMatch(/graded\b|wait|queue/i);
  const mark = page.getByRole("link", { name: "Handed in again" });
  await mark.waitFor();
  await page.getByRole("button", { name: "replaces 2 others; 1 newer one waits" }).click();
  const dialog = page.getByRole("dialog", { name: `Uploads of ${STUDENT}, item 1` });
  const waiting = dialog.getByRole("listitem").filter({ hasText: "Handed in again" });
  await waiting.waitFor();
  await expectAccessible(page);
  await capture(page, "handed-in-again-history");
  await page.keyboard.press("Escape");
  await mark.click();
  await page.getByText("The earlier page is graded. It counts until you choose.").waitFor();
  await bothShown();
  await expectAccessible(page);
  await capture(page, "queue-handed-in-again");
  await page.getByRole("button", { name: "Keep the earlier page: 7 of 10" }).click();
  await page.getByText(TEXTS.files.keptBefore).waitFor();
  expect(await counting()).toMatchObject({ id: graded.id, total_grade: 7, waiting: 0 });
});

test("Enter replaces it; the grade stays in the history and can count again", async () => {
  const graded = await counting();
  await handIn(phone, 0);
  await page.goto(`/task/${taskId}?tab=review`);
  await page.getByRole("button", { name: "Replace it by the new page" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(`${STUDENT} · Item 1: ${TEXTS.files.restored}`).waitFor();
  expect(await counting()).toMatchObject({ total_grade: null, earlier_grade: 7 });
  expect(await questions()).toEqual([]);
  await page.goto(`/task/${taskId}`);
  await page.getByRole("button", { name: /replaces \d others, last graded 7 \/ 10/ }).click();
  const upload = page.getByRole("dialog").getByRole("listitem").filter({ hasText: GRADE });
  await upload.getByRole("button", { name: /^Make this one count/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make this one count" }).click();
  await page.getByText(TEXTS.files.restored).waitFor();
  expect(await counting()).toMatchObject({ id: graded.id, total_grade: 7 });
});

test("a task can be closed to replacements: the form and the student's page say what that means", async () => {
  await page.goto(`/edit-task/${taskId}`);
  await page.getByRole("button", { name: "Next" }).click();
  const allow = page.getByRole("checkbox", { name: "Students can replace a page that they handed in" });
  await page.getByText("A new page counts at once.", { exact: false }).waitFor();
  await allow.click();
  await page.getByText("The first page of each item is final: another one is refused.", { exact: false }).waitFor();
  await expectAccessible(page);
  await capture(page, "task-wizard-replacements");
  await page.getByRole("button", { name: "Save Task" }).click();
  await page.waitForURL(`**/task/${taskId}`);
  await phone.goto(`/student-upload/${taskId}`);
  await phone.getByText("a file that was received cannot be replaced", { exact: false }).waitFor();
  await phone.getByText("It cannot be replaced.", { exact: false }).waitFor();
  const file = { name: NAME, mimeType: "image/png", buffer: drawings[2]! };
  await phone.getByLabel("Item 1", { exact: true }).setInputFiles(file);
  await phone.getByRole("button", { name: "Submit Files" }).click();
  await phone.getByText(TEXTS.files.noReplacement).first().waitFor();
  await expectAccessible(phone);
  await capture(phone, "student-upload-final");
  expectCleanConsole(page);
  expectCleanConsole(phone);
});
