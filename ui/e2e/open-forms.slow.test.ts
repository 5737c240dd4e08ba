import { writeXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import { TEXTS } from "../../server/contract/texts.ts";
import {
  chooseTaskAction,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  holdCalls,
  OWN_JSON,
  openBrowser,
  openTab,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

// What a form does while its call runs, and with what was typed.

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { classCode: "CPE 1" });
await newClass(ana, { classCode: "CPE 9", classSchedule: "Sat 8:00-11:00", studentList: [] });
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

const question = () => page.getByRole("alertdialog");

async function choose(label: string, option: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function fillTask(title: string): Promise<void> {
  await page.goto("/create-task");
  await page.getByLabel("Title").fill(title);
  await choose("Class Group", "CPE 1 | 1");
  await choose("Type of Task", "Quiz");
  await page.getByLabel("Answer Key 1", { exact: true }).fill("A ^ B");
  await page.getByLabel("Grade", { exact: true }).fill("5");
}

/** A field that takes neither clicks nor keys. */
async function expectClosed(label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.click({ force: true });
  await page.keyboard.type("x");
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(false);
}

test("a task's first step stays as sent while it waits for the response", async () => {
  await fillTask("Half adder");
  const release = await holdCalls(page, "**/detect-gates/validate-expression");
  await page.getByLabel("Title").press("Enter");
  const next = page.getByRole("button", { name: "Validating expressions....." });
  await expectFocus(next);
  await expectClosed("Title");
  await expectAccessible(page);
  await release();
  await page.getByText("Step 2 of 2").waitFor();
  await expectFocus(page.getByLabel("Due Date", { exact: true }));
  await page.getByRole("button", { name: "Back" }).click();
  await expectFocus(page.getByLabel("Title"));
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Half adder");
});

test("a task that is being saved cannot be changed, and its completion does not navigate away from the next page", async () => {
  await page.getByRole("button", { name: "Next" }).click();
  const release = await holdCalls(page, "**/task/create-task");
  await page.getByRole("button", { name: "Create Task" }).click();
  await expectFocus(page.getByRole("button", { name: "Creating..." }));
  await expect.poll(() => page.getByRole("button", { name: "Back" }).isDisabled()).toBe(true);
  await expectClosed("Due Date");
  await page.getByRole("link", { name: "Classes", exact: true }).click();
  await question().getByText("Leave before it is saved?").waitFor();
  await question().getByRole("button", { name: "Leave" }).click();
  await page.getByRole("link", { name: "Add Class/Group" }).click();
  await page.getByLabel("Course Code").fill("CPE 2");
  await release();
  await page.getByText(TEXTS.toasts.taskCreated).waitFor();
  // Enough time for it to navigate away.
  await page.waitForTimeout(500);
  expect(await question().count()).toBe(0);
  await expect.poll(() => page.getByLabel("Course Code").inputValue()).toBe("CPE 2");
  expectCleanConsole(page);
});

test("going back during a question about an edit leaves the form unchanged, or the page", async () => {
  const body = {
    title: "Full adder",
    classId,
    examType: "quiz" as const,
    dueDate: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
    answerKeys: [{ keys: [{ expression: "A ^ B", grade: "5" }] }],
  };
  const params = { taskId: (await ana.call("createTask", { body })).id };
  const counts = { totalSubmissions: 0, reviewedSubmissions: 0, status: "Ongoing" as const };
  const regrade = await ana.call("previewRegrade", { params, body: { ...body, ...counts } });
  const classChange = { class_change: { students: 1, not_enrolled: 1 } };
  let told: object = classChange;
  await page.route("**/task/preview-regrade/*", (route) =>
    route.fulfill({ headers: OWN_JSON, json: { ...regrade, ...told } }),
  );
  await page.goto(`/task/${params.taskId}`);
  await chooseTaskAction(page, "Edit Task");
  await choose("Class Group", "CPE 9 | 1");
  await page.getByRole("button", { name: "Next" }).click();
  const save = page.getByRole("button", { name: "Save Task" });
  const leave = page.getByRole("alertdialog", { name: "Discard your changes?" });
  const back = () => page.evaluate(() => history.back());

  async function backOver(asked: string): Promise<void> {
    await save.click();
    await page.getByRole("alertdialog", { name: asked }).waitFor();
    await back();
    await leave.waitFor();
  }

  for (const [asked, change] of [
    ["Change the class group?", classChange],
    ["Delete Item 2?", { gone: [{ item: 2, pages: 1 }] }],
  ] as const) {
    told = change;
    await backOver(asked);
    await leave.getByRole("button", { name: "Cancel" }).click();
    await question().waitFor({ state: "detached" });
    await save.waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Back" }).isEnabled()).toBe(true);
  }

  told = classChange;
  await backOver("Change the class group?");
  await back();
  await page.waitForTimeout(300);
  await leave.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(`**/task/${params.taskId}`);
  await question().waitFor({ state: "detached" });
  expect((await ana.call("getTask", { params })).class_id).toBe(classId);
  await page.unroute("**/task/preview-regrade/*");
  expectCleanConsole(page);
});

test("after leaving an edit, nothing is asked about it, and nothing is saved", async () => {
  const body = {
    title: "Half adder",
    classId,
    examType: "quiz" as const,
    dueDate: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
    answerKeys: [{ keys: [{ expression: "A ^ B", grade: "5" }] }],
  };
  const { id: taskId } = await ana.call("createTask", { body });
  const params = { taskId };
  const counts = { totalSubmissions: 0, reviewedSubmissions: 0, status: "Ongoing" as const };
  const regrade = await ana.call("previewRegrade", { params, body: { ...body, ...counts } });
  await page.goto(`/edit-task/${taskId}`);
  await choose("Class Group", "CPE 9 | 1");
  await page.getByRole("button", { name: "Next" }).click();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/task/preview-regrade/*", async (route) => {
    await released;
    await route.fulfill({ headers: OWN_JSON, json: { ...regrade, class_change: { students: 1, not_enrolled: 1 } } });
  });
  await page.getByRole("button", { name: "Save Task" }).click();
  await page.getByText("Saving...").waitFor();
  await page.getByRole("link", { name: "About" }).click();
  // If there were nothing to ask, the edit would be sent while this question is open.
  await question().getByText("Leave before it is saved?").waitFor();
  await question().getByRole("button").last().click();
  await page.waitForURL("**/about");
  const previewed = page.waitForResponse("**/task/preview-regrade/*");
  release();
  await previewed;
  await page.waitForTimeout(500);
  expect(await question().count()).toBe(0);
  expect((await ana.call("getTask", { params })).class_id).toBe(classId);
  await page.unroute("**/task/preview-regrade/*");
});

test("a class that is being saved cannot be changed, and its completion does not navigate away from the next page", async () => {
  await page.goto("/create-class");
  await page.getByLabel("Course Code").fill("CPE 3");
  await page.getByLabel("Group Number").fill("1");
  const schedule = page.getByLabel("Class Schedule");
  await schedule.fill("Sat 8:00");
  const release = await holdCalls(page, "**/classes/create-class");
  await schedule.press("Enter");
  await expectFocus(page.getByRole("button", { name: "Creating..." }));
  await expectClosed("Class Schedule");
  await expectClosed("Student ID");
  await page.getByRole("link", { name: "About" }).click();
  await question().getByText("Leave before it is saved?").waitFor();
  await question().getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/about");
  await release();
  await page.getByText(TEXTS.toasts.classCreated).waitFor();
  await page.waitForTimeout(500);
  expect(new URL(page.url()).pathname).toBe("/about");
  expectCleanConsole(page);
});

test("a save that ends during the question closes it", async () => {
  await page.goto("/create-class");
  await page.getByLabel("Course Code").fill("CPE 4");
  await page.getByLabel("Group Number").fill("1");
  await page.getByLabel("Class Schedule").fill("Sat 8:00");
  const release = await holdCalls(page, "**/classes/create-class");
  await page.getByRole("button", { name: "Create Class" }).click();
  await page.getByRole("link", { name: "About" }).click();
  await question().waitFor();
  await release();
  await page.waitForURL(`**/classes/${ana.userId}`);
  await question().waitFor({ state: "detached" });
  await page.getByRole("link", { name: "About" }).click();
  await page.waitForURL("**/about");
  expectCleanConsole(page);
});

test("a typed group number returns when the code is no longer that of another course", async () => {
  await page.goto("/create-class");
  const code = page.getByLabel("Course Code");
  const group = page.getByLabel("Group Number");
  await group.fill("7");
  await code.pressSequentially("CPE 1");
  await expect.poll(() => group.inputValue()).toBe("2");
  await code.pressSequentially("01");
  await expect.poll(() => group.inputValue()).toBe("7");

  await page.goto(`/edit-class/${classId}`);
  await group.fill("5");
  await code.fill("CPE 9");
  await expect.poll(() => group.inputValue()).toBe("2");
  await code.fill("CPE 1");
  await expect.poll(() => group.inputValue()).toBe("5");
});

test("an ID that is added while a file is read stays next to those of the file", async () => {
  await page.goto("/create-class");
  const ids = page.getByLabel("Student ID", { exact: true });
  await ids.waitFor();
  // As on a slow drive.
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      await new Promise((resolve) => addEventListener("drive", resolve, { once: true }));
      return arrayBuffer.call(this);
    };
  });
  const file = { name: "students.csv", mimeType: "text/csv", buffer: Buffer.from("student_id\n20230001\n20230002\n") };
  await page.getByLabel("File with student IDs").setInputFiles(file);
  await ids.fill("20230003");
  await ids.press("Enter");
  await page.evaluate(() => dispatchEvent(new Event("drive")));
  await page.getByRole("button", { name: "Add 2 students" }).click();
  await page.getByText("students.csv added 2 students.").waitFor();
  const listed = page.getByRole("list", { name: "Students" }).getByRole("listitem");
  await expect.poll(() => listed.allInnerTexts()).toEqual(["20230001", "20230002", "20230003"]);
});

test("a spreadsheet that is read late opens nothing on the next page", async () => {
  await page.goto("/create-class");
  const release = await holdCalls(page, "**/classes/read-spreadsheet");
  const rows = [["student_id"], ["20230001"]];
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: "Students", rows }] }));
  const answered = page.waitForResponse("**/classes/read-spreadsheet");
  await page.getByLabel("File with student IDs").setInputFiles({ name: "students.xlsx", mimeType: "", buffer });
  await page.getByRole("link", { name: "About" }).click();
  await page.waitForURL("**/about");
  await release();
  expect((await answered).status()).toBe(200);
  await page.waitForTimeout(500);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a dialog that was closed while it was saved says how that ended, and leaves the next one open", async () => {
  await page.goto(`/edit-class/${classId}`);
  const email = page.getByLabel("E-mail Address");
  for (const end of ["saved", "failed"]) {
    const grader = await site.instructor(`${end}@example.edu`);
    await page.getByRole("button", { name: "Add Person" }).click();
    await email.fill(grader.email);
    const path = `**/classes/people/${classId}`;
    const release = await holdCalls(page, path);
    await email.press("Enter");
    await page.keyboard.press("Escape");
    await email.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add Person" }).click();
    await email.fill("next@example.edu");
    if (end === "failed") await page.context().setOffline(true);
    await release();
    await page.getByText(end === "saved" ? / is a grader now\./ : /cannot be reached/).waitFor();
    expect(await email.inputValue()).toBe("next@example.edu");
    await page.context().setOffline(false);
    await page.keyboard.press("Escape");
  }
});

test("the next student of an extension can be typed while the last one is saved", async () => {
  const taskId = await newTask(ana, { classId });
  await page.goto(`/task/${taskId}?tab=settings`);
  await page.getByRole("button", { name: "Change extensions" }).click();
  const dialog = page.getByRole("dialog", { name: "Extensions" });
  const student = dialog.getByLabel("Student");
  await dialog.locator("button[type=submit]:enabled").waitFor();
  await student.fill("20230001");
  const release = await holdCalls(page, `**/task/extensions/${taskId}`);
  await student.press("Enter");
  await student.fill("2023");
  await release();
  await page.getByRole("list", { name: "Extensions" }).getByText("20230001").waitFor();
  await expect.poll(() => dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(false);
  expect(await student.inputValue()).toBe("2023");
});

test("the focus moves to the first field with an error", async () => {
  await page.goto("/create-class");
  await page.getByRole("button", { name: "Create Class" }).click();
  await expectFocus(page.getByLabel("Course Code"));

  await page.goto("/contact");
  await page.getByLabel("First Name").fill("Ana");
  await page.getByRole("button", { name: "Send" }).click();
  await expectFocus(page.getByLabel("Last Name"));
  await expectAccessible(page);

  await page.goto("/settings");
  await page.getByLabel("Current Password").fill("Wrong1!aa");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expectFocus(page.getByLabel("New Password"));
  // Another form's fields do not belong to this one.
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expectFocus(page.getByLabel("Name", { exact: true }));
  await page.getByRole("button", { name: "Save Recovery Email" }).click();
  await expectFocus(page.getByLabel("Recovery Email Address"));

  const visitor = await openTab(browser, { site });
  await visitor.goto("/auth");
  await visitor.getByRole("button", { name: "Log In" }).click();
  await expectFocus(visitor.getByLabel("Email"));
  await visitor.getByLabel("Email").fill("ana@example.edu");
  await visitor.getByRole("button", { name: "Log In" }).click();
  await expectFocus(visitor.getByLabel("Password", { exact: true }));
  expectCleanConsole(visitor);
  expectCleanConsole(page);
});
