import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEXTS } from "../../server/contract/texts.ts";
import {
  capture,
  chooseTaskAction,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  expectNoSidewaysScroll,
  expectTitle,
  openBrowser,
  openTab,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");

afterAll(() => browser.close());

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a long course name stays within its field, at any width", async () => {
  const by = await site.instructor("bea@example.edu");
  const classCode = "Introduction to Digital Logic Design and Computer Organization, with its laboratory, section A";
  const taskId = await newTask(by, { classId: await newClass(by, { classCode }) });
  const page = await openTab(browser, { site, as: by });
  await page.goto(`/edit-task/${taskId}`);
  await page.getByLabel("Class Group").getByText(classCode).waitFor();
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await page.close();
});

test("create: red fields, live reading, truth table, items and keys, second step, toast", async () => {
  const body = { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00", studentList: [] };
  await ana.call("createClass", { body });
  // The only class would be chosen.
  const { class: other } = await ana.call("createClass", { body: { ...body, classGroup: "9" } });
  const page = await openTab(browser, { site, as: ana });
  await page.goto("/create-task");
  await expectTitle(page, "Create Task");
  await page.getByRole("button", { name: "Next" }).click();
  for (const text of [
    "Title is required.",
    "Class Group is required.",
    "Type of Task is required.",
    "Expression is required for Item 1 - Answer Key 1.",
    "Grade is required for Item 1 - Answer Key 1.",
  ]) {
    await page.getByText(text).waitFor();
  }
  await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(5);
  await ana.call("deleteClass", { params: { classId: other.id } });
  await expectAccessible(page);
  const title = page.getByLabel("Title");
  await title.fill("x".repeat(40));
  await expect.poll(() => title.inputValue()).toBe("x".repeat(30));
  await title.fill("🔌".repeat(40));
  await expect.poll(() => title.inputValue()).toBe("🔌".repeat(30));
  await page.getByText("30/30").waitFor();
  // In the middle of a full title nothing is added, and nothing at its end is lost; a selection is replaced.
  await title.press("ArrowLeft");
  await page.keyboard.type("x");
  await title.press("Shift+ArrowLeft");
  await page.keyboard.insertText("xyz");
  await expect.poll(() => title.inputValue()).toBe(`${"🔌".repeat(28)}x🔌`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${"x".repeat(29)}🔌🔌`);
  await title.selectText();
  await title.press("Control+V");
  await expect.poll(() => title.inputValue()).toBe(`${"x".repeat(29)}🔌`);
  expect(await page.getByText("Title is required.").count()).toBe(0);
  await title.fill("Half adder");
  await page.getByLabel("Description (optional)").fill(" Chapter 3 ");
  await choose(page, "Class Group", "CPE 101 | 1");
  await choose(page, "Type of Task", "Mock Exam");

  const first = page.getByLabel("Answer Key 1", { exact: true }).first();
  await first.fill("A ^ ");
  await page.getByText("Expected an operand (character 5)").waitFor();
  await first.fill("AB' + c");
  await page.getByText("A ⋅ ¬B + C", { exact: true }).waitFor();
  await first.fill("A = B");
  await page.getByText(/^Unexpected character "=": only an output's name may be in front of it/).waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page
    .getByText(
      "Invalid expression for Item 1 - Answer Key 1. Accepted symbols: ~ | & ^. Inputs should be labeled as A, B, C, ... G.",
    )
    .waitFor();
  await first.fill("A ^ B | (C & ~A)");
  await page.getByText("A ⊕ B + C ⋅ ¬A", { exact: true }).waitFor();
  await page.getByLabel("Grade", { exact: true }).first().fill("a5b");
  await expect.poll(() => page.getByLabel("Grade", { exact: true }).first().inputValue()).toBe("5");

  // Disabled and in the way of the keyboard, which learns why.
  const only = page.getByRole("button", { name: "Delete Item 1" });
  await expect.poll(() => only.isDisabled()).toBe(true);
  await expect.poll(() => page.getByRole("button", { name: "Delete Answer Key 1 of Item 1" }).isDisabled()).toBe(true);
  await only.focus();
  await page.getByRole("tooltip", { name: "At least one item must remain" }).waitFor();
  // Typing goes on in the new field.
  const second = page.getByRole("region", { name: "Item 2", exact: true });
  await page.getByRole("button", { name: "Add Item" }).press("Enter");
  await expectFocus(second.getByLabel("Answer Key 1", { exact: true }));
  await page.keyboard.type("A & B");
  await page.getByRole("button", { name: "Add Item" }).click();
  await second.getByLabel("Grade", { exact: true }).fill("2");
  await second.getByRole("button", { name: "Add Expression" }).press("Enter");
  await expectFocus(second.getByLabel("Answer Key 2", { exact: true }));
  await page.keyboard.type("A ^ B");
  await second.getByLabel("Grade", { exact: true }).last().fill("3");
  await second.getByText("Total: 5").waitFor();
  await second.getByRole("button", { name: "Show truth table" }).click();
  await expect.poll(() => second.locator("tbody tr").allTextContents()).toEqual(["0000", "0101", "1001", "1110"]);
  await page.getByRole("button", { name: "How to write expressions" }).click();
  await page.getByText("Inputs are the letters").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Title").click();
  await page.getByRole("button", { name: "Delete Item 3" }).press("Enter");
  await expectFocus(page.getByRole("button", { name: "Delete Item 2" }));
  await expect.poll(() => page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Item 1", "Item 2"]);
  await capture(page, "create-task");
  await page.getByRole("button", { name: "Delete Item 1" }).press("Enter");
  await expect.poll(() => page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Item 1"]);
  await expectFocus(page.getByRole("button", { name: "Delete Item 1" }));
  await expect.poll(() => page.getByLabel("Answer Key 1", { exact: true }).inputValue()).toBe("A & B");

  await page.getByRole("link", { name: "About" }).click();
  await page.getByRole("heading", { name: "Discard your changes?" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).last().click();
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Half adder");

  await page.route("**/detect-gates/validate-expression", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Validating expressions.....").waitFor();
  const due = page.getByLabel("Due Date", { exact: true });
  await expect.poll(() => due.inputValue()).toMatch(/T23:59$/);
  expect(await page.getByLabel("Type of Task").getAttribute("readonly")).not.toBeNull();
  await expect.poll(() => page.getByLabel("Class Group").inputValue()).toBe("CPE 101 | 1");
  await page.getByRole("button", { name: "Back" }).click();
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Half adder");
  await page.getByRole("button", { name: "Next" }).click();
  await due.fill("");
  await page.getByRole("button", { name: "Create Task" }).click();
  await page.getByText("Due Date is required.").waitFor();
  await due.fill("2030-01-31T23:59");
  await page.getByRole("checkbox", { name: "Print the names of inputs and outputs on the sheets" }).click();
  await expectAccessible(page);
  await capture(page, "create-task-due");
  await page.getByRole("button", { name: "Create Task" }).click();
  await page.getByText(TEXTS.toasts.taskCreated).waitFor();
  await page.waitForURL("**/dashboard/*");
  const [task] = await ana.call("getTasks", {});
  expect(task).toMatchObject({
    title: "Half adder",
    description: "Chapter 3",
    exam_type: "mockexam",
    due_date: "2030-01-31T15:59:59.999Z",
    status: "Ongoing",
    terminals: true,
    answer_keys: [
      {
        item: "Item 1",
        keys: [
          { expression: "X1 & X2", grade: "2" },
          { expression: "X1 ^ X2", grade: "3" },
        ],
      },
    ],
  });
  // The next one begins with the last choice.
  await page.goto("/create-task");
  await page.getByLabel("Title").fill("Full adder");
  await choose(page, "Type of Task", "Quiz");
  await page.getByLabel("Answer Key 1", { exact: true }).fill("A");
  await page.getByLabel("Grade", { exact: true }).fill("1");
  await page.getByRole("button", { name: "Next" }).click();
  const names = page.getByRole("checkbox", { name: "Print the names of inputs and outputs on the sheets" });
  await expect.poll(() => names.isChecked()).toBe(true);
  expectCleanConsole(page);
});

test("edit: the stored task in the form, saved and back to the task", async () => {
  const [task] = await ana.call("getTasks", {});
  const page = await openTab(browser, { site, as: ana });
  await page.goto(`/edit-task/${task!.id}`);
  await expectTitle(page, "Edit Task");
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Half adder");
  await expect.poll(() => page.getByLabel("Answer Key 2", { exact: true }).inputValue()).toBe("A ^ B");
  await expect.poll(() => page.getByLabel("Description (optional)").inputValue()).toBe("Chapter 3");
  await page.getByLabel("Description (optional)").fill("");
  const firstKey = page.getByRole("button", { name: "Delete Answer Key 1 of Item 1" });
  await firstKey.press("Enter");
  await expectFocus(firstKey);
  await choose(page, "Type of Task", "Laboratory Task");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Due Date", { exact: true }).fill("2030-02-01T08:00");
  await page.getByRole("button", { name: "Back" }).click();
  await expectAccessible(page);
  await capture(page, "edit-task");
  await page.getByRole("button", { name: "Next" }).click();
  await page.route("**/task/edit-task/*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.getByRole("button", { name: "Save Task" }).click();
  await page.getByText("Saving...").waitFor();
  await page.waitForURL(`**/task/${task!.id}`);
  const saved = await ana.call("getTask", { params: { taskId: task!.id } });
  expect(saved).toMatchObject({ description: "", exam_type: "lab", due_date: "2030-02-01T00:00:00.000Z" });
  expect(saved.answer_keys).toEqual([{ item: "Item 1", keys: [{ expression: "X1 ^ X2", grade: "3" }], rubric: null }]);

  await page.goto("/edit-task/nothing");
  await page.getByText(TEXTS.task.notFound).waitFor();
  await expectTitle(page, "Error");
  expectCleanConsole(page);
});

test("a task is copied to other groups, with its keys and a due date", async () => {
  const cora = await site.instructor("cora@example.edu");
  const own = { classCode: "CPE 103", classSchedule: "Fri 9:00", studentList: [] };
  const { class: first } = await cora.call("createClass", { body: { ...own, classGroup: "1" } });
  const answerKeys = [{ keys: [{ expression: "A ^ B", grade: "5" }] }];
  const dueDate = new Date(Date.now() - 60_000).toISOString();
  const body = { title: "Adder", classId: first.id, examType: "quiz" as const, answerKeys, dueDate };
  const task = await cora.call("createTask", { body });
  const page = await openTab(browser, { site, as: cora });
  await page.goto(`/task/${task.id}`);
  await chooseTaskAction(page, "Copy to Other Groups");
  await page.getByRole("dialog").getByText("You have no other group.").waitFor();
  for (const classGroup of ["2", "3"]) await cora.call("createClass", { body: { ...own, classGroup } });
  await page.reload();
  await chooseTaskAction(page, "Copy to Other Groups");
  const dialog = page.getByRole("dialog", { name: "Copy to Other Groups" });
  // The task's own date is over.
  await expect.poll(() => dialog.getByLabel("Due Date").inputValue()).toMatch(/T23:59$/);
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await dialog.getByText("Choose a group.").waitFor();
  for (const group of ["CPE 103 | 2", "CPE 103 | 3"]) await dialog.getByRole("checkbox", { name: group }).click();
  await dialog.getByLabel("Due Date").fill("2030-01-31T23:59");
  await expectAccessible(page);
  await capture(page, "task-copy");
  await dialog.getByRole("button", { name: "Copy to 2 Groups" }).click();
  await page.getByText("The task was copied to 2 groups.").waitFor();
  await expectFocus(page.getByRole("button", { name: "Actions for Adder" }));
  const copies = (await cora.call("getTasks", {})).filter(({ id }) => id !== task.id);
  expect(copies.map(({ class_group }) => class_group).sort()).toEqual([2, 3]);
  for (const copy of copies) {
    expect(copy).toMatchObject({ due_date: "2030-01-31T15:59:59.999Z", answer_keys: task.answer_keys });
  }
  expectCleanConsole(page);
});

describe("a task that students have handed in", () => {
  const STUDENTS = ["20230001", "20230002", "20230003"];
  let classId: string;
  let taskId: string;

  beforeAll(async () => {
    const own = { classCode: "CPE 102", classSchedule: "TTh 9:00" };
    const { class: group } = await ana.call("createClass", {
      body: { ...own, classGroup: "1", studentList: STUDENTS },
    });
    await ana.call("createClass", { body: { ...own, classGroup: "2", studentList: STUDENTS.slice(0, 1) } });
    await ana.call("createClass", { body: { ...own, classGroup: "3", studentList: [] } });
    classId = group.id;
    const answerKeys = ["A ^ B", "A & B"].map((expression) => ({ keys: [{ expression, grade: "5" }] }));
    const dueDate = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString();
    const body = { title: "Half adder", classId, examType: "quiz", dueDate, answerKeys };
    taskId = (await ana.call("createTask", { body })).id;
    for (const item of [1, 2]) {
      const drawing = await drawnPage(site, { taskId, item, sample: "20230001_quiz[1].png" });
      for (const student of STUDENTS) {
        const form = new FormData();
        form.append("task_id", taskId);
        form.append("item_number", String(item));
        const file = new Blob([new Uint8Array(drawing)], { type: "image/png" });
        form.append("files", file, `${student}_quiz[${item}].png`);
        await ana.call("uploadFiles", { body: form });
      }
    }
    for (const { id, item_number: item } of (await ana.call("getFiles", { params: { taskId } })).files) {
      await ana.call("updateGrade", { params: { fileId: id }, body: { total_grade: item } });
    }
  });

  function stored() {
    return ana.call("getTask", { params: { taskId } });
  }

  async function toSecondStep(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Step 2 of 2").waitFor();
  }

  test("another tab's changes are not undone: the form keeps what was typed and says what to do", async () => {
    const tabs = await Promise.all([1, 2].map(() => openTab(browser, { site, as: ana })));
    const [first, second] = tabs as [Page, Page];
    for (const tab of tabs) {
      await tab.goto(`/edit-task/${taskId}`);
      await tab.getByLabel("Title").waitFor();
    }
    await first.getByLabel("Title").fill("Full adder");
    await toSecondStep(first);
    await first.getByRole("button", { name: "Save Task" }).click();
    await first.waitForURL(`**/task/${taskId}`);
    await toSecondStep(second);
    await second.getByLabel("Due Date", { exact: true }).fill("2031-01-31T23:59");
    await second.getByRole("button", { name: "Save Task" }).click();
    await second
      .getByText("This task was changed since you opened it. Reload the page and make your changes again.")
      .waitFor();
    await expect.poll(() => second.getByLabel("Due Date", { exact: true }).inputValue()).toBe("2031-01-31T23:59");
    expect((await stored()).title).toBe("Full adder");
    expect((await stored()).due_date).not.toMatch(/^2031/);
    expectCleanConsole(second);
    for (const tab of tabs) await tab.close({ runBeforeUnload: false });
  });

  test("a class in which not all of them are is asked about first", async () => {
    const page = await openTab(browser, { site, as: ana });
    await page.goto(`/edit-task/${taskId}`);
    await choose(page, "Class Group", "CPE 102 | 2");
    await toSecondStep(page);
    await page.getByRole("button", { name: "Save Task" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Change the class group?" });
    await dialog.getByText("2 of the 3 students who handed in are not in CPE 102 | 2.").waitFor();
    await expectAccessible(page);
    await capture(page, "edit-task-class");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Save Task");
    await expect.poll(() => page.getByLabel("Class Group").inputValue()).toBe("CPE 102 | 2");
    expect((await stored()).class_id).toBe(classId);
    await page.getByRole("button", { name: "Save Task" }).click();
    await dialog.getByRole("button", { name: "Change Class Group" }).click();
    await page.waitForURL(`**/task/${taskId}`);
    expect((await stored()).class_group).toBe(2);
    expectCleanConsole(page);
    await page.close();
  });

  test("only the last item can be deleted, with a note that its points no longer count", async () => {
    const page = await openTab(browser, { site, as: ana });
    await page.goto(`/edit-task/${taskId}`);
    const first = page.getByRole("button", { name: "Delete Item 1" });
    await page.getByText("To leave out another one, set its grades to 0.").waitFor();
    await expect.poll(() => first.getAttribute("aria-disabled")).toBe("true");
    await first.focus();
    const reason = "Students have handed in: only the last item can be deleted";
    await page.getByRole("tooltip", { name: reason }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Delete Answer Key 1 of Item 1" }).click({ force: true });
    await expect.poll(() => page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Item 1", "Item 2"]);
    await expectAccessible(page);
    await capture(page, "edit-task-handed-in");
    const { files } = await ana.call("getFiles", { params: { taskId } });
    await page.getByRole("button", { name: "Delete Item 2" }).click();
    await choose(page, "Class Group", "CPE 102 | 3");
    await toSecondStep(page);
    await page.getByRole("button", { name: "Save Task" }).click();
    // One question after the other.
    const classQuestion = page.getByRole("alertdialog", { name: "Change the class group?" });
    await classQuestion.getByText("None of the 3 students who handed in is in CPE 102 | 3.").waitFor();
    await classQuestion.getByRole("button", { name: "Change Class Group" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete Item 2?" });
    await dialog.getByText("3 students get other points: 3 fewer.").waitFor();
    await dialog
      .getByText("what was handed in for it (3 pages) is kept with its grades, but its points no longer count.")
      .waitFor();
    await expect
      .poll(() => dialog.locator("tbody tr").first().innerText())
      .toMatch(/20230001\s+3 → 1\s+Item 2: 2 → no longer counted, as the item is deleted\./);
    await expectAccessible(page);
    await capture(page, "edit-task-item-gone");
    await dialog.getByRole("button", { name: "Save Task" }).click();
    await page.waitForURL(`**/task/${taskId}`);
    const { files: left } = await ana.call("getFiles", { params: { taskId } });
    expect(left.map(({ item_number: item, total_grade: grade }) => [item, grade])).toEqual(STUDENTS.map(() => [1, 1]));
    for (const { id } of files.filter(({ item_number: item }) => item === 2)) {
      expect(await ana.call("getGradeRows", { params: { fileId: id } })).toMatchObject({
        graded: true,
        total_grade: 2,
      });
    }
    // The next edit has nothing more to tell.
    await page.goto(`/edit-task/${taskId}`);
    await toSecondStep(page);
    await page.getByRole("button", { name: "Save Task" }).click();
    await page.waitForURL(`**/task/${taskId}`);
    expectCleanConsole(page);
    await page.close();
  });
});

test("a pasted truth table fills a key for each output, and a list is kept with its don't cares", async () => {
  const taskId = await newTask(ana, { classId: await newClass(ana, { classCode: "CPE 150" }) });
  const page = await openTab(browser, { site, as: ana });
  await page.goto(`/edit-task/${taskId}`);
  const [first, second] = [1, 2].map((key) => page.getByLabel(`Answer Key ${key}`, { exact: true }).first());
  const paste = (text: string) =>
    first!.evaluate((field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);

  await first!.focus();
  await paste("S1\tS0\tY\tZ\n0\t0\t0\tX\n0\t1\t1\t1\n1\t0\t1\t0\n");
  await page
    .getByText(
      "The pasted table was not taken: the row 11 is missing; where the output does not matter, write X (line 4).",
    )
    .waitFor();
  await paste("S1\tS0\tY\tZ\n0\t0\t0\tX\n0\t1\t1\t1\n1\t0\t1\t0\n1\t1\t0\t0\n");
  await page.getByText("From the pasted table: S1 is A, S0 is B.").waitFor();
  expect([await first!.inputValue(), await second!.inputValue()]).toEqual([
    "OUT(A,B) = Σm(1,2)",
    "OUT(A,B) = Σm(1) + d(0)",
  ]);
  await page.getByText("OUT(A,B) = Σm(1) + d(0); A is the highest bit").waitFor();
  await expectFocus(first!);
  await page.getByRole("button", { name: "Show truth table" }).first().click();
  await page.getByRole("region", { name: "Truth table of Item 1" }).getByText("X", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);

  for (const grade of await page.getByLabel("Grade", { exact: true }).all()) await grade.fill("5");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Save Task" }).click();
  await page.waitForURL(`**/task/${taskId}*`);
  const task = await ana.call("getTask", { params: { taskId } });
  expect(task.answer_keys[0]?.keys).toEqual([
    { expression: "~X1 & X2 | X1 & ~X2", grade: "5" },
    { expression: "~X1", minterms: "OUT(A,B) = Σm(1) + d(0)", grade: "5" },
  ]);
  await page.goto(`/edit-task/${taskId}`);
  await page.getByText("OUT(A,B) = Σm(1) + d(0); A is the highest bit").waitFor();
  await expectCleanConsole(page);
  await page.close();
});
