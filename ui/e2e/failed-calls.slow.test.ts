import { mkdtemp, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { ENDPOINTS, type EndpointName } from "../../server/contract/endpoints.ts";
import { ERROR_PAGES } from "../../server/contract/error-pages.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  holdCalls,
  launchBrowser,
  OWN_JSON,
  openTab,
  PHONE,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const UNREACHABLE = "The server cannot be reached. Check your connection and try again.";
const FOREIGN =
  "The answer did not come from CircuitGrade. If your network asks you to log in, do that first. Then try again.";
const CHANGED = "The file was changed or moved since it was chosen: choose it again.";

const [site, browser] = await Promise.all([openSite(), launchBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana);
const taskId = await newTask(ana, { classId });
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

/** Breaks the connection of one call until the returned function is called. */
async function breakCall(tab: Page, name: EndpointName): Promise<() => Promise<void>> {
  const path = `**${ENDPOINTS[name].path.replace(/:\w+/g, "*")}*`;
  await tab.route(path, (route) => route.abort());
  return () => tab.unroute(path);
}

/** A minute later: browsers cannot distinguish two times of the same second. */
async function saveAgain(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  const later = new Date(Date.now() + 60_000);
  await utimes(path, later, later);
}

/** Navigates to a page as a link does: without loading the document with the page's first data. */
async function follow(path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

test("every page whose data cannot be loaded says so, and 'Try again' loads it", async () => {
  const pages: readonly [path: string, broken: EndpointName, message: string, then: string][] = [
    [`/dashboard/${ana.userId}`, "getTasks", UNREACHABLE, "Half adder"],
    [`/classes/${ana.userId}`, "getClasses", UNREACHABLE, "MWF 9:00"],
    ["/create-class", "getClasses", UNREACHABLE, "Class Schedule"],
    [`/edit-class/${classId}`, "getClass", UNREACHABLE, "Save Changes"],
    [`/edit-class/${classId}`, "getTasksByClass", UNREACHABLE, "Half adder"],
    ["/create-task", "getClasses", UNREACHABLE, "Answer Keys"],
    [`/edit-task/${taskId}`, "getTask", UNREACHABLE, "Answer Keys"],
    [`/task/${taskId}`, "getTask", UNREACHABLE, TEXTS.submissions.none],
    [`/task/${taskId}`, "getFiles", UNREACHABLE, TEXTS.submissions.none],
    [`/task/${taskId}?tab=review`, "getQueue", UNREACHABLE, "Nothing was handed in yet."],
    [`/task/${taskId}?tab=review`, "getAnswerGroups", UNREACHABLE, "Nothing was handed in yet."],
    [`/task/${taskId}?tab=similar`, "findCopies", UNREACHABLE, "0 drawings compared"],
    [`/circuit-evaluator/${taskId}`, "getFiles", UNREACHABLE, "Pages appear here as soon as students hand them in."],
    ["/notifications", "getAllNotifications", TEXTS.notifications.fetchFailed, "No notifications available"],
    ["/settings", "getNotificationFilters", UNREACHABLE, "Due dates"],
  ];
  await page.goto("/about");
  for (const [path, broken, message, then] of pages) {
    const mend = await breakCall(page, broken);
    await follow(path);
    const alert = page.getByRole("alert").filter({ hasText: message });
    await alert.first().waitFor();
    if (broken === "getTasks") {
      await expectAccessible(page);
      await capture(page, "dashboard-failed");
    }
    await mend();
    await alert.getByRole("button", { name: "Try again" }).first().click();
    await page.getByText(then).first().waitFor();
    expect(await alert.count(), path).toBe(0);
    await follow("/about");
    await page.getByRole("heading", { name: "User Guide" }).waitFor();
    // Answers are kept for 100 ms after their last component.
    await page.waitForTimeout(250);
  }
  expectCleanConsole(page);
});

test("a connection that drops once is tried again by itself", async () => {
  const path = `**${ENDPOINTS.getClasses.path}`;
  await page.goto("/about");
  await page.route(path, (route) => route.abort(), { times: 1 });
  await follow(`/classes/${ana.userId}`);
  await page.getByText("MWF 9:00").first().waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
});

test("a task that cannot be fetched has the specification's text on each of its pages", async () => {
  await page.goto("/about");
  const path = `**${ENDPOINTS.getTask.path.replace(":taskId", "*")}`;
  for (const own of [`/task/${taskId}`, `/edit-task/${taskId}`, `/circuit-evaluator/${taskId}`, `/stacks/${taskId}`]) {
    await page.route(path, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
    await follow(own);
    const alert = page.getByRole("alert").getByText(`${TEXTS.task.unexpected} ${FOREIGN}`);
    await alert.waitFor();
    await page.unroute(path);
    await page.route(path, (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(`${TEXTS.task.unexpected} ${UNREACHABLE}`).waitFor();
    await page.unroute(path);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await follow("/about");
    await page.getByRole("heading", { name: "User Guide" }).waitFor();
    await page.waitForTimeout(250);
  }
  expectCleanConsole(page);
});

test("a response that breaks off does not count: the page says so, and 'Try again' loads it", async () => {
  await page.goto("/about");
  const path = `**${ENDPOINTS.getTasks.path}`;
  await page.route(path, (route) => route.fulfill({ headers: OWN_JSON, body: '[{"id":"' }));
  await follow(`/dashboard/${ana.userId}`);
  const alert = page.getByRole("alert").filter({ hasText: UNREACHABLE });
  await alert.waitFor();
  await page.unroute(path);
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Half adder").first().waitFor();
  await follow("/about");
  expectCleanConsole(page);
});

test("a gradebook that was saved again since it was chosen must be chosen again; choosing another column clears the result", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "gradebook-")), "canvas.csv");
  const text = "Student,ID,SIS User ID,Half adder (7),Lab (8)\r\n    Points Possible,,,5,5\r\nAna,1,20230001,,\r\n";
  await writeFile(path, text);
  const tab = await openTab(browser, { site, as: ana });
  await tab.goto(`/task/${taskId}?tab=grades`);
  const input = tab.getByLabel("Gradebook (CSV)");
  const fill = tab.getByRole("button", { name: "Fill in grades" });
  await input.setInputFiles(path);
  await fill.click();
  const filled = tab.getByText(/grades? filled into “Half adder \(7\)”\./);
  await filled.waitFor();
  await saveAgain(path, `${text}Bo,2,20230002,,\r\n`);
  await fill.click();
  await tab.getByRole("alert").filter({ hasText: CHANGED }).waitFor();
  expect(await input.evaluate((element: HTMLInputElement) => element.files?.length)).toBe(0);
  await expectAccessible(tab);
  await capture(tab, "gradebook-changed");
  await input.setInputFiles(path);
  const column = tab.getByLabel("Column for the grades");
  await column.fill("SIS User ID");
  await fill.click();
  await tab
    .getByRole("alert")
    .filter({ hasText: '"SIS User ID" is a column that the gradebook keeps itself' })
    .waitFor();
  const choose = async (name: string) => {
    await tab.getByLabel("Grades go into").click();
    await tab.getByRole("option", { name }).click();
  };
  await choose("Half adder (7)");
  await fill.click();
  await filled.waitFor();
  await choose("Lab (8)");
  expect(await tab.getByRole("button", { name: "Save the filled gradebook" }).count()).toBe(0);
  await fill.click();
  await tab.getByText(/grades? filled into “Lab \(8\)”\./).waitFor();
  expectCleanConsole(tab);
});

test("a table that no program exports asks for its columns once, and remembers them for the class", async () => {
  const table = { name: "table.csv", mimeType: "text/csv", buffer: Buffer.from("Kennung;Punkte\r\n20230001;\r\n") };
  const tab = await openTab(browser, { site, as: ana });
  await tab.goto(`/task/${taskId}?tab=grades`);
  const input = tab.getByLabel("Gradebook (CSV)");
  const fill = tab.getByRole("button", { name: "Fill in grades" });
  await input.setInputFiles(table);
  await fill.click();
  await tab.getByRole("alert").filter({ hasText: "Say which column has the Student IDs" }).waitFor();
  for (const [label, column] of [
    ["Student IDs are in", "Kennung"],
    ["Grades go into", "Punkte"],
  ] as const) {
    await tab.getByLabel(label).click();
    await tab.getByRole("option", { name: column }).click();
  }
  await expectAccessible(tab);
  await capture(tab, "gradebook-columns");
  const release = await holdCalls(tab, "**/fill-gradebook/*");
  const answered = tab.waitForResponse("**/fill-gradebook/*");
  await fill.click();
  const grades = tab.getByLabel("Grades go into");
  const choose = async (name: string) => {
    await grades.click();
    await tab.getByRole("option", { name }).click();
  };
  await choose("Kennung");
  await release();
  await answered;
  // The answer is about a column that is no longer chosen.
  await expect.poll(() => fill.isEnabled()).toBe(true);
  expect(await grades.textContent()).toBe("Kennung");
  expect(await tab.getByText(/^Table: /).count()).toBe(0);
  await choose("Punkte");
  await fill.focus();
  const releaseAgain = await holdCalls(tab, "**/fill-gradebook/*");
  await tab.keyboard.press("Enter");
  await tab.getByRole("button", { name: "Filling in..." }).and(tab.locator(":focus")).waitFor();
  await releaseAgain();
  const filled = tab.getByText(/^Table: \d grades? filled into “Punkte”\. Student IDs are in “Kennung”\.$/);
  await filled.waitFor();
  await capture(tab, "gradebook-table");
  await tab.reload();
  await input.setInputFiles(table);
  await fill.click();
  await filled.waitFor();
  expectCleanConsole(tab);
});

test("a student whose file was saved again since it was chosen is asked to choose it again, not to try again", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "page-")), "20230001_quiz[1].png");
  await writeFile(path, "first");
  const phone = await openTab(browser, { site, viewport: PHONE });
  await phone.goto(`/student-upload/${taskId}`);
  const input = phone.getByLabel("Item 1", { exact: true });
  await input.setInputFiles(path);
  await saveAgain(path, "a second picture");
  await phone.getByRole("button", { name: "Submit Files" }).click();
  await phone.getByText(CHANGED).waitFor();
  expect(await phone.getByRole("button", { name: "Retry" }).count()).toBe(0);
  expect(await phone.getByText(TEXTS.files.uploadFailed).count()).toBe(0);
  await expectAccessible(phone);
  await capture(phone, "student-upload-changed");
  await input.setInputFiles(path);
  expect(await phone.getByText(CHANGED).count()).toBe(0);
  const answered = phone.waitForResponse((response) => response.request().method() === "POST");
  await phone.getByRole("button", { name: "Submit Files" }).click();
  await answered;
  expect(await phone.getByText(CHANGED).count()).toBe(0);
  expectCleanConsole(phone);
});

test("a page whose files cannot be fetched offers to load it again", async () => {
  const tab = await openTab(browser, { site, as: ana });
  await tab.goto("/about");
  await tab.route("**/assets/settings-page*", (route) => route.abort());
  await tab.getByRole("link", { name: "Settings", exact: true }).click();
  await tab.getByRole("button", { name: "Load the page again" }).waitFor();
  await expectAccessible(tab);
  await tab.unroute("**/assets/settings-page*");
  await tab.getByRole("button", { name: "Load the page again" }).click();
  await tab.waitForURL("**/settings");
  await tab.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
});

test("menus open without a connection; one that could not be fetched says so, and the page stays", async () => {
  const tab = await openTab(browser, { site, as: ana });
  const bell = tab.getByRole("button", { name: "Notifications" });
  const fetched = tab.waitForResponse("**/assets/notification-menu*");
  await tab.goto("/about");
  await fetched;
  await tab.context().setOffline(true);
  await bell.click();
  await tab.getByRole("dialog", { name: "Notifications" }).waitFor();
  await tab.context().setOffline(false);

  await tab.route("**/assets/notification-menu*", (route) => route.abort());
  await tab.reload();
  await bell.click();
  await tab.getByText("The menu could not be loaded. Load the page again when you are connected.").waitFor();
  await tab.getByRole("heading", { level: 1, name: "About" }).waitFor();
  await tab.close();
});

test("switches of notifications show what is stored when it fails", async () => {
  const tab = await openTab(browser, { site, as: ana });
  await tab.goto("/settings");
  const [first, second] = ["New submissions", "Due dates"].map((name) => tab.getByRole("switch", { name }));
  const state = async () => Promise.all([first!.isChecked(), second!.isChecked()]);
  const stored = await state();
  const failure = tab.getByText(UNREACHABLE);
  await tab.context().setOffline(true);
  await first!.click();
  await failure.waitFor();
  await expect.poll(state).toEqual(stored);
  await tab.context().setOffline(false);
  await tab.reload();

  // Another one is switched while the first is on its way, which is stored late, or fails.
  const path = `**${ENDPOINTS.setNotificationFilters.path}`;
  let wanted = stored;
  for (const end of ["continue", "abort"] as const) {
    let [calls, answered] = [0, 0];
    await tab.route(path, async (route) => {
      if (route.request().method() === "GET") return route.fallback();
      const isFirst = ++calls === 1;
      if (isFirst) await tab.waitForTimeout(1500);
      await (isFirst ? route[end]() : route.continue());
      answered++;
    });
    await first!.click();
    await second!.click();
    await expect.poll(() => answered).toBe(2);
    wanted = [end === "abort" ? wanted[0]! : !wanted[0], !wanted[1]];
    await expect.poll(state).toEqual(wanted);
    await tab.unroute(path);
    await tab.reload();
    await expect.poll(state).toEqual(wanted);
  }

  // Another one is switched while the page asks what is stored after a failure.
  const answers: (() => Promise<void>)[] = [];
  let isFirstPatch = true;
  await tab.route(path, async (route) => {
    if (route.request().method() !== "GET") {
      if (!isFirstPatch) return route.continue();
      isFirstPatch = false;
      return route.abort();
    }
    const response = await route.fetch();
    answers.push(() => route.fulfill({ response }).catch(() => undefined));
  });
  await first!.click();
  await expect.poll(() => answers.length).toBe(1);
  await second!.click();
  await expect.poll(() => answers.length).toBe(2);
  const stores = tab.waitForResponse((response) => response.request().method() !== "GET");
  for (const answer of answers) await answer();
  await stores;
  wanted = [wanted[0]!, !wanted[1]];
  await expect.poll(state).toEqual(wanted);
  await tab.unroute(path);
  await tab.reload();
  await expect.poll(state).toEqual(wanted);

  // The page is left before the second one is sent.
  const letGo = await holdCalls(tab, path);
  await first!.click();
  await second!.click();
  await tab.getByRole("link", { name: "About", exact: true }).first().click();
  await tab.waitForURL("**/about");
  await tab.waitForTimeout(500);
  const sent = tab.waitForResponse((response) => {
    return response.url().endsWith(ENDPOINTS.setNotificationFilters.path) && response.request().method() !== "GET";
  });
  await letGo();
  await sent;
  await tab.goto("/settings");
  await expect.poll(state).toEqual(wanted.map((on) => !on));
  await tab.close();
});

test("a dialog that could not be fetched says so", async () => {
  // Whose task nobody has handed in for.
  const bo = await site.instructor("bo@example.edu");
  await newTask(bo, { classId: await newClass(bo) });
  const tab = await openTab(browser, { site, as: bo });
  await tab.route("**/assets/*link-dialog*", (route) => route.abort());
  await tab.goto(`/dashboard/${bo.userId}`);
  await tab.getByRole("button", { name: "Share it" }).click();
  await tab.getByText("The dialog could not be loaded. Load the page again when you are connected.").waitFor();
  await tab.close();
});

test("a page that is opened without a connection says so, and loads by itself when there is one", async () => {
  const tab = await openTab(browser, { site, as: ana });
  await tab.goto("/about");
  await tab.context().setOffline(true);
  await tab.getByRole("link", { name: "Settings", exact: true }).click();
  await tab.getByRole("heading", { level: 1, name: ERROR_PAGES.unreachable.title }).waitFor();
  await tab.getByText(ERROR_PAGES.unreachable.message).waitFor();
  // The browser would show its own page instead, which may not come back.
  expect(await tab.getByRole("button").count()).toBe(0);
  await expectAccessible(tab);
  await capture(tab, "error-unreachable");
  await tab.context().setOffline(false);
  await tab.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await tab.close();
});

test("failed actions say so in the specification's words, and nothing is lost; the session ends with it", async () => {
  let mend = await breakCall(page, "deleteTask");
  await follow(`/dashboard/${ana.userId}`);
  await page.getByRole("button", { name: "Actions for Half adder" }).click();
  await page.getByRole("menuitem", { name: "Remove Task" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Yes, remove it" }).click();
  await question.getByText(TEXTS.task.deleteFailed).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Half adder").first().waitFor();
  await mend();

  mend = await breakCall(page, "deleteClass");
  await follow(`/classes/${ana.userId}`);
  await page.getByRole("button", { name: /CPE 101/ }).click();
  await page.getByRole("button", { name: "Delete group 1" }).click();
  await question.getByRole("textbox").fill("CPE 101_MWF 9:00-10:00_remove");
  await question.getByRole("button", { name: "Delete Class" }).click();
  await question.getByText(TEXTS.classes.deleteFailed).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await mend();

  mend = await breakCall(page, "validatePassword");
  await follow("/settings");
  await page.getByLabel("Current Password").fill(ana.password);
  await page.getByLabel("New Password").fill("Circuit2!");
  await page.getByLabel("Confirm Password").fill("Circuit2!");
  await page.getByRole("button", { name: "Change Password" }).click();
  await page.getByText(TEXTS.auth.validationFailed).waitFor();
  await expect.poll(() => page.getByLabel("New Password").inputValue()).toBe("Circuit2!");
  await mend();

  mend = await breakCall(page, "sendMessage");
  await follow("/contact");
  await page.getByLabel("First Name").fill("Bo");
  await page.getByLabel("Last Name").fill("Reyes");
  await page.getByLabel("Email Address").fill("bo@home.example");
  await page.getByRole("textbox", { name: "Message" }).fill("Hello");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText(TEXTS.contact.failed).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Hello");
  await mend();

  // The message that was not sent causes a question.
  mend = await breakCall(page, "logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Log Out" }).click();
  await page.getByText(TEXTS.toasts.logoutFailed).waitFor();
  await mend();
  await page.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Log Out" }).click();
  await page.waitForURL("**/auth");
});
