import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { expectAccessible, expectCleanConsole, openBrowser, openTab, PHONE } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { openSite } from "./site.ts";

let taskId: string;
let page: Page;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const studentList = ["20230001", "20230002"];
const classId = await newClass(ana, { studentList });

afterAll(() => browser.close());

beforeEach(async () => {
  const answerKeys = [1, 2].map(() => ({ keys: [{ expression: "A ^ B", grade: "5" }] }));
  taskId = await newTask(ana, { classId, answerKeys });
  page = await openTab(browser, { site, viewport: PHONE });
  await page.goto(`/student-upload/${taskId}`);
});

afterEach(() => page.close());

async function drawn(item: number, name: string) {
  return {
    name,
    mimeType: "image/png",
    buffer: await drawnPage(site, { taskId, item, sample: "20230001_quiz[1].png" }),
  };
}

async function submit(): Promise<void> {
  await page.getByRole("button", { name: "Submit Files" }).click();
}

/** Who handed in which item, as the instructor sees it. */
async function handedIn(): Promise<string[]> {
  const { files } = await ana.call("getFiles", { params: { taskId } });
  return files.map(({ student_id, item_number }) => `${student_id} ${item_number}`).sort();
}

test("photos follow the Student ID, and no other file is sent under a different one", async () => {
  const id = page.getByLabel("Student ID");
  await page.getByLabel("Item 1: take a photo").setInputFiles(await drawn(1, "image.png"));
  await page.getByText("Enter your student ID above").waitFor();
  await id.fill("20230002");
  await page.getByText("20230002_quiz[1].png", { exact: true }).waitFor();
  await id.fill("20230001");
  await page.getByText("20230001_quiz[1].png", { exact: true }).waitFor();

  await page.getByLabel("Item 2", { exact: true }).setInputFiles(await drawn(2, "20230002_quiz[2].png"));
  await page.getByText("The name says student 20230002, but the Student ID above is 20230001.").waitFor();
  await submit();
  await expectAccessible(page);
  expect(await handedIn()).toEqual([]);
  await page.getByRole("button", { name: "Rename to 20230001_quiz[2].png" }).click();
  await submit();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  expect(await handedIn()).toEqual(["20230001 1", "20230001 2"]);
  expectCleanConsole(page);
});

test("a file with a mistyped Student ID is sent after the ID is corrected", async () => {
  await page.getByLabel("Student ID").fill("20239999");
  await page.getByLabel("Item 1: take a photo").setInputFiles(await drawn(1, "image.png"));
  await submit();
  await page.getByRole("dialog").getByText("Not enrolled").waitFor();
  await page.keyboard.press("Escape");
  await submit();
  await page.getByText("Replace the rejected files or remove them.").waitFor();
  await page.getByLabel("Student ID").fill("20230001");
  await submit();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  expect(await handedIn()).toEqual(["20230001 1"]);
});

test("received files count when the rest is removed; no name helps an unsupported format", async () => {
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(await drawn(1, "20230001_quiz[1].png"));
  await page.getByLabel("Item 2", { exact: true }).setInputFiles(await drawn(2, "20239999_quiz[2].png"));
  await submit();
  await page.getByRole("dialog").getByText("Not enrolled").waitFor();
  await page.keyboard.press("Escape");

  await page.getByLabel("Student ID").fill("20230001");
  const photo = { name: "IMG_0001.AVIF", mimeType: "image/avif", buffer: Buffer.from("drawn") };
  for (const input of ["Item 2", "Item 2: take a photo"]) {
    await page.getByLabel(input, { exact: true }).setInputFiles(photo);
    await page.getByText("this format is not taken").waitFor();
    expect(await page.getByRole("button", { name: "Rename" }).count()).toBe(0);
  }
  await page.getByRole("button", { name: "Remove the file of item 2" }).click();
  await submit();
  await page.getByRole("heading", { name: "Files Uploaded Successfully!" }).waitFor();
  expect(await handedIn()).toEqual(["20230001 1"]);
});
