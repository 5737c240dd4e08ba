import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { capture, expectAccessible, expectCleanConsole, expectFocus, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, untilRead } from "./evaluator-pages.ts";
import { openSite } from "./site.ts";

const STUDENTS = ["20230001", "20230002", "20230003", "20230004"] as const;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
/** Owns the class; Bo co-instructs it, and Cas grades. */
const [ana, bo, cas] = [
  await site.instructor("ana@example.edu"),
  await site.instructor("bo@example.edu"),
  await site.instructor("cas@example.edu"),
];
const classId = await newClass(ana, { studentList: [...STUDENTS] });
const answerKeys = [1, 2].map(() => ({ keys: [{ expression: "A ^ B", grade: "5" }] }));
const taskId = await newTask(ana, { classId, title: "Half adder", answerKeys });
for (const student of STUDENTS.slice(0, 2)) {
  for (const item of [1, 2]) await handIn(site, { by: ana, taskId, student, item, sample: HALF_ADDER });
}
await untilRead(ana, taskId);
const [owner, second, grader] = await Promise.all(
  [ana, bo, cas].map((as) => openTab(browser, { site, as })) as [Promise<Page>, Promise<Page>, Promise<Page>],
);

afterAll(() => browser.close());

test("a class is shared, its pages are assigned and graded, and a grader leaves", { timeout: 1_200_000 }, async () => {
  await shareClass();
  await seeNoPages();
  await assignItems();
  await gradeAllThree();
  await seeOnlyTheirs();
  await removeGrader();
});

const people = (page: Page) => page.getByRole("region", { name: "People" });

async function addPerson(page: Page, email: string, part: RegExp): Promise<void> {
  await people(page).getByRole("button", { name: "Add Person" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail Address").fill(email);
  await dialog.getByRole("radio", { name: part }).click();
  await dialog.getByRole("button", { name: "Add" }).click();
}

/** The owner shares the class on its page. */
async function shareClass(): Promise<void> {
  await owner.goto(`/edit-class/${classId}`);
  await people(owner).getByText("You work alone so far.").waitFor();
  await addPerson(owner, "nobody@example.edu", /co-instructs/);
  await owner.getByRole("alert").getByText("Nobody can sign in as nobody@example.edu.").waitFor();
  await expectAccessible(owner);
  await capture(owner, "add-person");
  await owner.keyboard.press("Escape");
  await expectFocus(people(owner).getByRole("button", { name: "Add Person" }));
  await addPerson(owner, bo.email, /co-instructs/);
  await people(owner).getByText(bo.email).waitFor();
  await addPerson(owner, cas.email, /grades what tasks say/);
  await people(owner).getByText("what tasks say").waitFor();
  await expectAccessible(owner);
  await capture(owner, "class-people");
}

/** A grader without an assignment sees the task, and no pages. */
async function seeNoPages(): Promise<void> {
  await grader.goto(`/dashboard/${cas.userId}`);
  await grader
    .getByText(/You grade for ana/)
    .first()
    .waitFor();
  await grader.getByRole("link", { name: "Half adder" }).first().click();
  await grader.getByText("You grade nothing").waitFor();
  await expect
    .poll(() => grader.getByRole("navigation", { name: "Parts of the task" }).getByRole("link").allInnerTexts())
    .toEqual(["Submissions", "Review", "Grades"]);
  await grader.getByText("0 submissions (0 graded)").waitFor();
}

/** A co-instructor assigns the items in the task's settings, and the grader sees the pages at once. */
async function assignItems(): Promise<void> {
  await second.goto(`/task/${taskId}?tab=settings`);
  await people(second)
    .getByRole("button", { name: /^Change what cas/ })
    .click();
  const dialog = second.getByRole("dialog");
  await dialog.getByRole("radio", { name: /grades items/ }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Choose an item.").waitFor();
  await dialog.getByRole("checkbox", { name: "Item 2" }).click();
  await expectAccessible(second);
  await capture(second, "assign-items");
  await dialog.getByRole("button", { name: "Save" }).click();
  await people(second).getByText("item 2: 2 pages, 0 graded").waitFor();
  await people(second).getByText("2 pages in nobody’s assignment.").waitFor();
  await expectAccessible(second);
  await capture(second, "task-people");
  await grader.getByText("2 submissions (0 graded)").waitFor();
  await grader.getByText("You grade item 2").waitFor();
  await expect
    .poll(() => grader.getByRole("columnheader", { name: /^Item/ }).allInnerTexts())
    .toEqual(["Item 2 5 points"]);
  // Whose class it is can import names.
  await owner.goto(`/task/${taskId}`);
  await owner.getByRole("link", { name: "Import names" }).waitFor();
  expect(await grader.getByRole("link", { name: "Import names" }).count()).toBe(0);
}

/** All three grade, see each other's grades, and the log says whose each is. */
async function gradeAllThree(): Promise<void> {
  const fileIds = await untilRead(ana, taskId);
  const gradeAs = async (page: Page, key: string) => {
    await page.goto(`/circuit-evaluator/${taskId}?file=${fileIds.get(key)}`);
    await page.getByRole("tab", { name: "Grade Submission" }).click();
    await page.getByLabel("Grade", { exact: true }).fill("4");
    await page.getByRole("button", { name: "Grade Submission" }).click();
    await page.getByRole("heading", { name: "History" }).waitFor();
  };
  await gradeAs(grader, "20230001-2");
  await gradeAs(second, "20230001-1");
  await gradeAs(owner, "20230002-1");
  const by = async (key: string) => {
    const { history } = await ana.call("getGradeRows", { params: { fileId: fileIds.get(key)! } });
    return history.map(({ by }) => by);
  };
  expect([await by("20230001-2"), await by("20230001-1"), await by("20230002-1")]).toEqual([
    [cas.email],
    [bo.email],
    [ana.email],
  ]);
  await owner.goto(`/circuit-evaluator/${taskId}?file=${fileIds.get("20230001-2")}`);
  await owner.getByRole("tab", { name: "Grade Submission" }).click();
  await owner.locator(".ce-log").getByText(cas.email).waitFor();
  await owner.goto(`/task/${taskId}?tab=settings`);
  await people(owner).getByText("item 2: 2 pages, 1 graded").waitFor();
}

/** A grader has only what they may do. */
async function seeOnlyTheirs(): Promise<void> {
  await grader.goto(`/task/${taskId}?tab=grades`);
  await grader.getByRole("table").first().waitFor();
  expect(await grader.getByText("Release to students").count()).toBe(0);
  await expectAccessible(grader);
  await capture(grader, "grader-grades");
  await grader.getByRole("button", { name: "Actions for Half adder" }).click();
  await grader.getByRole("menu").waitFor();
  await expect
    .poll(() => grader.getByRole("menuitem").allInnerTexts())
    .toEqual(["Open Task", "Generate Link", "Get Template"]);
  await grader.keyboard.press("Escape");
  await grader.goto(`/classes/${cas.userId}`);
  await grader.getByRole("button", { name: /CPE 101/ }).click();
  await grader
    .getByRole("dialog")
    .getByText(/You grade for ana/)
    .waitFor();
  expect(await grader.getByRole("dialog").getByRole("link").count()).toBe(0);
  await expectAccessible(grader);
}

/** A removed grader has no access any more, and the page of the task says so. */
async function removeGrader(): Promise<void> {
  await grader.goto(`/task/${taskId}`);
  await grader.getByText("2 submissions (1 graded)").waitFor();
  await owner.goto(`/edit-class/${classId}`);
  await people(owner)
    .getByRole("button", { name: /^Remove cas/ })
    .click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await owner
    .getByText(/^cas.* has no access any more\.$/)
    .first()
    .waitFor();
  await people(owner).getByText(cas.email).waitFor({ state: "detached" });
  await grader.getByText("Oops!").waitFor();
  for (const page of [owner, second, grader]) expectCleanConsole(page);
}
