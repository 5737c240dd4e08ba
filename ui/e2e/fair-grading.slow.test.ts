import { afterAll, describe, expect, test } from "vitest";
import { CLASS_TASK, drawClass } from "../../core/testdata/drawn-pages/draw-class.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { capture, expectAccessible, expectCleanConsole, openBrowser, openTab, PHONE } from "./browser.ts";
import { newClass } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { handInClass } from "./hand-in-class.ts";
import { openSite } from "./site.ts";

const DAY = 24 * 60 * 60_000;
const SAMPLE = "20230001_quiz[1].png";

function newTask(title: string, due: number) {
  const keys = CLASS_TASK.items[0].keys.map(({ expression, grade }) => ({ expression, grade: String(grade) }));
  const dueDate = new Date(Date.now() + due).toISOString();
  return ana.call("createTask", { body: { title, classId, examType: "quiz", dueDate, answerKeys: [{ keys }] } });
}

async function listed() {
  return (await ana.call("getFiles", { params: { taskId } })).files;
}

const [site, browser, pages] = await Promise.all([openSite(), openBrowser(), drawClass()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: pages.map(({ studentId }) => studentId) });
const taskId = (await newTask("Majority gate", 3 * DAY)).id;
await handInClass(site, { by: ana, taskId, pages });
while ((await listed()).some(({ analysis }) => analysis === "queued")) {
  await new Promise((resolve) => setTimeout(resolve, 2000));
}
const page = await openTab(browser, { site, as: ana });
page.setDefaultTimeout(120_000);

afterAll(() => browser.close());

describe("names that are hidden while 60 pages are graded", () => {
  const ID = /\b2023\d{4}/;

  async function expectNoIds(path: string, ready: string): Promise<void> {
    await page.goto(path);
    await page.getByText(ready).first().waitFor();
    await page.getByText("Names hidden").first().waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(ID);
    expect(await page.content()).not.toMatch(ID);
    expect(await page.title()).not.toMatch(ID);
  }

  test("one switch hides them on every page, with a random order that stays", async () => {
    await page.goto(`/task/${taskId}`);
    await page.getByText("20230001", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await page.getByRole("switch", { name: "Hide names until every page is graded" }).click();
    await page.getByText("Names hidden").first().waitFor();
    expect(await page.getByRole("switch", { name: "Random order" }).count()).toBe(0);
    await expectAccessible(page);
    await page.goBack();
    await expect.poll(async () => page.locator(".sub-table").innerText()).not.toMatch(ID);
    await expect.poll(() => page.locator(".sub-id").first().innerText()).toMatch(/^Student \w{6}$/);
    await expectAccessible(page);
    await capture(page, "task-names-hidden");
    await expectNoIds(`/task/${taskId}?tab=review`, "60 pages in");
    await expectNoIds(`/task/${taskId}?tab=similar`, "drawings compared");
  });

  test("the evaluator moves through them in that order, also after a reload", async () => {
    await page.goto(`/circuit-evaluator/${taskId}`);
    await page.getByText("1 / 60").waitFor();
    await page.getByText("Names hidden").waitFor();
    const order = (await listed()).map(({ student_id }) => student_id);
    const picker = page.getByRole("button", { name: /^Submission: / });
    const shown: string[] = [];
    for (let at = 0; at < 5; at++) {
      await page.getByText(`${at + 1} / 60`).waitFor();
      shown.push(((await picker.getAttribute("title")) ?? "").replace("_quiz[1].png", ""));
      if (at < 4) await page.getByRole("button", { name: "Next submission" }).click();
    }
    expect(shown).toEqual(order.slice(0, 5));
    expect(order).not.toEqual([...order].sort());
    await page.reload();
    await page.getByText("5 / 60").waitFor();
    await expect.poll(() => picker.getAttribute("title")).toBe(`${shown[4]}_quiz[1].png`);
    await picker.click();
    await page.getByRole("combobox", { name: "Search submissions" }).fill(shown[2]!);
    await expect.poll(() => page.getByRole("option").count()).toBe(1);
    expect(await page.content()).not.toMatch(ID);
    await page.keyboard.press("Escape");
    // The page's picture is loaded.
    await page.locator(".rt-Spinner").waitFor({ state: "detached" });
    await expectAccessible(page);
    await capture(page, "circuit-evaluator-names-hidden");
  });

  test("the instructor shows them again", async () => {
    await page.goto(`/task/${taskId}?tab=settings`);
    await page.getByRole("switch", { name: "Hide names until every page is graded" }).click();
    await expect.poll(() => page.getByText("Names hidden").count()).toBe(0);
    const ids = async () => (await listed()).map(({ student_id }) => student_id);
    const inOrder = await ids();
    expect(inOrder).toEqual(inOrder.toSorted());
    await page.getByRole("switch", { name: "Random order" }).click();
    await expect.poll(ids).not.toEqual(inOrder);
    // The server may have stored it before the page knows: until then the switch takes no click.
    await page.getByRole("switch", { name: "Random order", checked: true, disabled: false }).click();
    await expect.poll(ids).toEqual(inOrder);
  });
});

describe("keys that change after 60 pages were graded", () => {
  /** Points of one student that differ from the proposal. */
  const OVERRIDE = 2;

  async function toSecondStep(): Promise<void> {
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Step 2 of 2").waitFor();
  }

  test("a rubric is written in the wizard, which shows its errors", async () => {
    for (const { id, proposed_grade } of await listed()) {
      if (proposed_grade === null) continue;
      await ana.call("updateGrade", { params: { fileId: id }, body: { total_grade: proposed_grade } });
    }
    const [right] = (await listed()).filter(({ total_grade }) => total_grade === 5);
    const body = { total_grade: OVERRIDE, comment: "Handed in twice." };
    await ana.call("updateGrade", { params: { fileId: right!.id }, body });

    await page.goto(`/edit-task/${taskId}`);
    await page.getByText("Partial credit").click();
    await page.getByLabel("Item 1, minimum percent of correct rows").fill("75");
    await page.getByRole("checkbox", { name: "NAND" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("The points off must be a whole number from 1 to 999999.").waitFor();
    await page.getByLabel("Item 1, points off for other gates").fill("1");
    await page.getByLabel("Item 1, minimum points").fill("9");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("The minimum points cannot be more than the item's 5.").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Item 1, minimum points").fill("");
    await page.getByText("1 point off for gates other than NAND.").waitFor();
    await capture(page, "edit-task-rubric");
  });

  test("what would change is shown first, and cancelling changes nothing", async () => {
    const before = await listed();
    await toSecondStep();
    await page.getByRole("button", { name: "Save Task" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText(/students get other points: /).waitFor();
    await dialog.getByText(/given by a person \(the keys gave 5, now 4\)/).waitFor();
    await expectAccessible(page);
    await capture(page, "edit-task-regrade");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Step 2 of 2").waitFor();
    expect(await listed()).toEqual(before);
    const task = await ana.call("getTask", { params: { taskId } });
    expect(task.answer_keys[0]?.rubric).toBeNull();
  });

  test("confirming regrades all of them, keeps the override, and logs it", async () => {
    const before = new Map((await listed()).map((file) => [file.id, file.total_grade]));
    await page.getByRole("button", { name: "Save Task" }).click();
    const dialog = page.getByRole("alertdialog");
    const rows = dialog.locator("tbody tr");
    await rows.first().waitFor();
    const told = await rows.count();
    await dialog.getByRole("button", { name: "Save and Regrade" }).click();
    await page.waitForURL(`**/task/${taskId}`);
    const after = await listed();
    const changed = after.filter(({ id, total_grade }) => total_grade !== before.get(id));
    expect(changed.length).toBe(told);
    expect(changed.length).toBeGreaterThan(20);
    expect(changed.every(({ total_grade, proposed_grade }) => total_grade === proposed_grade)).toBe(true);
    expect(after.filter(({ comment }) => comment === "Handed in twice.").map(({ total_grade }) => total_grade)).toEqual(
      [OVERRIDE],
    );
    const { history } = await ana.call("getGradeRows", { params: { fileId: changed[0]!.id } });
    expect(history[0]?.by).toBe(`${ana.email}, by changed keys`);
    await page.goto(`/task/${taskId}?tab=settings`);
    await page.getByText("1 point off for gates other than NAND.").waitFor();
    await page.goto(`/task/${taskId}?tab=review`);
    await page.getByText(`Changed keys: ${told} pages regraded`).waitFor();
  });

  test("the evaluator gives the reason of partial points", async () => {
    const partial: { id: string; reason: string }[] = [];
    for (const { id } of await listed()) {
      const { rows } = await ana.call("getGradeRows", { params: { fileId: id } });
      if (rows[0]?.partial) partial.push({ id, reason: rows[0].partial });
      if (partial.length > 0) break;
    }
    const [first] = partial;
    await page.goto(`/task/${taskId}`);
    const file = (await listed()).find(({ id }) => id === first!.id)!;
    await page.getByRole("link", { name: `Analyze ${file.filename}` }).click();
    await page.getByText("1 point off for gates other than NAND.").waitFor();
    await page.getByRole("tab", { name: "Grade Submission" }).click();
    await page.getByText(first!.reason).waitFor();
    await page.getByText(/drawn, asked for NAND only: 1 point off\./).waitFor();
    await page.locator(".rt-Spinner").waitFor({ state: "detached" });
    await expectAccessible(page);
    await capture(page, "circuit-evaluator-partial-credit");
    expectCleanConsole(page);
  });
});

describe("extensions", () => {
  let closedTask: string;

  test("are given, changed and removed with the keyboard", async () => {
    closedTask = (await newTask("Overdue gate", -DAY)).id;
    await page.goto(`/task/${closedTask}?tab=settings`);
    await page.getByRole("button", { name: "Change extensions" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Extensions" });
    await dialog.getByText("Nobody has an extension.").waitFor();
    // Nobody is in the class before the students are added.
    await dialog.locator("button[type=submit]:enabled").waitFor();
    await dialog.getByLabel("Student").fill("20239999");
    await page.keyboard.press("Enter");
    await dialog.getByText("Not in the class: 20239999.").waitFor();
    await dialog.getByLabel("Student").fill("20230002, 20230003");
    await page.keyboard.press("Enter");
    await dialog
      .getByText("Ended")
      .or(dialog.getByText("20230003", { exact: true }))
      .first()
      .waitFor();
    // Saving empties the field.
    await expect.poll(() => dialog.getByLabel("Student").inputValue()).toBe("");
    await dialog.getByRole("button", { name: "Change the extension of 20230002" }).press("Enter");
    await expect.poll(() => dialog.getByLabel("Student").inputValue()).toBe("20230002");
    const later = new Date(Date.now() + 2 * DAY + 8 * 60 * 60_000).toISOString().slice(0, 16);
    await dialog.getByLabel("Until").fill(later);
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    const { extensions } = await ana.call("getExtensions", { params: { taskId: closedTask } });
    expect(extensions.map(({ student_id }) => student_id)).toEqual(["20230002", "20230003"]);
    await expect
      .poll(async () => {
        const now = await ana.call("getExtensions", { params: { taskId: closedTask } });
        return Date.parse(now.extensions[0]!.due_date) > Date.now() + DAY;
      })
      .toBe(true);
    await expectAccessible(page);
    await capture(page, "task-extensions");
    await dialog.getByRole("button", { name: "Remove the extension of 20230003" }).press("Enter");
    await dialog.getByText("20230003", { exact: true }).waitFor({ state: "detached" });
    // What was removed is in the form again, to save it.
    await expect.poll(() => dialog.getByLabel("Student").inputValue()).toBe("20230003");
    await page.keyboard.press("Escape");
    await page.getByText("1 student ·").waitFor();
  });

  test("only those students can hand in after the due date, and the page reveals them to nobody", async () => {
    const student = await openTab(browser, { site, viewport: PHONE });
    await student.goto(`/student-upload/${closedTask}`);
    await student.getByText("Submission Closed").waitFor();
    expect(await student.content()).not.toContain("20230002");
    await student.getByRole("button", { name: "I was given more time" }).click();
    const drawing = await drawnPage(site, { taskId: closedTask, item: 1, sample: SAMPLE });
    const file = (id: string) => ({ name: `${id}_quiz[1].png`, mimeType: "image/png", buffer: drawing });
    await student.getByLabel("Item 1", { exact: true }).setInputFiles(file("20230001"));
    await expectAccessible(student);
    await capture(student, "student-upload-more-time");
    await student.setViewportSize(PHONE);
    await student.getByRole("button", { name: "Submit Files" }).click();
    await student.getByText("this Student ID has no extension").waitFor();
    await student.getByText(TEXTS.task.closed).waitFor();
    await student.getByRole("button", { name: "I was given more time" }).click();
    await student.getByLabel("Item 1", { exact: true }).setInputFiles(file("20230002"));
    await student.getByRole("button", { name: "Submit Files" }).click();
    await student.getByText("Files Uploaded Successfully!").waitFor();
    expectCleanConsole(student);
    await student.close();
    await page.goto(`/task/${closedTask}`);
    await page.getByText("Late, by extension").waitFor();
    await expectAccessible(page);
    await capture(page, "task-late");
    expectCleanConsole(page);
  });
});
