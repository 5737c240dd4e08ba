import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIMITS } from "../../core/rules/limits.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { type MailServer, openMailServer } from "../../server/testing/services/mail-server.ts";
import { capture, expectAccessible, expectCleanConsole, openBrowser, openTab, PHONE } from "./browser.ts";
import { drawnPage } from "./drawn-page.ts";
import { HALF_ADDER, SELECTOR } from "./evaluator-pages.ts";
import { type OwnSite, startSite } from "./site.ts";

// One story, in the browser alone: real server, real mails, real detector.

const EMAIL = "maria@example.edu";
const PASSWORD = "Circuit1!";

/** Reading a page takes seconds if cores are shared. */
const READING_PATIENCE = 240_000;

let smtp: MailServer;
let site: OwnSite;
let browser: Browser;
/** The instructor's window. */
let desk: Page;
/** Ana's phone. */
let phone: Page;
let link: string;
let taskId: string;

beforeAll(async () => {
  smtp = await openMailServer({ user: "cg", password: "secret" });
  [site, browser] = await Promise.all([
    startSite({ SMTP_URL: `smtp://cg:secret@localhost:${smtp.port}` }),
    openBrowser(),
  ]);
  desk = await openTab(browser, { site });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await smtp?.close();
});

test("from the sign-up to the last deletion", { timeout: 1_200_000 }, async () => {
  await signUp();
  await makeClassAndTask();
  await handInDrawings();
  await hearOfHandIns();
  await correct();
  await grade();
  await deleteCopy();
  await deleteClass();
});

/** The instructor signs up, follows the mailed link and logs in. */
async function signUp(): Promise<void> {
  await desk.goto("/");
  await desk.getByRole("button", { name: "Sign Up" }).click();
  await desk.getByLabel("University email").fill(EMAIL);
  await desk.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await desk.getByLabel("Re-enter password").fill(PASSWORD);
  await desk.keyboard.press("Enter");
  await desk.getByRole("heading", { name: "Verify Your Email" }).waitFor();
  await expect.poll(() => smtp.received.length).toBe(1);
  const mail = smtp.received[0];
  expect(mail?.to).toEqual([EMAIL]);
  const address = /http:\S+\/verify-email\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
  await desk.goto(address);
  await desk.getByText("Your email is verified.").waitFor();
  await desk.waitForURL("**/auth");
  await desk.getByLabel("Email").fill(EMAIL);
  await desk.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await desk.keyboard.press("Enter");
  await desk.waitForURL("**/dashboard/*");
}

/** The instructor creates a class and a task of three items. */
async function makeClassAndTask(): Promise<void> {
  await desk.getByRole("link", { name: "Classes", exact: true }).click();
  await desk.getByRole("link", { name: "Add Class/Group" }).click();
  await desk.getByLabel("Course Code").fill("CPE 101");
  await desk.getByLabel("Group Number").fill("1");
  await desk.getByLabel("Class Schedule").fill("MWF 9:00-10:00");
  await desk.getByLabel("Student ID", { exact: true }).fill("20230001, 20230002");
  await desk.getByRole("button", { name: "Add Student" }).click();
  await desk.getByRole("button", { name: "Create Class" }).click();
  await desk.getByText(TEXTS.toasts.classCreated).waitFor();

  await desk.getByRole("link", { name: "Dashboard", exact: true }).click();
  await desk.getByRole("link", { name: "Create New Task" }).click();
  await desk.getByLabel("Title").fill("Half adder and selector");
  await choose("Class Group", "CPE 101 | 1");
  await choose("Type of Task", "Quiz");
  await writeItem(1, [
    ["A ^ B", "5"],
    ["A & B", "5"],
  ]);
  await desk.getByRole("button", { name: "Add Item" }).click();
  await writeItem(2, [["A & ~B | B & C", "10"]]);
  await desk.getByRole("button", { name: "Add Item" }).click();
  await writeItem(3, [["A & B", "5"]]);
  await desk.getByRole("button", { name: "Next" }).click();
  await desk.getByLabel("Due Date", { exact: true }).waitFor();
  await desk.getByRole("button", { name: "Create Task" }).click();
  await desk.getByText(TEXTS.toasts.taskCreated).waitFor();
  await desk.getByText("Half adder and selec…").click();
  await desk.waitForURL("**/task/*");
  await desk.getByRole("button", { name: "Share the link" }).click();
  link = await desk.getByRole("textbox", { name: "Student link" }).inputValue();
  taskId = link.split("/").at(-1) ?? "";
  expect(link).toBe(`${site.origin}/student-upload/${taskId}`);
  await desk.keyboard.press("Escape");
}

async function choose(label: string, option: string): Promise<void> {
  await desk.getByLabel(label).click();
  await desk.getByRole("option", { name: option, exact: true }).click();
}

async function writeItem(item: number, keys: readonly (readonly [string, string])[]): Promise<void> {
  const region = desk.getByRole("region", { name: `Item ${item}`, exact: true });
  for (const [index, [expression, grade]] of keys.entries()) {
    if (index > 0) await region.getByRole("button", { name: "Add Expression" }).click();
    await region.getByLabel(`Answer Key ${index + 1}`, { exact: true }).fill(expression);
    await region.getByLabel("Grade", { exact: true }).nth(index).fill(grade);
  }
}

/** A student photographs three drawn pages on a phone and hands them in by the link. */
async function handInDrawings(): Promise<void> {
  phone = await openTab(browser, { site, viewport: PHONE });
  await phone.goto(link);
  const [template] = await Promise.all([
    phone.waitForEvent("download"),
    phone.getByRole("link", { name: "Download Template" }).click(),
  ]);
  expect(template.suggestedFilename()).toBe("grid-template.pdf");
  await handIn(phone, "20230001", { 1: HALF_ADDER, 2: SELECTOR, 3: HALF_ADDER });
  await phone.getByText("20230001_quiz[3].png").last().waitFor();
  expectCleanConsole(phone);

  const other = await openTab(browser, { site, viewport: PHONE });
  await other.goto(link);
  await handIn(other, "20230002", { 1: HALF_ADDER });
  await other.close();
}

/** Photographs an answer of each item with the phone's camera, and submits them together. */
async function handIn(page: Page, student: string, samples: Readonly<Record<number, string>>): Promise<void> {
  await page.getByLabel("Student ID").fill(student);
  for (const [item, sample] of Object.entries(samples)) {
    const buffer = await drawnPage(site, { taskId, item: Number(item), sample });
    await page
      .getByLabel(`Item ${item}: take a photo`)
      .setInputFiles({ name: "image.png", mimeType: "image/png", buffer });
    await page.getByText(`${student}_quiz[${item}].png`, { exact: true }).waitFor();
  }
  await page.getByRole("button", { name: "Submit Files" }).click();
  // Each page's code is read while the phone waits, and this machine may be busy.
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor({ timeout: READING_PATIENCE });
}

/** The open task page shows new hand-ins, the bell counts them, and a click reads a notification. */
async function hearOfHandIns(): Promise<void> {
  for (const name of ["20230001_quiz[1].png", "20230001_quiz[2].png", "20230001_quiz[3].png", "20230002_quiz[1].png"]) {
    await desk.getByRole("link", { name: `Analyze ${name}` }).waitFor();
  }
  // A student's items arrive one by one, and are one hand-in.
  const bell = desk.getByRole("button", { name: "Notifications, 2 unread" });
  await bell.waitFor();
  await bell.click();
  const menu = desk.getByRole("dialog", { name: "Notifications" });
  const marked = desk.waitForResponse("**/notification/mark-as-read/*");
  await menu.getByRole("button", { name: /20230001 handed in items 1, 2 and 3 of/ }).click();
  await desk.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  await marked;
  await desk.reload();
  await desk.getByRole("button", { name: "Notifications, 1 unread" }).click();
  await menu.waitFor();
  await expect.poll(() => menu.getByRole("listitem").count()).toBe(1);
  const highest = await menu.getByRole("list").evaluate((list) => getComputedStyle(list).maxHeight);
  expect(highest).toBe(`${LIMITS.notificationMenuHeight}px`);
  await expectAccessible(desk);
  await capture(desk, "bell");
  await menu.getByRole("button", { name: "Clear All" }).click();
  await menu.getByText("No notifications", { exact: true }).waitFor();
  expect(await desk.locator(".bell-badge").count()).toBe(0);
  await menu.getByRole("link", { name: "View all notifications" }).click();
  await desk.waitForURL("**/notifications");
  await expect.poll(() => desk.getByRole("row").count()).toBe(1 + 2);
  await desk.goBack();
  const underway = desk.locator(".answer-state", { hasText: /^ ?(Waiting|Reading)$/ });
  await expect.poll(() => underway.count(), { timeout: READING_PATIENCE }).toBe(0);
}

/** A wrong prediction is found in the compared tables, corrected and read again by itself. */
async function correct(): Promise<void> {
  await desk.getByRole("link", { name: "Analyze 20230001_quiz[2].png" }).click();
  await desk.getByRole("button", { name: /Submission: 20230001_quiz.2/ }).waitFor();
  const equal = desk.getByText("The tables are equal.");
  await equal.waitFor();
  await changeClass("OR", "NOR");
  await desk
    .getByText(/^First difference at A=0 B=0 C=0: OUT 1 should be 0, \S+ is 1\.$/)
    .waitFor({ timeout: READING_PATIENCE });
  await expect.poll(() => desk.getByRole("row", { name: "First differing row" }).count()).toBe(2);
  expect(await equal.count()).toBe(0);
  await changeClass("NOR", "OR");
  await equal.waitFor({ timeout: READING_PATIENCE });
}

/** By keyboard alone: steps to a box of a class and gives it another one. */
async function changeClass(from: string, to: string): Promise<void> {
  await desk.locator("canvas").focus();
  const chosen = desk.locator(".ce-announce");
  for (let step = 0; step < 60; step++) {
    await desk.keyboard.press(".");
    if (new RegExp(`^${from},`).test(await chosen.innerText())) break;
  }
  await desk.keyboard.press("Enter");
  await desk.getByText("Change the class").waitFor();
  await desk.getByRole("button", { name: to, exact: true }).click();
  await desk.getByText("Reading the page with your changes").waitFor();
}

/** The instructor grades one page after the other, as proposed or otherwise. */
async function grade(): Promise<void> {
  await desk.keyboard.press("g");
  const total = desk.getByRole("textbox", { name: "Grade" });
  await expect.poll(() => total.inputValue()).toBe("10");
  await desk.getByRole("button", { name: "Grade and next" }).click();
  await desk.getByText("1/4 graded").waitFor();
  await desk.getByRole("button", { name: /Submission: 20230001_quiz.3/ }).waitFor();
  await expect.poll(() => total.inputValue()).toBe("5");
  await total.fill("4");
  await desk.getByRole("textbox", { name: "Comment" }).fill("Drawn twice.");
  await desk.keyboard.press("Control+Enter");
  await desk.getByText("Grade 4/5 stored for 20230001_quiz[3].png.").waitFor();
  await desk.getByText("2/4 graded").waitFor();
  expectCleanConsole(desk);
}

/** Two equal drawings are found, one of them is deleted. */
async function deleteCopy(): Promise<void> {
  await desk.getByRole("link", { name: /Half adder and selector\s*Due/ }).click();
  await desk.waitForURL(`**/task/${taskId}`);
  await desk.getByRole("link", { name: "Similar", exact: true }).click();
  await desk.getByRole("button", { name: "Check For Similar Submissions" }).click();
  await desk.getByText(TEXTS.submissions.similarities).waitFor();
  const grid = desk.getByRole("list", { name: "Similar submissions" });
  await grid.waitFor();
  const shown = await grid.getByRole("listitem").allInnerTexts();
  expect(shown).toHaveLength(2);
  expect(shown.join(" ")).toMatch(/20230001[\s\S]*20230002/);

  await desk.getByRole("link", { name: "Submissions", exact: true }).click();
  await desk.getByRole("button", { name: "Actions for 20230002_quiz[1].png" }).click();
  await desk.getByRole("menuitem", { name: "Delete" }).click();
  await desk.getByText(TEXTS.files.deleteConfirmation).waitFor();
  await desk.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await desk.getByRole("link", { name: "Analyze 20230002_quiz[1].png" }).waitFor({ state: "detached" });
}

/** The class is deleted with its task; the student's link says so; the instructor logs out. */
async function deleteClass(): Promise<void> {
  await desk.getByRole("link", { name: "Classes", exact: true }).click();
  await desk.getByRole("button", { name: /CPE 101/ }).click();
  await desk.getByRole("button", { name: "Delete group 1" }).click();
  const question = desk.getByRole("alertdialog");
  await question.getByRole("textbox").fill("CPE 101_MWF 9:00-10:00_remove");
  await desk.keyboard.press("Enter");
  await desk.getByText("Class CPE 101 was deleted successfully.").waitFor();
  await phone.goto(link);
  await phone.getByRole("heading", { name: "Task Not Found" }).waitFor();
  await desk.getByRole("button", { name: "Logout" }).click();
  await desk.waitForURL("**/auth");
  expectCleanConsole(desk);
}
