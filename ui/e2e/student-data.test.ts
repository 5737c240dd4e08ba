import { unzipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { capture, expectAccessible, expectCleanConsole, expectFocus, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const ERASED = "20230002";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const page = await openTab(browser, { site, as: ana });
const students = { studentList: ["20230001", ERASED], studentNames: { [ERASED]: "Ben Santos" } };
const classId = await newClass(ana, students);
const taskId = await newTask(ana, { classId, wait: 60 * 60_000 });
const later = new Date(Date.now() + 120 * 60_000).toISOString();
await ana.call("setExtensions", { params: { taskId }, body: { student_ids: [ERASED], due_date: later } });

afterAll(() => browser.close());

test("an instructor finds, exports and erases one student's data", async () => {
  await page.goto(`/classes/${ana.userId}`);
  const open = page.getByRole("button", { name: "One Student's Data" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "One Student's Data" });
  const id = dialog.getByLabel("Student ID");
  await id.fill("123");
  await id.press("Enter");
  await dialog.getByText("Enter a Student ID: 8 digits.").waitFor();
  await id.fill("20239999");
  await id.press("Enter");
  await dialog.getByText("Nothing is stored about a student 20239999 in your classes. Check the Student ID.").waitFor();
  await id.fill(ERASED);
  await dialog.getByRole("button", { name: "Search" }).click();
  await dialog.getByRole("heading", { name: "20230002 · Ben Santos" }).waitFor();
  await dialog.getByText("CPE 101, group 1; Half adder").waitFor();
  await expect.poll(() => dialog.getByRole("listitem").allInnerTexts()).toEqual(["1 extension"]);
  await expectAccessible(page);
  await capture(page, "student-data");

  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export as ZIP" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("student 20230002.zip");
  const chunks: Buffer[] = [];
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer);
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  expect(new TextDecoder().decode(files["student.json"])).toContain("Ben Santos");

  await dialog.getByRole("button", { name: "Erase…" }).hover();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Erase…" }).click();
  const question = page.getByRole("alertdialog", { name: "Erase student 20230002?" });
  await question
    .getByText("This is removed from all your classes, and from the trash: the place in 1 roster, 1 extension.")
    .waitFor();
  await capture(page, "student-data-erase");
  await question.getByRole("textbox").fill("20230001");
  await question.getByRole("button", { name: "Erase Student" }).click();
  await question.getByText("That is another Student ID. Please try again.").waitFor();
  await question.getByRole("textbox").fill(ERASED);
  await question.getByRole("button", { name: "Erase Student" }).click();
  await page.getByText("Student 20230002 is erased.").first().waitFor();
  await dialog.getByRole("heading", { name: "Ben Santos" }).waitFor({ state: "hidden" });
  expect((await ana.call("getClass", { params: { classId } })).student_list).toEqual(["20230001"]);
  await question.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await expectFocus(open);
  expectCleanConsole(page);
});
