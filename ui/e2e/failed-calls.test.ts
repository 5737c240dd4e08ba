import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS, type EndpointName } from "../../server/contract/endpoints.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { capture, expectAccessible, expectCleanConsole, openBrowser, openTab, PHONE } from "./browser.ts";
import { type Instructor, openSite, type Site } from "./site.ts";

const UNREACHABLE = "The server cannot be reached. Check your connection and try again.";

let site: Site;
let browser: Browser;
let ana: Instructor;
let classId: string;
let taskId: string;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  const body = { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00", studentList: ["20230001"] };
  classId = (await ana.call("createClass", { body })).class.id;
  const task = await ana.call("createTask", {
    body: {
      title: "Half adder",
      classId,
      examType: "quiz",
      dueDate: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
      answerKeys: [{ keys: [{ expression: "A ^ B", grade: "5" }] }],
    },
  });
  taskId = task.id;
  page = await openTab(browser, { site, as: ana });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** The connection to one call breaks until the returned function is called. */
async function breakCall(tab: Page, name: EndpointName): Promise<() => Promise<void>> {
  const path = `**${ENDPOINTS[name].path.replace(/:\w+/g, "*")}*`;
  await tab.route(path, (route) => route.abort());
  return () => tab.unroute(path);
}

/** Goes on to a page as a link does: the document with the page's first answers is not asked for. */
async function follow(path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

test("every page whose data does not come says so, and comes by 'Try again'", async () => {
  const pages: readonly [path: string, broken: EndpointName, message: string, then: string][] = [
    [`/dashboard/${ana.userId}`, "getTasks", UNREACHABLE, "Half adder"],
    [`/classes/${ana.userId}`, "getClasses", UNREACHABLE, "MWF 9:00"],
    ["/create-class", "getClasses", UNREACHABLE, "Class Schedule"],
    [`/edit-class/${classId}`, "getClass", UNREACHABLE, "Save Changes"],
    [`/edit-class/${classId}`, "getTasksByClass", UNREACHABLE, "Half adder"],
    ["/create-task", "getClasses", UNREACHABLE, "Answer Keys"],
    [`/edit-task/${taskId}`, "getTask", UNREACHABLE, "Answer Keys"],
    [`/task/${taskId}`, "getTask", UNREACHABLE, "Check For Similar Submissions"],
    [`/task/${taskId}`, "getFiles", UNREACHABLE, TEXTS.submissions.none],
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
  }
  expectCleanConsole(page);
});

test("the student page says so on a phone, and comes by 'Try again'", async () => {
  const phone = await openTab(browser, { site, viewport: PHONE });
  const mend = await breakCall(phone, "getPublicTask");
  // The answer that comes with the document is left out, as a browser's own copy of an old document has none.
  await phone.route(`**/student-upload/${taskId}`, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/"answers":\{.*\}(?=\}<)/s, '"answers":{}');
    await route.fulfill({ response, body: text });
  });
  await phone.goto(`/student-upload/${taskId}`);
  await phone.getByRole("heading", { name: "Task Not Found" }).waitFor();
  await mend();
  await phone.getByRole("button", { name: "Try again" }).click();
  await phone.getByRole("heading", { level: 1, name: "Half adder" }).waitFor();
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

test("what could not be done says so in the specification's words, and nothing is lost; the session ends with it", async () => {
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
  await page.getByRole("button", { name: "Remove group 1" }).click();
  await question.getByRole("textbox").fill("CPE 101_MWF 9:00_remove");
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
  expect(await page.getByLabel("New Password").inputValue()).toBe("Circuit2!");
  await mend();

  mend = await breakCall(page, "sendMessage");
  await follow("/contact");
  await page.getByLabel("First Name").fill("Bo");
  await page.getByLabel("Last Name").fill("Reyes");
  await page.getByLabel("Email Address").fill("bo@home.example");
  await page.getByRole("textbox", { name: "Message" }).fill("Hello");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText(TEXTS.contact.failed).waitFor();
  expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Hello");
  await mend();

  mend = await breakCall(page, "logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByText(TEXTS.toasts.logoutFailed).waitFor();
  await mend();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/auth");
});
