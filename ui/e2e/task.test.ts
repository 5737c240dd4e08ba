import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSample } from "../../core/testdata/sample-pages.ts";
import type { File as Submission } from "../../server/contract/results/file.ts";
import { CLASS_BODY } from "../../server/testing/fixtures.ts";
import {
  capture,
  chooseTaskAction,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  holdCalls,
  OWN_JSON,
  openBrowser,
  openTab,
  openUploadFiles,
  PHONE,
} from "./browser.ts";
import { newClass } from "./course.ts";
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
  const task = await ana.call("createTask", {
    body: {
      title: "Half adder and selector",
      description:
        "Draw each circuit with two-input gates only. Write the names of inputs and outputs beside their wires.",
      classId: await newClass(ana, { studentList: STUDENTS }),
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

afterAll(() => browser?.close());

async function handIn(student: string): Promise<void> {
  const body = new FormData();
  body.append("task_id", taskId);
  body.append("item_number", "1");
  body.append("files", new Blob([new Uint8Array(drawing)], { type: "image/png" }), `${student}_quiz[1].png`);
  const answer = await ana.call("uploadFiles", { body });
  expect(answer.files_uploaded).toHaveLength(1);
}

test("an empty task: what it is, the link as the next step, and an empty grid for each filter", async () => {
  await page.goto(`/task/${taskId}`);
  await page.getByRole("heading", { level: 1, name: "Half adder and selector" }).waitFor();
  expect(await page.title()).toBe("Task Page");
  const text = await page.locator("main").innerText();
  for (const part of ["CPE 101 | 1 · Quiz", "Ongoing", "0 submissions (0 graded)", "Draw each circuit"]) {
    expect(text).toContain(part);
  }
  expect(text).toContain("No submissions available.");
  for (const [filter, words] of [
    ["Graded", "All files are not yet graded."],
    ["Ungraded", "All files are already graded."],
  ] as const) {
    await page.getByRole("radio", { name: filter, exact: true }).click();
    await page.getByText(words).waitFor();
  }
  await page.getByRole("radio", { name: "Missing", exact: true }).click();
  await page.locator(".sub-table").getByText("20230001").waitFor();
  await page.getByRole("button", { name: "Share the link" }).click();
  const link = page.getByRole("textbox", { name: "Student link" });
  await expect.poll(() => link.inputValue()).toBe(`${site.origin}/student-upload/${taskId}`);
  await page.keyboard.press("Escape");
  await expectAccessible(page);
});

test("the tabs have addresses: links, reload and back lead to them, also with the keyboard", async () => {
  const tabs = page.getByRole("navigation", { name: "Parts of the task" });
  const open = () => tabs.locator("[aria-current=page]").innerText();
  await page.goto(`/task/${taskId}`);
  for (const [tab, text] of [
    ["Review", "Nothing was handed in yet."],
    ["Similar", "No similar files. Click Check for similar submissions button."],
    ["Grades", "Fill a gradebook"],
    ["Settings", "Answer Keys"],
  ] as const) {
    await tabs.getByRole("link", { name: tab }).press("Enter");
    await page.getByText(text).waitFor();
    await expectFocus(tabs.getByRole("link", { name: tab }));
    await expectAccessible(page);
  }
  expect(new URL(page.url()).search).toBe("?tab=settings");
  await page.reload();
  await page.getByRole("heading", { name: "Answer Keys" }).waitFor();
  const text = await page.locator("main").innerText();
  for (const part of ["CPE 101, group 1", "MWF 9:00-10:00", "Quiz", "Item 1", "A ⊕ B", "A ⋅ B", "10 points"]) {
    expect(text).toContain(part);
  }
  await capture(page, "task-settings");
  await page.goBack();
  await page.getByText("Fill a gradebook").waitFor();
  expect(await open()).toBe("Grades");
  await page.goForward();
  await page.getByRole("heading", { name: "Answer Keys" }).waitFor();
  await page.goto(`/task/${taskId}?tab=other`);
  await page.getByRole("heading", { name: "Submissions" }).waitFor();
  expect(await open()).toBe("Submissions");
  for (const [former, tab] of Object.entries({ queue: "Review", copies: "Similar", gradebook: "Grades" })) {
    await page.goto(`/${former}/${taskId}`);
    await expect.poll(open).toBe(tab);
  }
  expectCleanConsole(page);
});

test("on a narrow screen the open tab is in sight", async () => {
  const narrow = await openTab(browser, { site, as: ana, viewport: { width: 320, height: 844 } });
  await narrow.goto(`/task/${taskId}?tab=settings`);
  await narrow.getByRole("heading", { name: "Answer Keys" }).waitFor();
  const tab = narrow.getByRole("navigation", { name: "Parts of the task" }).locator("[aria-current=page]");
  const right = async () => (await tab.boundingBox())!.x + (await tab.boundingBox())!.width;
  await expect.poll(right).toBeLessThanOrEqual(320);
  await narrow.screenshot({ path: ".cache/screens/tabs-320.png" });
  await narrow.close();
});

test("a contrast theme shows what is chosen, and where fields and menus end", async () => {
  const tab = await openTab(browser, { site, as: ana });
  await tab.emulateMedia({ forcedColors: "active" });
  await tab.goto(`/task/${taskId}?tab=settings`);
  const parts = tab.getByRole("navigation", { name: "Parts of the task" }).getByRole("link");
  const style = (each: Locator, name: string) =>
    each.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  const fills = async () => Promise.all((await parts.all()).map((part) => style(part, "background-color")));
  await expect.poll(async () => new Set(await fills()).size).toBe(2);
  expect((await fills()).indexOf(await style(parts.last(), "background-color"))).toBe((await parts.count()) - 1);
  await tab.getByRole("button", { name: "Actions for Half adder and selector" }).click();
  expect(await style(tab.getByRole("menu"), "border-top-style")).toBe("solid");
  await tab.goto("/create-task");
  expect(await style(tab.locator(".rt-TextAreaRoot").first(), "outline-style")).toBe("solid");
  await tab.close();
});

test("all actions of the task are in one menu", async () => {
  await page.goto(`/task/${taskId}`);
  await page.getByRole("button", { name: "Actions for Half adder and selector" }).press("Enter");
  const entry = (name: string) => page.getByRole("menuitem", { name });
  await page.getByRole("menu").waitFor();
  await expect
    .poll(() => page.getByRole("menuitem").allInnerTexts())
    .toEqual([
      "Open Task",
      "Edit Task",
      "Copy to Other Groups",
      "Generate Link",
      "Get Template",
      "Add Pages",
      "Release Grades",
      "Save Results for Programs",
      "Delete Task",
    ]);
  await expect.poll(() => entry("Edit Task").getAttribute("href")).toBe(`/edit-task/${taskId}`);
  await expect.poll(() => entry("Open Task").getAttribute("href")).toBe(`/circuit-evaluator/${taskId}`);
  await expect.poll(() => entry("Add Pages").getAttribute("href")).toBe(`/stacks/${taskId}`);
  await expectAccessible(page);
  await capture(page, "task-actions");
  const [download] = await Promise.all([page.waitForEvent("download"), entry("Get Template").press("Enter")]);
  expect(download.suggestedFilename()).toBe("grid-template.pdf");
  await page.getByText("Requesting for the template. Please wait").waitFor();
});

test("a dialog that closes returns the focus to what opened it", async () => {
  const dialog = page.getByRole("dialog");
  const menu = page.getByRole("button", { name: "Actions for Half adder and selector" });
  const extensions = page.getByRole("button", { name: "Change extensions" });
  await page.goto(`/task/${taskId}?tab=settings`);
  for (const [opener, open, leave] of [
    [menu, () => chooseTaskAction(page, "Generate Link"), "Close"],
    [menu, () => chooseTaskAction(page, "Release Grades"), "Close"],
    [extensions, () => extensions.press("Enter"), "Close"],
  ] as const) {
    await open();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(opener);
    await open();
    await dialog.getByRole("button", { name: leave, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await expectFocus(opener);
  }
});

test("files are uploaded for students, refused ones are named", async () => {
  await page.goto(`/task/${taskId}`);
  await openUploadFiles(page);
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
  await expect.poll(() => rejected.innerText()).toMatch(/Not enrolled\s+20239999_quiz\[2\]\.png/);
  await expectAccessible(page);
  await capture(page, "task-rejected");
  await rejected.getByRole("button", { name: "Close" }).click();
  // It replaced the dialog that this button had opened.
  await expectFocus(page.getByRole("button", { name: "Upload Files" }));
  await page.goBack();
  await page.getByRole("link", { name: "Analyze 20230001_quiz[1].png" }).waitFor();
});

test("submissions come in live, in a row for each student, sorted by grade and filtered", async () => {
  for (const student of STUDENTS.slice(1, -1)) await handIn(student);
  for (const student of STUDENTS) await page.getByRole("rowheader", { name: student, exact: true }).waitFor();
  const underway = page.locator(".answer[data-state=reading]");
  for (const student of STUDENTS.slice(0, -1)) {
    await page.getByRole("link", { name: `Analyze ${student}_quiz[1].png` }).waitFor();
  }
  await expect.poll(() => underway.count(), { timeout: 200_000 }).toBe(0);
  // Who has handed in nothing is in the grid, too.
  const last = page.getByRole("row").filter({ hasText: STUDENTS.at(-1)! });
  await expect.poll(() => last.getByText("No page").count()).toBe(2);
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const idOf = (student: string) => files.find(({ student_id }) => student_id === student)?.id ?? "";
  await ana.call("updateGrade", { params: { fileId: idOf("20230003") }, body: { total_grade: 10 } });
  await ana.call("updateGrade", { params: { fileId: idOf("20230005") }, body: { total_grade: 5 } });
  const students = page.locator(".sub-id");
  await expect.poll(() => students.first().innerText()).toBe("20230003");
  await page.getByRole("link", { name: "Analyze 20230003_quiz[1].png: 10 / 10 Confirmed" }).waitFor();
  await expect.poll(() => page.getByRole("row").nth(1).locator(".sub-grade").innerText()).toMatch(/^10\s*\/ 20$/);
  await page.getByRole("button", { name: "Total Grade" }).click();
  await expect.poll(async () => (await students.allInnerTexts()).slice(0, 2)).toEqual(["20230005", "20230003"]);
  await page.getByRole("button", { name: "Total Grade" }).click();
  await page.getByRole("button", { name: "Student", exact: true }).click();
  await expect.poll(() => students.allInnerTexts()).toEqual(STUDENTS);
  await page.getByRole("button", { name: "Refresh submissions" }).click();
  await expectAccessible(page);

  await page.getByRole("radio", { name: "Graded", exact: true }).click();
  await expect.poll(() => students.allInnerTexts()).toEqual(["20230003", "20230005"]);
  await page.getByRole("radio", { name: "Ungraded", exact: true }).click();
  await expect.poll(() => students.allInnerTexts()).toEqual(["20230001", "20230002", "20230004"]);
  await page.getByRole("radio", { name: "Missing", exact: true }).click();
  await expect.poll(() => students.count()).toBe(STUDENTS.length);
  await page.getByRole("radio", { name: "All", exact: true }).click();
});

test("an empty column of names offers to import them, and then shows them", async () => {
  const href = await page.getByRole("link", { name: "Import names" }).getAttribute("href");
  const { class_id: classId } = await ana.call("getTask", { params: { taskId } });
  expect(href).toBe(`/edit-class/${classId}`);
  const names = ["Zoe Abad", "Ben Cruz", "Carla Diaz", "Dan Lim", "Eva Reyes", "Finn Santos"];
  const studentNames = Object.fromEntries(STUDENTS.map((id, index) => [id, names[index]!]));
  await ana.call("editClass", { params: { classId }, body: { ...CLASS_BODY, studentList: STUDENTS, studentNames } });
  await page.reload();
  await page.getByText("Zoe Abad").waitFor();
  expect(await page.getByRole("link", { name: "Import names" }).count()).toBe(0);
  await page.getByRole("columnheader", { name: "Student" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  await expect.poll(() => page.locator(".sub-person").allInnerTexts()).toEqual([...names].sort());
  await page.getByRole("button", { name: "Total Grade" }).click();
  await expectAccessible(page);
  await capture(page, "task");
  const next = page
    .getByRole("link", { name: /^Review \d+ pages?$/ })
    .or(page.getByRole("link", { name: /^Confirm \d+ grades?$/ }));
  await next.click();
  await page.waitForURL("**?tab=review");
  // It would lead to where one is.
  await next.waitFor({ state: "detached" });
  await page.goBack();
  await next.waitFor();
});

test("submissions are compared: five at a time, with their groups", async () => {
  await page.getByRole("link", { name: "Similar", exact: true }).click();
  await handIn(STUDENTS.at(-1)!);
  const all = async () => (await ana.call("getFiles", { params: { taskId } })).files;
  await expect
    .poll(async () => (await all()).every(({ analysis }) => analysis === "done"), { timeout: 200_000 })
    .toBe(true);
  await page.getByText("6 submissions (2 graded)").waitFor();
  await page.getByRole("button", { name: "Check For Similar Submissions" }).click();
  await page.getByText("Similarities detected in submissions.").waitFor();
  const part = page.getByRole("region", { name: "Similar submissions" });
  const grid = part.getByRole("list", { name: "Similar submissions" });
  await grid.waitFor();
  await expect.poll(() => grid.getByRole("listitem").count()).toBe(5);
  await part.getByText("Page 1 of 2").waitFor();
  await expectAccessible(page);
  await capture(page, "task-similar");
  await part.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => grid.getByRole("listitem").count()).toBe(1);
  await part.getByRole("button", { name: "Previous" }).click();
  await page.getByRole("link", { name: "Submissions", exact: true }).click();
  await page.goBack();
  // The last result is kept.
  await grid.waitFor();

  await part.getByRole("button", { name: "Dismiss group 1" }).click();
  await part.getByText("No similar files. Click Check for similar submissions button.").waitFor();
  await page.getByText("Dismissed pairs (15)").click();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole("button", { name: "Check For Similar Submissions" }).click();
  await page.getByText("No similarities found.").waitFor();
  await page.getByText("Dismissed pairs (15)").click();
  await page.getByRole("button", { name: "Bring back 20230001 and 20230002" }).click();
  await page.getByText("Dismissed pairs (14)").waitFor();
  await page.getByRole("button", { name: "Check For Similar Submissions" }).click();
  await expect.poll(() => grid.getByRole("listitem").count()).toBe(2);
  await page.goto(`/task/${taskId}`);
});

test("a submission's menu opens its file and deletes it", async () => {
  await page.getByRole("button", { name: "Actions for 20230006_quiz[1].png" }).click();
  const file = page.getByRole("menuitem", { name: "20230006_quiz[1].png" });
  await file.waitFor();
  await expect.poll(() => file.getAttribute("href")).toContain("/files/");
  await page.getByText(/^Received /).waitFor();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page
    .getByText("This submission will be completely removed from the system. Are you sure you want to delete this file?")
    .waitFor();
  const letGo = await holdCalls(page, "**/files/delete-file/**");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Deleting...").waitFor();
  await letGo();
  const analyze = (student: string) => page.getByRole("link", { name: `Analyze ${student}_quiz[1].png` });
  await analyze("20230006").waitFor({ state: "detached" });
  expectCleanConsole(page);
  await analyze("20230005").click();
  await page.waitForURL(`**/circuit-evaluator/${taskId}**`);
  await page.goBack();
});

test("the whole row opens the student's first page, with any button, and the cell of another page opens that", async () => {
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const fileOf = (student: string, item: number) =>
    files.find(({ student_id, item_number }) => student_id === student && item_number === item)?.id ?? "";
  const row = page.getByRole("row").filter({ hasText: "20230001" });
  await row.waitFor();
  const shade = (line: Locator) =>
    line.getByRole("rowheader").evaluate((cell) => getComputedStyle(cell).backgroundImage);
  const press = async (cell: Locator, button: "left" | "middle" = "left") => {
    // Forced: what is pressed there is the link, not the cell.
    await cell.click({ position: { x: 6, y: 6 }, button, force: true });
  };

  for (const viewport of [page.viewportSize()!, PHONE]) {
    await page.setViewportSize(viewport);
    await press(row.getByRole("rowheader"));
    await page.waitForURL(`**/circuit-evaluator/**${fileOf("20230001", 1)}**`);
    await page.goBack();
    await press(row.locator("[data-label='Item 2']"));
    await page.waitForURL(`**/circuit-evaluator/**${fileOf("20230001", 2)}**`);
    await page.goBack();
    await row.waitFor();
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  const [second] = await Promise.all([
    page.context().waitForEvent("page"),
    press(row.locator("[data-label=Total]"), "middle"),
  ]);
  await second.waitForURL(`**/circuit-evaluator/**${fileOf("20230001", 1)}**`);
  await second.close();

  await row.hover();
  expect(await shade(row)).not.toBe("none");

  // An ID can be selected, and otherwise opens its row.
  const id = row.getByText("20230001", { exact: true });
  const { x, y, width, height } = (await id.boundingBox())!;
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).toBe("20230001");
  expect(page.url()).not.toContain("circuit-evaluator");
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await id.click();
  await page.waitForURL(`**/circuit-evaluator/**${fileOf("20230001", 1)}**`);
  await page.goBack();
  await row.waitFor();
  // Nothing to open.
  const missing = page.getByRole("row").filter({ hasText: STUDENTS.at(-1)! });
  await missing.hover();
  expect(await shade(missing)).toBe("none");
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
  const menu = page.getByRole("button", { name: "Actions for 20230003_quiz[1].png" });
  const dialog = page.getByRole("alertdialog");
  for (const leave of ["Cancel", "Esc"]) {
    await menu.press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    await dialog.getByText("The 1 other upload of this student and item, and its grade, is removed as well.").waitFor();
    if (leave === "Esc") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectFocus(menu);
  }
  await page.setViewportSize(PHONE);
  await replaced.waitFor();
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
  await page.goto(`/task/${taskId}?tab=review`);
  await page.getByRole("button", { name: /no-code\.jpg/ }).click();
  await page.getByText(chosen).waitFor();
  await page.goto(`/task/${taskId}?tab=settings`);
  await page.getByRole("button", { name: "Change extensions" }).click();
  await page.getByRole("dialog", { name: "Extensions" }).getByText(chosen).waitFor();
  await expectAccessible(page);
  expectCleanConsole(page);

  await ana.call("setGradingView", { params, body: { hide_names: false } });
  await page.goto(`/task/${taskId}?tab=review`);
  await page.getByRole("button", { name: /no-code\.jpg/ }).click();
  await page.getByText("Whose page is it?").waitFor();
  expect(await page.getByText(chosen).count()).toBe(0);
  await page.goto(`/task/${taskId}`);
});

test("a grid of many students is searched, and going back restores it", async () => {
  // As many as a large class hands in, without reading them all; one student of the class has handed in nothing.
  await page.route(`**/files/get-files/${taskId}`, async (route) => {
    const { files } = (await (await route.fetch()).json()) as { files: readonly Submission[] };
    await route.fulfill({ headers: OWN_JSON, json: { files: copiesOf(files, 399) } });
  });
  await page.goto(`/dashboard/${ana.userId}`);
  await page.locator(".task-title").click();
  const search = page.getByRole("searchbox", { name: "Find a submission" });
  await search.fill("nobody");
  await page.getByText("No student shown here has this ID, name or file name.").waitFor();
  await expectAccessible(page);
  await capture(page, "task-search-empty");
  await page.getByRole("button", { name: "Clear search" }).press("Enter");
  await expectFocus(search);
  await page.getByText("400 students", { exact: true }).waitFor();
  await search.fill("3000012");
  await page.getByText("10 students", { exact: true }).waitFor();
  await expectAccessible(page);
  await capture(page, "task-search");

  await page.getByRole("radio", { name: "Ungraded", exact: true }).click();
  await search.fill("_QUIZ[1]");
  await page.getByRole("button", { name: "Total Grade" }).click();
  const count = page.locator(".sub-count");
  await expect.poll(() => count.innerText()).not.toBe("400 students");
  const shown = await count.innerText();
  // Rows are added a hundred at a time; meanwhile columns may become wider.
  const rows = page.locator(".sub-table tbody tr");
  await expect.poll(() => rows.count(), { timeout: 40_000 }).toBe(Number.parseInt(shown, 10));
  const analyze = page.getByRole("link", { name: /^Analyze / }).nth(100);
  const student = await analyze.getAttribute("aria-label");
  await analyze.scrollIntoViewIfNeeded();
  const place = await analyze.boundingBox();
  await analyze.click();
  await page.waitForURL(`**/circuit-evaluator/${taskId}**`);
  await page.goBack();
  await expect.poll(async () => (await analyze.boundingBox())?.y, { timeout: 40_000 }).toBeCloseTo(place!.y, 0);
  await expect.poll(() => analyze.getAttribute("aria-label")).toBe(student);
  await expect.poll(() => search.inputValue()).toBe("_QUIZ[1]");
  await expect.poll(() => count.innerText()).toBe(shown);
  await expect
    .poll(() => page.getByRole("columnheader", { name: "Total Grade" }).getAttribute("aria-sort"))
    .toBe("ascending");
  await page.getByRole("radio", { name: "Ungraded", checked: true }).waitFor();
  await page.unroute(`**/files/get-files/${taskId}`);

  // Nothing is said of those who are missing while nobody knows the class.
  await page.route(`**/stacks/queue/${taskId}`, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto(`/dashboard/${ana.userId}`);
  await page.locator(".task-title").click();
  await page.getByRole("radio", { name: "Missing", exact: true }).click();
  await page.getByRole("alert").waitFor();
  await page.unroute(`**/stacks/queue/${taskId}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No page").first().waitFor();
  await page.getByRole("radio", { name: "Ungraded", exact: true }).click();
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

test("after a deletion the focus moves to the next student, after the last one to the grid", async () => {
  await page.goto(`/task/${taskId}?show=ungraded`);
  const menus = page.getByRole("button", { name: /^Actions for 2023/ });
  await menus.first().waitFor();
  const names = await menus.evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
  const remove = async (index: number) => {
    await menus.nth(index).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await expect.poll(() => page.getByText("Deleting...").count()).toBe(0);
  };
  await remove(0);
  await expect.poll(() => menus.count()).toBe(names.length - 1);
  await expectFocus(page.getByRole("button", { name: names[1]! }));
  await page.getByRole("radio", { name: "Graded", exact: true }).click();
  await expect.poll(() => menus.count()).toBe(1);
  await remove(0);
  await page.getByText("All files are not yet graded.").waitFor();
  await expectFocus(page.getByRole("region", { name: "Submissions" }));
  expectCleanConsole(page);
});

test("a task with submissions is deleted only with its phrase typed", async () => {
  await chooseTaskAction(page, "Delete Task");
  const dialog = page.getByRole("alertdialog", { name: "Delete Task" });
  await dialog.getByRole("textbox").fill("no");
  await dialog.getByRole("button", { name: "Delete Task" }).click();
  await dialog.getByText("Verification text does not match. Please try again.").waitFor();
  await page.keyboard.press("Escape");
  await chooseTaskAction(page, "Delete Task");
  await expectFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("Half adder and selector_quiz_remove");
  await dialog.getByRole("button", { name: "Delete Task" }).click();
  await page.getByText("Task has been deleted successfully").waitFor();
  await page.waitForURL(`**/dashboard/${ana.userId}`);
  await page.goto(`/task/${taskId}`);
  await page.getByText("The resource you are looking for could not be found.").waitFor();
  await page.getByText("It may have been deleted, or is no longer shared with you.").waitFor();
});
