import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { capture, expectAccessible, expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { startSite } from "./site.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
});

const MANUAL = "https://help.example.edu/circuits";

test("where the administrator creates accounts, sign-up says whom to ask", async () => {
  const closed = await startSite({ SIGN_UP: "closed", SUPPORT_EMAIL: "help@example.edu", MANUAL_URL: MANUAL });
  const page = await openTab(browser, { site: closed });
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByRole("heading", { name: "Ask for an account" }).waitFor();
  await expect
    .poll(() => page.getByRole("link", { name: "help@example.edu" }).getAttribute("href"))
    .toBe("mailto:help@example.edu");
  expect(await page.getByRole("textbox").count()).toBe(0);
  await expectAccessible(page);
  await capture(page, "auth-sign-up-closed");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  // The link of the first start works in any case.
  await page.goto("/auth?setup=x");
  await page.getByLabel("University email").waitFor();
  await page.goto("/about");
  await expect.poll(() => page.getByRole("link", { name: "user manual" }).getAttribute("href")).toBe(MANUAL);
  expectCleanConsole(page);
  await closed.close();
});

test("where an administrator approves accounts, sign-up says it before and after", async () => {
  const approving = await startSite({ SIGN_UP: "approve" });
  const page = await openTab(browser, { site: approving });
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByText("An administrator approves new accounts; then you get an email.").waitFor();
  await expectAccessible(page);
  await page.getByLabel("University email").fill("bo@example.edu");
  await page.getByLabel("Password", { exact: true }).fill("Circuit1!");
  await page.getByLabel("Re-enter password").fill("Circuit1!");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByText("An administrator then approves your account, and you get an email.").waitFor();
  expectCleanConsole(page);
  await approving.close();
});

test("the first administrator is asked whose addresses may sign up; of a mail provider's, nobody by default", async () => {
  const site = await startSite();
  const page = await openTab(browser, { site, theme: "dark" });
  await page.goto(/http:\S+\/auth\?setup=[\w-]+/.exec(site.output())?.[0] ?? "");
  const email = page.getByLabel("University email");
  const question = page.getByRole("checkbox");
  await email.fill("dean@gmail.com");
  await expect.poll(() => question.isChecked()).toBe(false);
  await email.fill("dean@circuits.example.ph");
  await expect.poll(() => question.isChecked()).toBe(true);
  await page.getByText("Everybody with an address of circuits.example.ph may sign up.").waitFor();
  await expectAccessible(page);
  await capture(page, "auth-first-administrator");
  await page.getByLabel("Password", { exact: true }).fill("Circuit1!");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.waitForURL("**/dashboard/*");

  const other = await openTab(browser, { site });
  await other.goto("/auth");
  await other.getByRole("button", { name: "Sign Up" }).click();
  await other.getByText("like name@circuits.example.ph.").waitFor();
  expectCleanConsole(page);
  await site.close();
});
