import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEXTS } from "../../server/contract/texts.ts";
import { capture, expectAccessible, expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { type OwnSite, startSite } from "./site.ts";

const EMAIL = "first@example.edu";
const PASSWORD = "Circuit1!";

let site: OwnSite;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
  page = await openTab(browser, { site });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Ends the session as the server does: the cookie is no longer valid. */
async function loseSession(): Promise<void> {
  await page.context().clearCookies({ name: "session" });
}

test("the link of the first start creates the first account, without mail and only once", async () => {
  const link = /http:\S+\/auth\?setup=[\w-]+/.exec(site.output())?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await expectAccessible(page);
  await capture(page, "auth-first-start");
  await page.getByLabel("Name").fill("Ana Cruz");
  await page.getByLabel("University email").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/*");
  expect(await site.mails()).toEqual([]);

  const late = await openTab(browser, { site });
  await late.goto(link);
  await late.getByLabel("University email").fill("second@example.edu");
  await late.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await late.keyboard.press("Enter");
  await late.getByRole("alert").waitFor();
  expect(await late.getByRole("heading", { name: "Verify Your Email" }).count()).toBe(0);
  await late.close();
});

test("a session that ends during work is renewed over the page: nothing typed is lost, and work continues", async () => {
  await page.goto("/create-class");
  await page.getByLabel("Course Code").fill("CPE 101");
  await page.getByLabel("Group Number").fill("1");
  await page.getByLabel("Class Schedule").fill("MWF 9:00-10:00");
  await page.getByLabel("Student ID", { exact: true }).fill("20230001");
  await page.getByRole("button", { name: "Add Student" }).click();
  await loseSession();
  await page.getByRole("button", { name: "Create Class" }).click();
  const dialog = page.getByRole("alertdialog", { name: TEXTS.classes.sessionExpired });
  await dialog.waitFor();
  await expect.poll(() => dialog.getByLabel("Email").inputValue()).toBe(EMAIL);
  await expectAccessible(page);
  await capture(page, "session-expired");
  // The password field has the focus.
  await page.keyboard.type("Wrong1!");
  await page.keyboard.press("Enter");
  await dialog.getByText(TEXTS.auth.loginFailed).waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByText(TEXTS.toasts.classCreated).waitFor();
  await page.waitForURL("**/classes/*");
  await page.getByRole("button", { name: /CPE 101/ }).waitFor();
});

test("without logging in again, the user leaves the page without another question", async () => {
  await page.getByRole("link", { name: "Add Class/Group" }).click();
  await page.getByLabel("Course Code").fill("CPE 202");
  await page.getByLabel("Group Number").fill("1");
  await page.getByLabel("Class Schedule").fill("Sat");
  await loseSession();
  await page.getByRole("button", { name: "Create Class" }).click();
  await page.getByRole("button", { name: "Leave this page" }).click();
  await page.waitForURL("**/auth");
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBe("null");
});

test("an ended session is noticed when a page is opened: the user is cleared, and the log-in says why", async () => {
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  // The bell is the last to call the server.
  await Promise.all([page.waitForResponse(/get-unread-notifications/), page.keyboard.press("Enter")]);
  await page.getByText("No tasks available.").waitFor();
  // The first steps have asked for the classes; their answer is kept for 100 ms.
  await page.getByRole("link", { name: "About", exact: true }).click();
  await page.getByRole("heading", { name: "User Guide" }).waitFor();
  await page.waitForTimeout(250);
  const words: string[] = [];
  page.on("console", (message) => words.push(message.text()));
  await loseSession();
  await page.getByRole("link", { name: "Classes", exact: true }).click();
  await page.waitForURL("**/auth");
  await page.getByText(TEXTS.classes.sessionExpired).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBe("null");
  expect(words).toContain("Session expired. Redirecting to login...");
  expectCleanConsole(page);
});

test("logging out in another tab asks over a page with something typed, and only over that", async () => {
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/*");
  const other = await page.context().newPage();
  const dialog = page.getByRole("alertdialog", { name: "You logged out in another tab." });

  async function logOut(): Promise<void> {
    await other.goto("/about");
    await other.getByRole("button", { name: "Logout" }).click();
    await other.waitForURL("**/auth");
  }

  await page.goto("/create-class");
  await page.getByLabel("Course Code").fill("CPE 303");
  await logOut();
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });

  await logOut();
  await dialog.waitFor();
  await other.getByLabel("Email").fill(EMAIL);
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await other.keyboard.press("Enter");
  await other.waitForURL("**/dashboard/*");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.getByLabel("Course Code").inputValue()).toBe("CPE 303");

  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.waitForURL("**/dashboard/*");
  await logOut();
  await page.waitForURL("**/auth");
  await other.close();
  expectCleanConsole(page);
});
