import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSample } from "../../core/testdata/sample-pages.ts";
import type { File as Submission } from "../../server/contract/results/file.ts";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  holdCalls,
  openBrowser,
  openTab,
  PHONE,
} from "./browser.ts";
import { drawnPage } from "./drawn-page.ts";
import { letNewPagesCount } from "./evaluator-pages.ts";
import { type Instructor, openSite, type TestSite } from "./site.ts";

const STUDENTS = ["20230001", "20230002", "20230003", "20230004", "20230005", "20230006"];

let site: TestSite;
let browser: Browser;
let ana: Instructor;
let taskId: string;
let drawing: Buffer;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  const { class: group } = await ana.call("createClass", {
    body: { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00-10:00", studentList: STUDENTS },
  });
  const task = await ana.call("createTask", {
    body: {
      title: "Half adder and selector",
      description:
        "Draw each circuit with two-input gates only. Write the names of inputs and outputs beside their wires.",
      classId: group.id,
      examType: "quiz",
      dueDate: new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString(),
      answerKeys: [
        {
          keys: [
            { expression: "A ^ B", grade: "5" },
            { expression: "A & B", grade: "5" },
          ],
        },
        { keys: [{ expression: "A & ~B | B & C", grade: "10" }] },
      ],
    },
  });
  taskId = task.id;
  drawing = await drawnPage(site, { taskId, item: 1, sample: "20230001_quiz[1].png" });
  page = await openTab(browser, { site, as: ana });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function handIn(student: string): Promise<void> {
  const body = new FormData();
  body.append("task_id", taskId);
  body.append("item_number", "1");
  body.append("files", new Blob([new Uint8Array(drawing)], { type: "image/png" }), `${student}_quiz[1].png`);
  const answer = await ana.call("uploadFiles", { body });
  expect(answer.files_uploaded).toHaveLength(1);
}

test("the task's facts, keys and actions, and an empty list for each filter", async () => {
  await page.goto(`/task/${taskId}`);
  await page.getByRole("heading", { level: 1, name: "Half adder and selector" }).waitFor();
  expect(await page.title()).toBe("Task Page");
  const text = await page.locator("main").innerText();
  for (const part of ["CPE 101 | 1", "MWF 9:00-10:00", "Quiz", "Ongoing", "Item 1", "A ⊕ B", "A ⋅ B", "10 points"]) {
    expect(text).toContain(part);
  }
  expect(text).toContain("No submissions available.");
  for (const [filter, words] of [
    ["Graded", "All files are not yet graded."],
    ["Ungraded", "All files are already graded."],
    ["Similar", "No similar files. Click Check for similar submissions button."],
  ] as const) {
    await page.getByRole("radio", { name: filter, exact: true }).click();
    await page.getByText(words).waitFor();
  }
  await expectAccessible(page);
  expect(await page.getByRole("link", { name: "Edit Task" }).getAttribute("href")).toBe(`/edit-task/${taskId}`);
  expect(await page.getByRole("link", { name: "Open Task" }).getAttribute("href")).toBe(`/circuit-evaluator/${taskId}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Get Template" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("grid-template.pdf");
  await page.getByText("Requesting for the template. Please wait").waitFor();
  await page.getByRole("button", { name: "Generate Link" }).click();
  const link = page.getByRole("textbox", { name: "Student link" });
  expect(await link.inputValue()).toBe(`${site.origin}/student-upload/${taskId}`);
  await page.keyboard.press("Escape");
});

test("a dialog that closes returns the focus to what opened it", async () => {
  for (const [name, leave] of [
    ["Generate Link", "Close"],
    ["Upload File", "Cancel"],
    ["Change extensions", "Close"],
  ] as const) {
    const opener = page.getByRole("button", { name });
    const dialog = page.getByRole("dialog");
    await opener.press("Enter");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(opener);
    await opener.click();
    await dialog.getByRole("button", { name: leave, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await expectFocus(opener);
  }
});

test("files are uploaded for students, refused ones are named", async () => {
  await page.getByRole("button", { name: "Upload File" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Files" });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.getByText("No files selected for upload. Please choose files to upload.").waitFor();
  const file = { mimeType: "image/png", buffer: drawing };
  await dialog.getByLabel("Item 1", { exact: true }).setInputFiles({ ...file, name: "scan.png" });
  await dialog.getByText("The following files do not follow the proper naming convention: scan.png").waitFor();
  await capture(page, "task-upload");
  await dialog.getByLabel("Item 1", { exact: true }).setInputFiles({ ...file, name: "20230001_quiz[1].png" });
  const blank = await drawnPage(site, { taskId, item: 2, sample: "20230001_quiz[1].png" });
  await dialog
    .getByLabel("Item 2", { exact: true })
    .setInputFiles({ ...file, buffer: blank, name: "20239999_quiz[2].png" });
  await expectAccessible(page);
  // While files are being sent, the dialog stays and shows what happens to them.
  const letGo = await holdCalls(page, "**/files/upload-files");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expectFocus(dialog.getByRole("button", { name: "Uploading..." }));
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByText("Upload cancelled. Upload again to send what is not marked as uploaded.").waitFor();
  await letGo();
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  // Pages wait for each other at the reader, and this machine may be busy.
  await page.getByText("File(s) uploaded successfully!").waitFor({ timeout: 150_000 });
  const rejected = page.getByRole("dialog", { name: "The following files were rejected:" });
  await rejected.waitFor();
  expect(await rejected.innerText()).toMatch(/Not enrolled\s+20239999_quiz\[2\]\.png/);
  await expectAccessible(page);
  await capture(page, "task-rejected");
  await rejected.getByRole("button", { name: "Close" }).click();
  // It replaced the dialog that this button had opened.
  await expectFocus(page.getByRole("button", { name: "Upload File" }));
  await page.getByRole("radio", { name: "All", exact: true }).click();
  await page.getByText("20230001_quiz[1].png").waitFor();
});

test("submissions come in live, are sorted by grade, filtered, compared and deleted", async () => {
  for (const student of STUDENTS.slice(1)) await handIn(student);
  await page.getByRole("radio", { name: "All", exact: true }).click();
  for (const student of STUDENTS) await page.getByRole("cell", { name: student, exact: true }).waitFor();
  const underway = page.locator(".task-badge", { hasText: /^(Waiting|Reading)$/ });
  await expect.poll(() => underway.count(), { timeout: 200_000 }).toBe(0);
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const idOf = (student: string) => files.find(({ student_id }) => student_id === student)?.id ?? "";
  await ana.call("updateGrade", { params: { fileId: idOf("20230003") }, body: { total_grade: 10 } });
  await ana.call("updateGrade", { params: { fileId: idOf("20230005") }, body: { total_grade: 5 } });
  const students = page.locator(".sub-student");
  await expect.poll(() => students.first().innerText()).toBe("20230003");
  await page.getByRole("button", { name: "Total Grade" }).click();
  expect((await students.allInnerTexts()).slice(0, 2)).toEqual(["20230005", "20230003"]);
  await page.getByRole("button", { name: "Total Grade" }).click();
  await page.getByRole("button", { name: "Refresh submissions" }).click();
  await expectAccessible(page);
  await capture(page, "task");

  await page.getByRole("radio", { name: "Graded", exact: true }).click();
  expect(await students.allInnerTexts()).toEqual(["20230003", "20230005"]);
  await page.getByRole("radio", { name: "Ungraded", exact: true }).click();
  expect(await students.count()).toBe(4);

  await page.getByRole("button", { name: "Check For Similar Submissions" }).click();
  await page.getByText("Similarities detected in submissions.").waitFor();
  const grid = page.getByRole("list", { name: "Similar submissions" });
  await grid.waitFor();
  expect(await grid.getByRole("listitem").count()).toBe(5);
  await page.getByText("Page 1 of 2").waitFor();
  await expectAccessible(page);
  await capture(page, "task-similar");
  await page.getByRole("button", { name: "Next" }).click();
  expect(await grid.getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByRole("radio", { name: "All", exact: true }).click();
  await page.getByRole("radio", { name: "Similar", exact: true }).click();
  await page.getByText("No similar files. Click Check for similar submissions button.").waitFor();
  await page.getByRole("radio", { name: "All", exact: true }).click();

  await page.getByRole("button", { name: "Delete 20230006_quiz[1].png" }).click();
  await page
    .getByText("This submission will be completely removed from the system. Are you sure you want to delete this file?")
    .waitFor();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/files/delete-file/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Deleting...").waitFor();
  answer();
  await page.getByRole("cell", { name: "20230006", exact: true }).waitFor({ state: "detached" });
  expectCleanConsole(page);
  await page.getByRole("link", { name: "Analyze 20230005_quiz[1].png" }).click();
  await page.waitForURL(`**/circuit-evaluator/${taskId}**`);
  await page.goBack();
});

test("a later hand-in shows the earlier grade, and what a deletion also removes; Cancel and Esc lead back", async () => {
  const { files } = await ana.call("getFiles", { params: { taskId } });
  expect(files.find(({ student_id }) => student_id === "20230003")).toMatchObject({ total_grade: 10, earlier: 0 });
  drawing = await drawnPage(site, { taskId, item: 1, sample: "20230007_quiz[1].png" });
  await handIn("20230003");
  await page.getByText("1 newer one waits").waitFor();
  await letNewPagesCount(ana, taskId);
  const replaced = page.getByText("replaces 1 other, graded 10 / 10");
  await replaced.waitFor();
  const remove = page.getByRole("button", { name: "Delete 20230003_quiz[1].png" });
  const dialog = page.getByRole("alertdialog");
  for (const leave of ["Cancel", "Esc"]) {
    await remove.focus();
    await page.keyboard.press("Enter");
    await dialog.getByText("The 1 other upload of this student and item, and its grade, is removed as well.").waitFor();
    if (leave === "Esc") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectFocus(remove);
  }
  await page.setViewportSize(PHONE);
  await page.getByRole("listitem").filter({ has: replaced }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  expectCleanConsole(page);
});

test("while names are hidden, views in which a student is chosen say that they show IDs", async () => {
  const params = { taskId };
  await ana.call("setGradingView", { params, body: { hide_names: true } });
  const drawing = readSample("pages/20230002_quiz[1].jpg");
  const body = new FormData();
  body.append("files", new Blob([new Uint8Array(drawing)], { type: "image/jpeg" }), "no-code.jpg");
  await ana.call("uploadStack", { params, body });
  await page.goto(`/stacks/${taskId}`);
  await page.getByText("IDs are shown here: you see which student each page went to.").waitFor();
  const chosen = "IDs are shown here: you choose the student.";
  await page.goto(`/queue/${taskId}`);
  await page.getByRole("button", { name: /no-code\.jpg/ }).click();
  await page.getByText(chosen).waitFor();
  await page.goto(`/task/${taskId}`);
  await page.getByRole("button", { name: "Change extensions" }).click();
  await page.getByRole("dialog", { name: "Extensions" }).getByText(chosen).waitFor();
  await expectAccessible(page);
  expectCleanConsole(page);

  await ana.call("setGradingView", { params, body: { hide_names: false } });
  await page.goto(`/queue/${taskId}`);
  await page.getByRole("button", { name: /no-code\.jpg/ }).click();
  await page.getByText("Whose page is it?").waitFor();
  expect(await page.getByText(chosen).count()).toBe(0);
  await page.goto(`/task/${taskId}`);
});

test("a list of many submissions is searched, and going back restores it", async () => {
  // As many as a large class hands in, without reading them all.
  await page.route(`**/files/get-files/${taskId}`, async (route) => {
    const { files } = (await (await route.fetch()).json()) as { files: readonly Submission[] };
    await route.fulfill({ json: { files: copiesOf(files, 340) } });
  });
  await page.goto(`/dashboard/${ana.userId}`);
  await page.locator(".task-title").click();
  const search = page.getByRole("searchbox", { name: "Find a submission" });
  await search.fill("nobody");
  await page.getByText("No submission shown here has this ID or file name.").waitFor();
  await expectAccessible(page);
  await capture(page, "task-search-empty");
  await page.getByRole("button", { name: "Clear search" }).press("Enter");
  await expectFocus(search);
  await page.getByText("340 files", { exact: true }).waitFor();
  await search.fill("3000012");
  await page.getByText("10 files", { exact: true }).waitFor();
  await expectAccessible(page);
  await capture(page, "task-search");

  await page.getByRole("radio", { name: "Ungraded", exact: true }).click();
  await search.fill("_QUIZ[1]");
  await page.getByRole("button", { name: "Total Grade" }).click();
  const count = page.locator(".sub-count");
  await expect.poll(() => count.innerText()).not.toBe("340 files");
  const shown = await count.innerText();
  const analyze = page.getByRole("link", { name: /^Analyze / }).nth(100);
  const student = await analyze.getAttribute("aria-label");
  await analyze.scrollIntoViewIfNeeded();
  const place = await analyze.boundingBox();
  await analyze.click();
  await page.waitForURL(`**/circuit-evaluator/${taskId}**`);
  await page.goBack();
  await expect.poll(async () => (await analyze.boundingBox())?.y, { timeout: 40_000 }).toBeCloseTo(place!.y, 0);
  expect(await analyze.getAttribute("aria-label")).toBe(student);
  expect(await search.inputValue()).toBe("_QUIZ[1]");
  expect(await count.innerText()).toBe(shown);
  expect(await page.getByRole("columnheader", { name: "Total Grade" }).getAttribute("aria-sort")).toBe("ascending");
  await page.getByRole("radio", { name: "Ungraded", checked: true }).waitFor();
  await page.unroute(`**/files/get-files/${taskId}`);
  // A short list has no search: the earlier search text filters nothing there.
  await page.reload();
  await page.getByRole("radio", { name: "Ungraded", checked: true }).waitFor();
  expect(await search.count()).toBe(0);
  expectCleanConsole(page);
});

/** The same files again and again, each of another student. */
function copiesOf(files: readonly Submission[], count: number): Submission[] {
  return Array.from({ length: count }, (_, index) => {
    const file = files[index % files.length]!;
    const student = String(30_000_001 + index);
    const filename = file.filename.replace(file.student_id, student);
    // The first ones are real, so that the evaluator can open them.
    return index < files.length ? file : { ...file, id: `${file.id}${index}`, student_id: student, filename };
  });
}

test("after a deletion the focus moves to the next submission, after the last one to the list", async () => {
  await page.goto(`/task/${taskId}?show=ungraded`);
  const remove = page.getByRole("button", { name: /^Delete 2023/ });
  await remove.first().waitFor();
  const names = await remove.evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
  await remove.first().press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect.poll(() => remove.count()).toBe(names.length - 1);
  await expectFocus(page.getByRole("button", { name: names[1]! }));
  await page.getByRole("radio", { name: "Graded", exact: true }).click();
  await expect.poll(() => remove.count()).toBe(1);
  await remove.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await page.getByText("All files are not yet graded.").waitFor();
  await expectFocus(page.getByRole("region", { name: "Submissions" }));
  expectCleanConsole(page);
});

test("a task with submissions is deleted only with its phrase typed", async () => {
  await page.getByRole("button", { name: "Delete Task" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox").fill("no");
  await dialog.getByRole("button", { name: "Remove Task" }).click();
  await dialog.getByText("Verification text does not match. Please try again.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete Task" }).press("Enter");
  await expectFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("Half adder and selector_quiz_remove");
  await dialog.getByRole("button", { name: "Remove Task" }).click();
  await page.getByText("Task has been deleted successfully").waitFor();
  await page.waitForURL(`**/dashboard/${ana.userId}`);
  await page.goto(`/task/${taskId}`);
  await page.getByText("The resource you are looking for could not be found.").waitFor();
});
