import { afterAll, expect, test } from "vitest";
import { CLASS_TASK, drawClass } from "../../core/testdata/drawn-pages/draw-class.ts";
import type { AnswerGroups } from "../../server/contract/results/answers.ts";
import { capture, expectAccessible, expectCleanConsole, expectFocus, openBrowser, openTab, PHONE } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { handInClass } from "./hand-in-class.ts";
import { openSite } from "./site.ts";

/** 60 pages are handed in and really read, on a machine that may be busy. */
const PATIENCE = 1_500_000;

const [site, browser, pages] = await Promise.all([openSite(), openBrowser(), drawClass()]);
const ana = await site.instructor("ana@example.edu");
const studentList = pages.map(({ studentId }) => studentId);
const classId = await newClass(ana, { studentList });
const keys = CLASS_TASK.items[0].keys.map(({ expression, grade }) => ({ expression, grade: String(grade) }));
const taskId = await newTask(ana, { classId, title: CLASS_TASK.title, answerKeys: [{ keys }] });
const page = await openTab(browser, { site, as: ana });
// A page that is opened while 60 others are read takes its time.
page.setDefaultTimeout(180_000);

afterAll(() => browser.close());

function groups(): Promise<AnswerGroups> {
  return ana.call("getAnswerGroups", { params: { taskId }, query: { item: 1 } });
}

/** The list entry with this many pages. */
function entry(index: number) {
  return page.getByRole("navigation", { name: "Answer groups" }).getByRole("button").nth(index);
}

test("an empty task says so", async () => {
  await page.goto(`/task/${taskId}?tab=review`);
  await page.getByText("Nothing was handed in yet.").waitFor();
  expect(await page.title()).toBe("Task Page");
  await expectAccessible(page);
});

test(
  "60 students hand in, and their answers are in groups with an explanation",
  async () => {
    await handInClass(site, { by: ana, taskId, pages });
    const inState = async (state: string) => {
      const { files } = await ana.call("getFiles", { params: { taskId } });
      return files.filter(({ analysis }) => analysis === state).length;
    };
    await expect.poll(() => inState("queued"), { timeout: PATIENCE, interval: 3000 }).toBe(0);
    const found = await groups();
    expect(found.groups.reduce((sum, { size }) => sum + size, 0)).toBe(await inState("done"));
    await page.getByText(`60 pages in ${found.groups.length} groups`).waitFor();
    const first = found.groups.filter(({ verdict }) => verdict !== "right").sort((a, b) => b.size - a.size)[0];
    await entry(0).click();
    await expect.poll(() => entry(0).innerText()).toContain(`${first!.size} pages`);
    await expect.poll(() => entry(0).innerText()).toMatch(/OUT 1 at A=\d B=\d C=\d: \d, not \d/);
    const told = page.locator(".marked-text");
    await told.waitFor();
    const mark = page.locator('.marked-page [data-role="change"]');
    await expect.poll(() => mark.count()).toBeGreaterThan(0);
    await expectAccessible(page);
    await capture(page, "answer-groups");
  },
  PATIENCE,
);

test("the arrow keys move from group to group, and every student's page can be shown", async () => {
  await entry(0).focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => entry(1).getAttribute("aria-current")).toBe("true");
  await expect.poll(() => entry(1).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => entry(0).getAttribute("aria-current")).toBe("true");
  const { groups: found } = await groups();
  const last = found[0]!.structures[0]!.answers.at(-1)!;
  await page.getByRole("button", { name: last.student_id }).click();
  const picture = page.getByAltText(`The page of ${last.student_id}`);
  await expect.poll(() => picture.getAttribute("src")).toContain("part=drawing");
  await page.getByRole("button", { name: "Whole page" }).click();
  await expect.poll(() => picture.getAttribute("src")).not.toContain("part=drawing");
  await page.getByRole("button", { name: "Only the drawing" }).waitFor();
  // Its height gives the frame its own.
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  // Ctrl and the wheel, which is also what a trackpad's pinch sends, zoom it in its frame.
  const around = page.locator(".marked-page").first();
  const frame = (await around.boundingBox())!;
  const width = async () => (await picture.boundingBox())!.width;
  await expect.poll(width).toBeCloseTo(frame.width - 2, 0);
  await around.hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await expect.poll(width).toBeCloseTo(2 * (frame.width - 2), 0);
  // What is above it may still arrive.
  expect(await around.boundingBox()).toMatchObject({ width: frame.width, height: frame.height });
});

test("on a phone, the chosen group scrolls into view, at its first line", async () => {
  await page.setViewportSize(PHONE);
  await page.evaluate(() => scrollTo(0, 0));
  await entry(1).click();
  const detail = page.locator(".group-detail");
  await expectFocus(detail);
  const { y } = (await detail.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(PHONE.height / 4);
  // With the keyboard, the focus stays in the list.
  await entry(1).focus();
  await page.keyboard.press("ArrowUp");
  await expectFocus(entry(0));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => scrollTo(0, 0));
  await entry(0).click();
  await expectFocus(entry(0));
});

test("one grade and comment for a whole group: previewed, given, and undone", async () => {
  const before = (await groups()).groups[0]!;
  const current = page.getByRole("navigation", { name: "Answer groups" }).locator("[aria-current=true]");
  const form = page.getByRole("form", { name: "Grade the group" });
  await form.getByRole("textbox", { name: /^Grade for all/ }).fill("1.5");
  await form.getByRole("button", { name: "Preview and Grade" }).click();
  await form.getByText("A grade is a whole number of 0 or more.").waitFor();
  await form.getByRole("textbox", { name: /^Grade for all/ }).fill("2");
  await form.getByRole("textbox", { name: "Comment for all" }).fill("Look at the last gate.");
  await form.getByRole("button", { name: "Preview and Grade" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText(`${before.size} pages will get 2 points and the comment.`).waitFor();
  expect((await groups()).groups[0]!.graded).toBe(0);
  await expectAccessible(page);
  await capture(page, "answer-groups-preview");
  const preview = form.getByRole("button", { name: "Preview and Grade" });
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await expectFocus(preview);
  await preview.press("Enter");
  await question.getByRole("button", { name: "Give Grades" }).click();
  await question.waitFor({ state: "detached" });
  await expectFocus(preview);
  await current.getByText("All graded").waitFor();
  const given = (await groups()).groups[0]!.structures.flatMap(({ answers }) => answers);
  expect(given.every(({ total_grade, comment }) => total_grade === 2 && comment === "Look at the last gate.")).toBe(
    true,
  );
  await page.getByText(`Group of ${before.size} pages, item 1: ${before.size} pages changed`).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await current.getByText(`0 of ${before.size} graded`).waitFor();
  const restored = (await groups()).groups[0]!.structures.flatMap(({ answers }) => answers);
  expect(restored.every(({ graded, comment }) => !graded && comment === null)).toBe(true);
});

test("comments that pages of the task have are offered again", async () => {
  const { groups: found } = await groups();
  const [other] = found[1]!.structures[0]!.answers;
  const body = { total_grade: 1, comment: "The carry is missing." };
  await ana.call("updateGrade", { params: { fileId: other!.file_id }, body });
  const form = page.getByRole("form", { name: "Grade the group" });
  const comment = form.getByRole("textbox", { name: "Comment for all" });
  await comment.fill("Almost.");
  await form.getByRole("button", { name: "Earlier comments" }).press("Enter");
  await page.getByRole("menuitem", { name: body.comment }).press("Enter");
  await expect.poll(() => comment.inputValue()).toBe("Almost. The carry is missing.");
  await comment.fill("");
});

test("the lists fold away, so that the drawing gets the room", async () => {
  const picture = page.locator(".marked-page");
  const before = (await picture.boundingBox())!.width;
  await page.getByRole("button", { name: "Wide view" }).press("Enter");
  expect(await page.getByRole("navigation", { name: "Answer groups" }).count()).toBe(0);
  expect((await picture.boundingBox())!.width).toBeGreaterThan(before + 100);
  await page.keyboard.press("w");
  await entry(0).waitFor();
});

test("all sure pages are graded with one click, which can be undone; the rest waits", async () => {
  const before = (await ana.call("getFiles", { params: { taskId } })).files.filter(({ graded }) => graded).length;
  const { clear } = await ana.call("getQueue", { params: { taskId } });
  expect(clear).toBeGreaterThan(0);
  expect(clear).toBeLessThan(60);
  await page.getByText(/^\d+ right answers and \d+ with fewer points: the machine is sure\.$/).waitFor();
  await expectAccessible(page);
  await capture(page, "answer-groups-sure");
  const sure = page.getByRole("button", { name: `Confirm ${clear} grades` });
  await sure.click();
  await page.getByText(`${clear} grades confirmed. You can undo this.`).waitFor();
  await sure.waitFor({ state: "detached" });
  const graded = async () => (await ana.call("getFiles", { params: { taskId } })).files.filter((file) => file.graded);
  expect(await graded()).toHaveLength(before + clear);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await sure.waitFor();
  expect(await graded()).toHaveLength(before);
  // A co-instructor confirms them at the same moment.
  await page.route("**/answers/accept/*", async (route) => {
    await ana.call("acceptGrades", { params: { taskId }, body: {} });
    await route.continue();
  });
  await sure.click();
  await page.getByText("Nothing was left to confirm.").waitFor();
  await sure.waitFor({ state: "detached" });
  const wrong = (await graded()).filter(({ comment, proposed_grade: proposed, total_grade: given }) => {
    return comment === null && proposed !== given;
  });
  expect(wrong).toEqual([]);
  expectCleanConsole(page);
});
