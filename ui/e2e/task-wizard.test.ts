import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEXTS } from "../../server/contract/texts.ts";
import { capture, expectAccessible, expectCleanConsole, expectTitle, openBrowser, openTab } from "./browser.ts";
import { type Instructor, openSite, type Site } from "./site.ts";

let site: Site;
let browser: Browser;
let ana: Instructor;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("create: red fields, live reading, truth table, items and keys, second step, toast", async () => {
  const body = { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00", studentList: [] };
  await ana.call("createClass", { body });
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
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(5);
  await expectAccessible(page);
  await page.getByLabel("Title").fill("x".repeat(40));
  expect(await page.getByLabel("Title").inputValue()).toHaveLength(30);
  expect(await page.getByText("Title is required.").count()).toBe(0);
  await page.getByLabel("Title").fill("Half adder");
  await choose(page, "Class Group", "CPE 101 | 1");
  await choose(page, "Type of Task", "Mock Exam");

  const first = page.getByLabel("Answer Key 1", { exact: true }).first();
  await first.fill("A ^ ");
  await page.getByText("Expected an operand (character 5)").waitFor();
  await first.fill("A + B");
  await page.getByText('Unexpected character "+" (character 3)').waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page
    .getByText(
      "Invalid expression for Item 1 - Answer Key 1. Accepted symbols: ~ | & ^. Inputs should be labeled as A, B, C, ... G.",
    )
    .waitFor();
  await first.fill("A ^ B | (C & ~A)");
  await page.getByText("A ⊕ B + C ⋅ ¬A", { exact: true }).waitFor();
  await page.getByLabel("Grade", { exact: true }).first().fill("a5b");
  expect(await page.getByLabel("Grade", { exact: true }).first().inputValue()).toBe("5");

  expect(await page.getByRole("button", { name: "Delete Item 1" }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Delete Answer Key 1 of Item 1" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Add Item" }).click();
  await page.getByRole("button", { name: "Add Item" }).click();
  const second = page.getByRole("region", { name: "Item 2", exact: true });
  await second.getByLabel("Answer Key 1", { exact: true }).fill("A & B");
  await second.getByLabel("Grade", { exact: true }).fill("2");
  await second.getByRole("button", { name: "Add Expression" }).click();
  await second.getByLabel("Answer Key 2", { exact: true }).fill("A ^ B");
  await second.getByLabel("Grade", { exact: true }).last().fill("3");
  await second.getByText("Total: 5").waitFor();
  await second.getByRole("button", { name: "Show truth table" }).click();
  expect(await second.locator("tbody tr").allTextContents()).toEqual(["0000", "0101", "1001", "1110"]);
  await page.getByRole("button", { name: "How to write expressions" }).click();
  await page.getByText("Inputs are the letters").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Title").click();
  await page.getByRole("button", { name: "Delete Item 3" }).click();
  expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Item 1", "Item 2"]);
  await capture(page, "create-task");
  await page.getByRole("button", { name: "Delete Item 1" }).click();
  expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Item 1"]);
  expect(await page.getByLabel("Answer Key 1", { exact: true }).inputValue()).toBe("A & B");

  await page.getByRole("link", { name: "About" }).click();
  await page.getByRole("heading", { name: "Discard your changes?" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).last().click();
  expect(await page.getByLabel("Title").inputValue()).toBe("Half adder");

  await page.route("**/detect-gates/validate-expression", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Validating expressions.....").waitFor();
  const due = page.getByLabel("Due Date", { exact: true });
  expect(await due.inputValue()).toMatch(/T23:59$/);
  expect(await page.getByLabel("Type of Task").getAttribute("readonly")).not.toBeNull();
  expect(await page.getByLabel("Class Group").inputValue()).toBe("CPE 101 | 1");
  await page.getByRole("button", { name: "Back" }).click();
  expect(await page.getByLabel("Title").inputValue()).toBe("Half adder");
  await page.getByRole("button", { name: "Next" }).click();
  await due.fill("");
  await page.getByRole("button", { name: "Create Task" }).click();
  await page.getByText("Due Date is required.").waitFor();
  await due.fill("2030-01-31T23:59");
  await expectAccessible(page);
  await capture(page, "create-task-due");
  await page.getByRole("button", { name: "Create Task" }).click();
  await page.getByText(TEXTS.toasts.taskCreated).waitFor();
  await page.waitForURL("**/dashboard/*");
  const [task] = await ana.call("getTasks", {});
  expect(task).toMatchObject({
    title: "Half adder",
    exam_type: "mockexam",
    due_date: "2030-01-31T15:59:59.999Z",
    status: "Ongoing",
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
  expectCleanConsole(page);
});

test("edit: the stored task in the form, saved and back to the task", async () => {
  const [task] = await ana.call("getTasks", {});
  const page = await openTab(browser, { site, as: ana });
  await page.goto(`/edit-task/${task!.id}`);
  await expectTitle(page, "Edit Task");
  expect(await page.getByLabel("Title").inputValue()).toBe("Half adder");
  expect(await page.getByLabel("Answer Key 2", { exact: true }).inputValue()).toBe("A ^ B");
  await page.getByRole("button", { name: "Delete Answer Key 1 of Item 1" }).click();
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
  expect(saved).toMatchObject({ exam_type: "lab", due_date: "2030-02-01T00:00:00.000Z" });
  expect(saved.answer_keys).toEqual([{ item: "Item 1", keys: [{ expression: "X1 ^ X2", grade: "3" }], rubric: null }]);

  await page.goto("/edit-task/nothing");
  await page.getByText(TEXTS.task.notFound).waitFor();
  await expectTitle(page, "Error");
  expectCleanConsole(page);
});
