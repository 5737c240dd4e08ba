import { afterAll, expect, test } from "vitest";
import {
  bytesOf,
  capture,
  chooseTaskAction,
  expectAccessible,
  expectCleanConsole,
  openBrowser,
  openTab,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, untilRead } from "./evaluator-pages.ts";
import { openSite } from "./site.ts";

const STUDENTS = ["20230001", "20230002", "20230003"];

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: STUDENTS });
const taskId = await newTask(ana, { classId, title: "Half adder" });
for (const student of STUDENTS.slice(0, 2)) {
  await handIn(site, { by: ana, taskId, student, item: 1, sample: HALF_ADDER });
}
await untilRead(ana, taskId);
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

async function grade(student: string, points: number): Promise<void> {
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const { id: fileId } = files.find(({ student_id }) => student_id === student)!;
  await ana.call("updateGrade", { params: { fileId }, body: { total_grade: points, comment: "Neat." } });
}

const dialog = () => page.getByRole("dialog");
const stateOf = (student: string) => page.getByRole("link", { name: `Analyze ${student}_quiz[1].png` }).innerText();
test("with nothing confirmed, the dialog and the Grades tab lead to Review", async () => {
  await page.goto(`/task/${taskId}`);
  await chooseTaskAction(page, "Release Grades");
  await dialog().getByText("No grade is confirmed yet.").waitFor();
  expect(
    await dialog()
      .getByRole("button", { name: /^Release/ })
      .count(),
  ).toBe(0);
  await dialog().getByRole("link", { name: "Go to Review" }).click();
  await page.waitForURL("**?tab=review");
  await dialog().waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Grades", exact: true }).click();
  await page.getByRole("link", { name: "Go to Review" }).click();
  await page.waitForURL("**?tab=review");
  await grade("20230001", 4);
});

test("before a release it is said what students would see, and what is not settled", async () => {
  await page.goto(`/task/${taskId}`);
  await page.getByText("Confirmed").waitFor();
  await chooseTaskAction(page, "Release Grades");
  await dialog().getByText("1 confirmed grade will be shown.").waitFor();
  await expect
    .poll(() => dialog().getByRole("listitem").allInnerTexts())
    .toEqual([
      "1 answer not confirmed yet: students see only that it was received.",
      "1 answer not handed in.",
      expect.stringMatching(/^Students can still hand in until \w+ \d+, [\d:]+ [AP]M: released pages may help them\.$/),
    ]);
  await expectAccessible(page);
  await capture(page, "release-dialog");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await dialog().waitFor({ state: "detached" });
  expect(await stateOf("20230001")).toContain("Confirmed");
});

test("table and files leave out what is not confirmed, unless it is included", async () => {
  await page.goto(`/task/${taskId}?tab=grades`);
  const include = page.getByLabel("Include what is not confirmed (1 answer) in the table and the files");
  await page.getByText("1 answer not confirmed: table and files leave out these points").waitFor();
  const totals = async () => {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save CSV" }).click();
    const lines = (await bytesOf(await saved)).toString().trim().split(/\r?\n/);
    return lines.slice(1, 3).map((line) => [line.split(",")[3], line.split(",").at(-1)]);
  };
  expect(await totals()).toEqual([
    ["4", ""],
    ["", "item 1 is not confirmed"],
  ]);
  const row = page.getByRole("row", { name: "20230002" });
  await expect.poll(() => row.getByRole("cell").allInnerTexts()).toEqual(["–", "–", "item 1 is not confirmed"]);
  await page.getByText("Mean 4, median 4 of 5 · 1 page").waitFor();
  await expectAccessible(page);
  await capture(page, "gradebook-unconfirmed");
  await include.click();
  await page.getByText("Mean 4.5, median 4.5 of 5 · 2 pages").waitFor();
  await expect.poll(() => row.getByRole("cell").allInnerTexts()).toEqual(["5", "5", "item 1 is not confirmed"]);
  expect(await totals()).toEqual([
    ["4", ""],
    ["5", "item 1 is not confirmed"],
  ]);
});

test("a grade that is confirmed at the same moment is not released unseen", async () => {
  await page.goto(`/task/${taskId}`);
  await chooseTaskAction(page, "Release Grades");
  const path = `**/task/release/${taskId}`;
  await page.route(path, async (route) => {
    if (route.request().method() === "POST") await grade("20230002", 5);
    await route.continue();
  });
  await dialog().getByRole("button", { name: "Release 1 grade" }).click();
  await page.getByText("Nothing was released: by now 2 grades are confirmed.").first().waitFor();
  await dialog().getByText("2 confirmed grades will be shown.").waitFor();
  await page.unroute(path);
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await dialog().waitFor({ state: "detached" });
  expect(await stateOf("20230001")).toContain("Confirmed");
});

test("the grades that are confirmed are released with the main button", async () => {
  await page.goto(`/task/${taskId}`);
  await page.getByRole("button", { name: "Release 2 grades" }).click();
  await dialog().getByText("2 confirmed grades will be shown.").waitFor();
  await dialog().getByRole("button", { name: "Release 2 grades" }).click();
  await page.getByText("2 grades were released.").waitFor();
  await expect.poll(() => stateOf("20230001")).toContain("Released");
  await page.getByRole("link", { name: "See the grades" }).waitFor();
  expectCleanConsole(page);
});

test("a release is taken back, and grades are released to one student alone", async () => {
  await page.goto(`/task/${taskId}?tab=grades`);
  await page.getByText("2 grades released").waitFor();
  await page.getByRole("button", { name: "Take Back the Last Release" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take Back" }).click();
  await page.getByText("0 grades released").waitFor();
  await page.getByRole("button", { name: "Release 2 Grades", exact: true }).waitFor();

  await page.getByText("Students and their links (3)").click();
  await page.getByLabel("Search students").fill("0002");
  const links = page.getByRole("group").filter({ hasText: "Students and their links" });
  await expect.poll(() => links.getByRole("row").count()).toBe(2);
  await page.getByRole("button", { name: "Release to 20230002" }).click();
  await page.getByRole("button", { name: "Hide from 20230002" }).waitFor();
  await page.getByText("1 grade released").waitFor();
  await expectAccessible(page);
  await capture(page, "release-card");
  await page.getByLabel("Search students").fill("nobody");
  await page.getByText("No student fits “nobody”.").waitFor();
  expectCleanConsole(page);
});

test("each student's link can be saved, and shows what is released", async () => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save Links" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Half adder links.csv");
  const [head, ...lines] = (await bytesOf(download)).toString().trim().split(/\r?\n/);
  expect(head).toContain("student_id,name,link");
  expect(lines.map((line) => line.slice(0, 8))).toEqual(STUDENTS);
  const student = await openTab(browser, { site });
  await student.goto(lines[1]!.split(",").at(-1)!);
  await expect.poll(() => student.locator("main").innerText()).toContain("Neat.");
  await student.goto(lines[0]!.split(",").at(-1)!);
  expect(await student.locator("main").innerText()).not.toContain("Neat.");
  await student.close();
});
