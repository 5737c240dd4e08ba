import { afterAll, expect, test } from "vitest";
import { capture, expectAccessible, expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const keys = [
  { expression: "A & ~B", grade: "5" },
  { expression: "Σm(1) + d(3)", grade: "3" },
];
const taskId = await newTask(ana, { classId: await newClass(ana), answerKeys: [{ keys }] });
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

const keyOf = (number: number) => page.getByLabel(`Answer Key ${number}`, { exact: true });

test("inputs and outputs are named in the form: keys follow, and faults are said", async () => {
  await page.goto(`/edit-task/${taskId}`);
  await page.getByText("Names", { exact: true }).click();
  const inputs = page.getByLabel("Item 1, names of inputs");
  await inputs.fill("S1 and");
  await page.getByLabel("Item 1, names of outputs").fill("Y");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("and is the word of an operator.").waitFor();
  await expectAccessible(page);
  await inputs.fill("S1…S0");
  await page.getByLabel("Item 1, names of outputs").focus();
  await expect.poll(() => keyOf(1).inputValue()).toBe("S1 & ~S0");
  await expect.poll(() => keyOf(2).inputValue()).toBe("OUT(S1,S0) = Σm(1) + d(3)");
  await keyOf(1).fill("s1S0'");
  await page.getByText("S1 ⋅ ¬S0").waitFor();
  await keyOf(2).fill("Σm(2) + d(3)");
  await page.getByText("OUT(S1,S0) = Σm(2) + d(3); S1 is the highest bit").waitFor();
  await page.getByRole("button", { name: "Show truth table" }).click();
  const headings = page.getByRole("region", { name: "Truth table of Item 1" }).getByRole("columnheader");
  await expect.poll(() => headings.allTextContents()).toEqual(["S1", "S0", "Y", "Key 2"]);
  await expectAccessible(page);
  await capture(page, "edit-task-names");
});

test("a pasted table is taken by its headings", async () => {
  await keyOf(2).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "s0\ts1\tZ\n0\t0\t0\n0\t1\t1\n1\t0\t0\n1\t1\tX");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByText("From the pasted table: s0 is S0, s1 is S1.").waitFor();
  await page.getByText("OUT(S1,S0) = Σm(2) + d(3); S1 is the highest bit").waitFor();
});

test("the task, its settings and the students' page have the names", async () => {
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Save Task" }).click();
  await page.waitForURL(`**/task/${taskId}`);
  const task = await ana.call("getTask", { params: { taskId } });
  expect(task.answer_keys).toEqual([
    {
      item: "Item 1",
      keys: [
        { expression: "X1 & ~X2", grade: "5" },
        { expression: "X1", minterms: "OUT(X1,X2) = Σm(2) + d(3)", grade: "3" },
      ],
      rubric: null,
      names: { inputs: ["S1", "S0"], outputs: ["Y"] },
    },
  ]);
  await page.goto(`/task/${taskId}?tab=settings`);
  await page.getByText("S1 ⋅ ¬S0").waitFor();
  await page.getByText("Inputs: S1, S0 · Output: Y").waitFor();
  await page.goto(`/student-upload/${taskId}`);
  await page.getByText("Inputs: S1, S0 · Output: Y").waitFor();
  await expectAccessible(page);
  await capture(page, "student-upload-names");
  expectCleanConsole(page);
});

test("several pasted lines are as many keys, and name their outputs", async () => {
  await page.goto("/create-task");
  await keyOf(1).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "$S = A \\oplus B$\nassign Cout = A & B;\n");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByText("2 keys were pasted, one from each line.").waitFor();
  await page.getByText("Outputs: S, Cout").waitFor();
  await expect.poll(() => keyOf(2).inputValue()).toBe("assign Cout = A & B;");
  await expectAccessible(page);
});
