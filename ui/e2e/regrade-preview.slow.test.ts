import { afterAll, expect, inject, test } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { insertReadPage } from "../../server/testing/read-page.ts";
import { expectAccessible, expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

/** What each student has drawn, and the points that a person gave instead of the proposed ones. */
const DRAWN = [
  { student: "20230001", lines: ["Y = AND(A, B)"] },
  { student: "20230002", lines: ["Y = OR(A, B)"] },
  { student: "20230003", lines: ["Y = XOR(A, B)"] },
  { student: "20230004", lines: ["Y = NOR(A, B)"], given: 2 },
] as const;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: DRAWN.map(({ student }) => student) });
const taskId = await newTask(ana, {
  classId,
  title: "And",
  answerKeys: [{ keys: [{ expression: "A & B", grade: "5" }] }],
});
const db = await openDatabase({ url: `file:${inject("sharedSite").dataDir}/circuitgrade.db` });
const context = { db, now: Date.now } as Parameters<typeof insertReadPage>[0];
for (const { student: studentId, lines, ...rest } of DRAWN) {
  const fileId = await insertReadPage(context, { taskId, studentId, lines, confidence: 0.999 });
  const points = "given" in rest ? rest.given : studentId === DRAWN[0].student ? 5 : 0;
  await ana.call("updateGrade", { params: { fileId }, body: { total_grade: points } });
}
await db.close();
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

/** Gives the task this key in the form, and saves it. */
async function saveKey(expression: string): Promise<void> {
  await page.goto(`/edit-task/${taskId}`);
  await page.getByLabel("Answer Key 1", { exact: true }).fill(expression);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Step 2 of 2").waitFor();
  await page.getByRole("button", { name: "Save Task" }).click();
}

test("only pages that get other points are counted and listed", async () => {
  await saveKey("A | B");
  const dialog = page.getByRole("alertdialog", { name: "Regrade with the new keys?" });
  await dialog.getByText("2 students get other points: 1 more, 1 fewer. Nothing is changed").waitFor();
  await dialog.getByText("2 graded pages stay as they are.").waitFor();
  await expect
    .poll(() => dialog.locator("tbody tr").allInnerTexts())
    .toEqual([expect.stringMatching(/^20230001\s+5 → 0\s/), expect.stringMatching(/^20230002\s+0 → 5\s/)]);
  expect(await dialog.getByRole("region", { name: "Points that stay" }).count()).toBe(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("another spelling of a key changes no points and asks nothing", async () => {
  await saveKey("B & A");
  await page.waitForURL(`**/task/${taskId}`);
  const { files } = await ana.call("getFiles", { params: { taskId } });
  expect(files.map(({ total_grade }) => total_grade).sort()).toEqual([0, 0, 2, 5]);
  expectCleanConsole(page);
});
