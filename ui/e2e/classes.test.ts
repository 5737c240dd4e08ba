import { writeXlsx } from "hucre/xlsx";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { NOT_TEXT } from "../../core/rules/files/text-encoding.ts";
import { capture, expectAccessible, expectCleanConsole, expectFocus, openBrowser, openTab } from "./browser.ts";
import { newTask } from "./course.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

const CPE_101 = { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00-10:00" };

const HALF_ADDER = {
  title: "Half adder",
  examType: "quiz" as const,
  dueDate: new Date(Date.now() + 60 * 60_000).toISOString(),
  answerKeys: [{ keys: [{ expression: "A ^ B", grade: "5" }] }],
};

function csv(buffer: Buffer): { name: string; mimeType: string; buffer: Buffer } {
  return { name: "students.csv", mimeType: "text/csv", buffer };
}

test("a class is created: required fields, student IDs typed, pasted and imported", async () => {
  await page.goto(`/classes/${ana.userId}`);
  await page.getByRole("link", { name: "Add Class/Group" }).click();
  await page.getByRole("heading", { level: 1, name: "Create Class" }).waitFor();
  expect(await page.title()).toBe("Create Class");
  await page.getByText("No Students Enrolled.").waitFor();
  await page.getByRole("button", { name: "Create Class" }).click();
  for (const label of ["Course Code", "Class Group", "Class Schedule"]) {
    await page.getByText(`${label} is required.`).waitFor();
  }
  await expectAccessible(page);
  await capture(page, "create-class-errors");

  await page.getByLabel("Course Code").fill("CPE 101");
  const group = page.getByLabel("Group Number");
  await group.pressSequentially("0a07");
  await expect.poll(() => group.inputValue()).toBe("7");
  await page.evaluate(() => navigator.clipboard.writeText("99"));
  await group.press("Control+V");
  await expect.poll(() => group.inputValue()).toBe("7");
  await group.fill("1");
  const schedule = page.getByLabel("Class Schedule");
  await expect.poll(() => schedule.getAttribute("maxlength")).toBe("50");
  await schedule.fill("MWF 9:00-10:00, room 204");

  const ids = page.getByLabel("Student ID", { exact: true });
  const add = page.getByRole("button", { name: "Add Student" });
  await add.click();
  await page.getByText("Please enter a valid Student ID.").waitFor();
  await ids.fill("123, abc");
  await add.click();
  const invalid = page.getByRole("dialog", { name: "The following Student IDs are invalid:" });
  await invalid.waitFor();
  await expect.poll(() => invalid.getByRole("listitem").allInnerTexts()).toEqual(["123", "abc"]);
  await expectAccessible(page);
  await capture(page, "create-class-invalid");
  await page.keyboard.press("Escape");
  await expectFocus(add);
  await page.getByText("Please enter valid 8-digit Student IDs.").waitFor();
  await ids.fill("");
  await page.evaluate(() => navigator.clipboard.writeText("20230002\n20230001\n"));
  await ids.press("Control+V");
  await expect.poll(() => ids.inputValue()).toBe("20230002, 20230001");
  await ids.press("Enter");
  await expect
    .poll(() => page.getByRole("list", { name: "Students" }).getByRole("listitem").allInnerTexts())
    .toEqual(["20230001", "20230002"]);
  await ids.fill("20230001");
  await add.click();
  await page.getByText("All entered Student IDs already exist in the class.").waitFor();
  await page
    .getByLabel("File with student IDs")
    .setInputFiles(csv(Buffer.from('student_id,name\n20230003,"Cruz, Ana"\n20230004,Bo\n')));
  await page.getByRole("button", { name: "Add 2 students" }).click();
  await page.getByText("students.csv added 2 students and has 2 names. Names are saved with the class.").waitFor();
  await page.getByRole("button", { name: "Remove 20230004" }).click();
  await expect.poll(() => page.getByRole("list", { name: "Students" }).getByRole("listitem").count()).toBe(3);
  await expectAccessible(page);
  await capture(page, "create-class");
  await page.getByRole("button", { name: "Create Class" }).click();
  await page.getByText("Class created successfully.").waitFor();
  await page.waitForURL(`**/classes/${ana.userId}`);
  await page.getByText("MWF 9:00-10:00, room…").waitFor();

  const [created] = await ana.call("getClasses", {});
  const params = { classId: created?.id ?? "" };
  const loaded = await ana.call("getClass", { params });
  const studentList = [...loaded.student_list, "20230004"];
  await ana.call("editClass", { params, body: { ...CPE_101, classSchedule: loaded.class_schedule, studentList } });
  // A student who was removed before the class was saved is added again without the name.
  expect((await ana.call("getRoster", { params })).students).toEqual([
    { student_id: "20230001", name: "" },
    { student_id: "20230002", name: "" },
    { student_id: "20230003", name: "Cruz, Ana" },
    { student_id: "20230004", name: "" },
  ]);
});

test("a Canvas gradebook enrols by the university's IDs; a file that is no text is refused", async () => {
  await page.goto("/create-class");
  const file = page.getByLabel("File with student IDs");
  await file.setInputFiles(csv(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0])));
  await page.getByText(NOT_TEXT).waitFor();
  await page.getByText("No Students Enrolled.").waitFor();
  const canvas = [
    "Student,ID,SIS User ID,SIS Login ID,Section,Half adder (1234)",
    "    Points Possible,,,,,10",
    '"Müller, Jürgen",10000001,20230001,jmueller,Group 1,7',
    '"Cruz, Ana",10000002,20230002,acruz,Group 1,9',
    '"Student, Test",10000003,,5c1f0e,Group 1,',
  ];
  await file.setInputFiles(csv(Buffer.from(canvas.join("\r\n"), "latin1")));
  await page.getByRole("button", { name: "Add 2 students" }).click();
  await page.getByText("students.csv added 2 students and has 2 names. Names are saved with the class.").waitFor();
  await expect
    .poll(() => page.getByRole("list", { name: "Students" }).getByRole("listitem").allInnerTexts())
    .toEqual(["20230001\nMüller, Jürgen", "20230002\nCruz, Ana"]);
  expect(await page.getByText(NOT_TEXT).count()).toBe(0);
  expectCleanConsole(page);
});

test("removing a student moves the focus to the next, or to the field", async () => {
  const studentList = Array.from({ length: 30 }, (_, index) => String(20230001 + index));
  const studentNames = { "20230007": "Cruz, Ana" };
  const body = { ...CPE_101, classGroup: "9", studentList, studentNames };
  const { class: group } = await ana.call("createClass", { body });
  await page.goto(`/edit-class/${group.id}`);
  await page.getByText("Cruz, Ana").waitFor();
  await page.getByRole("button", { name: "Remove 20230012" }).press("Enter");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Remove 20230013");
  await page.getByRole("button", { name: "Remove 20230030" }).press("Enter");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Remove 20230029");
  await page.getByText("28 students").waitFor();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.waitForURL(`**/classes/${ana.userId}`);
  const saved = await ana.call("getRoster", { params: { classId: group.id } });
  expect(saved.students).toHaveLength(28);
  expect(saved.students).toContainEqual({ student_id: "20230007", name: "Cruz, Ana" });
  await ana.call("deleteClass", { params: { classId: group.id } });
});

test("IDs that were typed and not added are saved with the class, and an invalid ID prevents it", async () => {
  await page.goto("/create-class");
  await page.getByLabel("Course Code").fill("CPE 404");
  await page.getByLabel("Group Number").fill("1");
  await page.getByLabel("Class Schedule").fill("Sat 8:00");
  const ids = page.getByLabel("Student ID", { exact: true });
  await ids.fill("20230001, 123");
  await page.getByRole("button", { name: "Create Class" }).click();
  await page.getByText("A Student ID has 8 digits. Correct 123 or clear the box.").waitFor();
  await page.getByRole("button", { name: "Add Student" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => ids.inputValue()).toBe("123");
  await ids.fill("20230002,20230001");
  await page.getByRole("button", { name: "Create Class" }).click();
  await page.waitForURL(`**/classes/${ana.userId}`);
  const created = (await ana.call("getClasses", {})).find(({ class_code }) => class_code === "CPE 404");
  const params = { classId: created?.id ?? "" };
  expect((await ana.call("getClass", { params })).student_list).toEqual(["20230001", "20230002"]);
  await ana.call("deleteClass", { params });
});

test("an existing course gives the next free group number", async () => {
  await ana.call("createClass", {
    body: { classCode: "CPE 101", classGroup: "2", classSchedule: "TTh 13:00-14:30", studentList: [] },
  });
  await page.goto("/create-class");
  await page.getByLabel("Course Code").fill("CPE 101");
  const group = page.getByLabel("Group Number");
  await expect.poll(() => group.inputValue()).toBe("3");
  expect(await group.getAttribute("readonly")).not.toBeNull();
  await group.press("ArrowUp");
  await expect.poll(() => group.inputValue()).toBe("4");
  await group.press("ArrowDown");
  await group.press("ArrowDown");
  await expect.poll(() => group.inputValue()).toBe("3");
  await page.getByLabel("Class Schedule").fill("Sat 8:00-11:00");
  // Another spelling is the same course, and one course on the page.
  await page.getByLabel("Course Code").fill("cpe  101");
  await page.getByText("The same course as CPE 101.").waitFor();
  await expect.poll(() => group.inputValue()).toBe("3");
  await page.getByRole("button", { name: "Add Group" }).click();
  await page.waitForURL(`**/classes/${ana.userId}`);
  await page.getByText("1 course, 3 groups").waitFor();
  await page.getByRole("button", { name: /^CPE 101 *3 groups/ }).waitFor();
});

test("a class is edited next to its tasks; taken numbers are skipped", async () => {
  const classes = await ana.call("getClasses", {});
  const second = classes.find(({ class_group }) => class_group === 2);
  await page.goto(`/edit-class/${second?.id}`);
  await page.getByText("No tasks found for this class.").waitFor();
  expect(await page.title()).toBe("Edit Class");
  const group = page.getByLabel("Group Number");
  await group.fill("3");
  await expect.poll(() => group.inputValue()).toBe("4");
  await group.fill("1");
  await expect.poll(() => group.inputValue()).toBe("2");
  await group.fill("5");
  await page.getByLabel("Student ID", { exact: true }).fill("20230009");
  await page.getByRole("button", { name: "Add Student" }).click();
  await page.getByLabel("File with student IDs").setInputFiles(csv(Buffer.from("student_id,name\n20230009,Bo\n")));
  await page.getByRole("button", { name: "Take names" }).click();
  await page.getByText("students.csv has 1 name. Names are saved with the class.").waitFor();
  expect(await page.getByText("All entered Student IDs already exist in the class.").count()).toBe(0);
  await ana.call("createTask", { body: { ...HALF_ADDER, classId: second?.id ?? "" } });
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Class updated successfully.").waitFor();
  await page.waitForURL(`**/classes/${ana.userId}`);
  await page.goto(`/edit-class/${second?.id}`);
  await page.getByRole("link", { name: /^Half adder/ }).waitFor();
  await expect.poll(() => group.inputValue()).toBe("5");
  const { students } = await ana.call("getRoster", { params: { classId: second?.id ?? "" } });
  expect(students).toEqual([{ student_id: "20230009", name: "Bo" }]);
  await expectAccessible(page);
  await capture(page, "edit-class");
  expectCleanConsole(page);
});

test("a class of a course with 99 groups is still edited, but for its number", async () => {
  const ben = await site.instructor("ben@example.edu");
  const groups = Array.from({ length: 99 }, (_, index) => String(index + 1));
  for (const classGroup of groups) await ben.call("createClass", { body: { ...CPE_101, classGroup } });
  const tab = await openTab(browser, { site, as: ben });
  const [own] = await ben.call("getClasses", {});
  await tab.goto(`/edit-class/${own?.id}`);
  await tab.getByText("The course already has 99 groups.").waitFor();
  const group = tab.getByLabel("Group Number");
  expect([await group.isDisabled(), await group.inputValue()]).toEqual([true, "1"]);
  // A new spelling counts for the whole course, and the number stays.
  await tab.getByLabel("Course Code").fill("Cpe 101");
  await tab.getByText("All groups of CPE 101 get this spelling.").waitFor();
  await expect.poll(() => group.inputValue()).toBe("1");
  await tab.getByLabel("Class Schedule").fill("Sat 8:00-11:00");
  await tab.getByLabel("Student ID", { exact: true }).fill("20230009");
  await tab.getByRole("button", { name: "Save Changes" }).click();
  await tab.getByText("Class updated successfully.").waitFor();
  await tab.getByText("1 course, 99 groups").waitFor();
  expect(await ben.call("getClass", { params: { classId: own?.id ?? "" } })).toMatchObject({
    class_code: "Cpe 101",
    class_group: 1,
    class_schedule: "Sat 8:00-11:00",
    student_list: ["20230009"],
  });
  await tab.goto("/create-class");
  await tab.getByLabel("Course Code").fill("CPE 101");
  expect([await group.isDisabled(), await group.inputValue()]).toEqual([true, ""]);
  await tab.close();
});

test("what another tab saves meanwhile is kept, and a field is replaced only after it was seen", async () => {
  const body = { ...CPE_101, classGroup: "9", studentList: ["20230001", "20230002"] };
  const { class: group } = await ana.call("createClass", { body });
  const params = { classId: group.id };
  await page.goto(`/edit-class/${group.id}`);
  const ids = page.getByLabel("Student ID", { exact: true });
  await ids.fill("20230005");
  await page.getByRole("button", { name: "Add Student" }).click();
  await page.getByRole("button", { name: "Remove 20230002" }).click();
  const schedule = page.getByLabel("Class Schedule");
  await schedule.fill("Sat 8:00-11:00");

  const studentList = [...body.studentList, "20230003", "20230004"];
  await ana.call("editClass", {
    params,
    body: { ...body, classCode: "CPE 303", classSchedule: "TTh 13:00-14:30", studentList },
  });
  const save = page.getByRole("button", { name: "Save Changes" });
  await save.click();
  await page.getByText('"TTh 13:00-14:30" was saved by somebody else meanwhile. Save again to replace it.').waitFor();
  await expect.poll(() => schedule.inputValue()).toBe("Sat 8:00-11:00");
  await expectAccessible(page);
  await capture(page, "edit-class-changed");
  await save.click();
  await page.getByText("Class updated successfully.").waitFor();
  expect(await ana.call("getClass", { params })).toMatchObject({
    id: group.id,
    class_code: "CPE 303",
    class_group: 9,
    class_schedule: "Sat 8:00-11:00",
    student_list: ["20230001", "20230003", "20230004", "20230005"],
  });
  await ana.call("deleteClass", { params });
});

test("the overview shows three groups per course, all of them in its dialog, and deletes with the phrase", async () => {
  for (const [classCode, classGroup] of [
    ["CPE 101", "8"],
    ["CPE 204", "1"],
  ]) {
    const { class: created } = await ana.call("createClass", {
      body: { classCode: classCode ?? "", classGroup: classGroup ?? "", classSchedule: "Fri 15:00", studentList: [] },
    });
    await newTask(ana, { classId: created.id });
  }
  await page.goto(`/classes/${ana.userId}`);
  expect(await page.title()).toBe("Class Page");
  const card = page.getByRole("button", { name: /CPE 101/ });
  const text = await card.innerText();
  expect(text).toContain("4 groups");
  expect(text.match(/Group \d/g)).toEqual(["Group 1", "Group 3", "Group 5"]);
  await expectAccessible(page);
  await capture(page, "classes");
  await card.click();
  const dialog = page.getByRole("dialog", { name: "Groups for CPE 101" });
  await expect.poll(() => dialog.getByRole("link").count()).toBe(4);
  await expectAccessible(page);
  await capture(page, "classes-groups");
  await page.keyboard.press("Escape");
  await expectFocus(card);
  await card.press("Enter");
  const remove = dialog.getByRole("button", { name: "Delete group 8" });
  await remove.press("Enter");
  const confirmation = page.getByRole("alertdialog");
  await confirmation
    .getByText("All tasks of the class are removed too, with their submissions and grades: 1 task.")
    .waitFor();
  await expectFocus(confirmation.getByRole("textbox"));
  await page.keyboard.press("Escape");
  await expectFocus(remove);
  await pressOnceFocused(page, "Escape");
  await remove.press("Enter");
  await expectFocus(remove);
  expect(await confirmation.count()).toBe(0);
  await remove.press("Enter");
  await confirmation.getByRole("textbox").fill("CPE 101");
  await confirmation.getByRole("button", { name: "Delete Class" }).click();
  await confirmation.getByText("Verification text does not match. Please try again.").waitFor();
  await capture(page, "classes-delete");
  await confirmation.getByRole("textbox").fill("CPE 101_Fri 15:00_remove");
  await confirmation.getByRole("button", { name: "Delete Class" }).click();
  await page.getByText("Class CPE 101 was deleted successfully.").waitFor();
  // The dialog stays, and the focus moves next to the group that is gone.
  await expectFocus(dialog.getByRole("button", { name: "Delete group 5" }));
  await expect.poll(() => dialog.getByRole("link").count()).toBe(3);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText("3 groups", { exact: true }).waitFor();
  await expectFocus(card);

  await page.getByRole("button", { name: /CPE 204/ }).click();
  await page.getByRole("button", { name: "Delete group 1" }).press("Enter");
  await page.keyboard.type("CPE 204_Fri 15:00_remove");
  await page.keyboard.press("Enter");
  await page.getByText("Class CPE 204 was deleted successfully.").waitFor();
  await confirmation.waitFor({ state: "detached" });
  // The course disappears with its last group, and the dialog with it.
  expect(await page.getByRole("dialog").count()).toBe(0);
  await expectFocus(page.getByRole("link", { name: "Add Class/Group" }));
  expectCleanConsole(page);
});

/** Presses a key as soon as the focus is in a question, before the browser draws it. */
async function pressOnceFocused(page: Page, key: string): Promise<void> {
  await page.evaluate((key) => {
    document.addEventListener("focusin", function press({ target }) {
      if (!(target instanceof Element) || target.closest("[role=alertdialog]") === null) return;
      document.removeEventListener("focusin", press);
      target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    });
  }, key);
}

test("five outlines are shown while the classes load", async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.goto("/about");
  await page.route("**/classes/get-classes", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Classes", exact: true }).click();
  await page.locator(".class-skeleton").first().waitFor();
  await expect.poll(() => page.locator(".class-skeleton").count()).toBe(5);
  answer();
  await page.getByRole("button", { name: /CPE 101/ }).waitFor();
});

test("a list without known headings is previewed: a person chooses its columns and confirms lost zeros", async () => {
  await page.goto("/create-class");
  await page.getByLabel("Course Code").fill("CPE 301");
  await page.getByLabel("Group Number").fill("1");
  await page.getByLabel("Class Schedule").fill("TTh 13:00-14:30");
  const sheets = [
    {
      name: "List",
      rows: [
        ["Kennung", "Rufname", "Zuname", "Gruppe"],
        [20230011, "Ana", "Cruz", "A"],
        [1230012, "Bo", "Li", "A"],
        [20230013, "Cy", "Diaz", "B"],
        [20230013, "Cyd", "Diaz", "A"],
        [20230011, "Ana", "Cruz", "B"],
        ["Total: 4", null, null, null],
      ],
    },
  ];
  const file = page.getByLabel("File with student IDs");
  const buffer = Buffer.from((await writeXlsx({ sheets })) as Uint8Array);
  await file.setInputFiles({ name: "list.xlsx", mimeType: "application/octet-stream", buffer });
  const dialog = page.getByRole("dialog", { name: "Students in list.xlsx" });
  await dialog.getByText("2 students, 1 with a name; 2 of them new in this class.").waitFor();
  for (const name of ["Column Rufname", "Column Zuname"]) {
    await dialog.getByRole("combobox", { name }).click();
    await page.getByRole("option", { name: "Not used" }).click();
  }
  await dialog.getByText("2 students, 0 with a name; 2 of them new in this class.").waitFor();
  await dialog.getByRole("combobox", { name: "Column Rufname" }).click();
  await page.getByRole("option", { name: "First name" }).click();
  await dialog.getByRole("combobox", { name: "Column Zuname" }).click();
  await page.getByRole("option", { name: "Last name", exact: true }).click();
  await dialog.getByText("2 students, 1 with a name; 2 of them new in this class.").waitFor();
  await dialog.getByText("line 4: Student ID 20230013 is listed with different names").waitFor();
  await dialog.getByLabel("Give 1 ID the zeros back that a spreadsheet dropped (1230012 becomes 01230012)").click();
  await dialog.getByText('line 7: "Total: 4" is not an 8-digit Student ID').waitFor();
  await expectAccessible(page);
  await dialog.getByText("1 student in several lines, taken once").waitFor();
  await capture(page, "create-class-preview");
  await dialog.getByRole("button", { name: "Add 3 students" }).click();
  await page.getByText("list.xlsx added 3 students and has 2 names. Names are saved with the class.").waitFor();
  const listed = page.getByRole("list", { name: "Students" }).getByRole("listitem");
  await expect.poll(() => listed.allInnerTexts()).toEqual(["01230012\nBo Li", "20230011\nAna Cruz", "20230013"]);

  const ids = page.getByLabel("Student ID", { exact: true });
  await page.evaluate(() => navigator.clipboard.writeText("20230011\tAna Cruz\n20230014\tDee Reyes\n"));
  await ids.press("Control+V");
  const pasted = page.getByRole("dialog", { name: "Students in the pasted table" });
  await pasted.getByText("2 students of this class not in the list: they stay until you remove them").waitFor();
  await pasted.getByRole("button", { name: "Add 1 student" }).click();
  await expect
    .poll(() => listed.allInnerTexts())
    .toEqual(["01230012\nBo Li", "20230011\nAna Cruz", "20230013", "20230014\nDee Reyes"]);
  await page.getByRole("button", { name: "Create Class" }).click();
  await page.getByText("Class created successfully.").waitFor();
  expectCleanConsole(page);
});
