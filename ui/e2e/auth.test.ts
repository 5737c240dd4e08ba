import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS, type ResponseOf } from "../../server/contract/endpoints.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { capture, expectAccessible, expectCleanConsole, expectTitle, openBrowser, openTab } from "./browser.ts";
import { mailedTokenAbout, startSite } from "./site.ts";

let site: Awaited<ReturnType<typeof startSite>>;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test("sign up, verify by the mailed link, log in, log out", async () => {
  const page = await openTab(browser, { site });
  await page.goto("/");
  await page.waitForURL("**/auth");
  await expectTitle(page, "Authentication");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByLabel("University email").fill("ana@elsewhere.org");
  await page.getByLabel("Password", { exact: true }).fill("abc");
  await page.getByLabel("Re-enter password").fill("abd");
  await page.getByRole("button", { name: "Sign Up" }).click();
  for (const text of [
    "Invalid email domain. Only example.edu emails are allowed.",
    "Password must be at least 6 characters long.",
    "Password must contain at least one uppercase letter.",
    "Password must contain at least one number.",
    "Passwords do not match.",
  ]) {
    await page.getByText(text).waitFor();
  }
  await expectAccessible(page);
  await capture(page, "auth-sign-up");
  await page.getByLabel("University email").fill("ana@example.edu");
  expect(await page.getByText("Invalid email domain").count()).toBe(0);
  await page.getByLabel("Password", { exact: true }).fill("Circuit1!");
  await page.getByLabel("Re-enter password").fill("Circuit1!");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByRole("heading", { name: "Verify Your Email" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Resend confirmation email" }).click();
  const note = page.getByText("a new email is on its way");
  await note.waitFor();
  await note.waitFor({ state: "detached", timeout: 10_000 });
  await page.getByRole("button", { name: "Back to Login" }).click();

  await page.getByLabel("Email").fill("ana@example.edu");
  await page.getByLabel("Password", { exact: true }).fill("Circuit1!");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByText(TEXTS.auth.unverified).waitFor();
  await page.getByRole("button", { name: "Resend confirmation email" }).waitFor();

  await page.route("**/auth/verify-email", (route) => route.abort(), { times: 1 });
  await page.goto(`/verify-email?token=${await mailedTokenAbout(site, "ana@example.edu")}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Your email is verified.").waitFor();
  await expectTitle(page, "Email Verification");
  await page.waitForURL("**/auth", { timeout: 15_000 });

  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByText("Email is required.").waitFor();
  await page.getByText("Password is required.").waitFor();
  await page.getByLabel("Email").fill("ana@example.edu");
  await page.getByLabel("Password", { exact: true }).fill("Wrong1!");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect.poll(() => page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByText(TEXTS.auth.loginFailed).waitFor();
  await page.getByLabel("Password", { exact: true }).fill("Circuit1!");
  await page.getByLabel("Remember Me").click();
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL("**/dashboard/*");
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === "session")?.expires).toBeGreaterThan(Date.now() / 1000);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "null")?.email)).toBe("ana@example.edu");

  await page.goto("/auth");
  await page.waitForURL("**/dashboard/*");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/auth");
  await page.getByText(TEXTS.toasts.loggedOut).waitFor();
  await page.getByText(TEXTS.toasts.loggedOut).waitFor({ state: "detached", timeout: 8000 });
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBe("null");
  await page.goto("/create-task");
  await page.waitForURL("**/auth");
  expectCleanConsole(page);
  await expectAccessible(page);
  await capture(page, "auth-login");
});

test("a link without a token, and an invalid one, say so", async () => {
  const page = await openTab(browser, { site });
  await page.goto("/verify-email");
  await page.getByText(TEXTS.auth.noToken).waitFor();
  await expectAccessible(page);
  await capture(page, "verify-email");
  await page.goto("/verify-email?token=nonsense");
  await page.getByText(TEXTS.auth.verificationFailed).waitFor();
  await page.goto("/reset-password?token=nonsense");
  await page.waitForURL("**/auth");
  await expect.poll(() => page.locator(".toast[data-tone=error]").count()).toBe(1);
});

test("a forgotten password in three steps, and a new one by the mailed link", async () => {
  const bo = await site.instructor("bo@example.edu");
  const page = await openTab(browser, { site });
  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgot Password" }).click();
  await page.waitForURL("**/forgot-password");
  await expectTitle(page, "Forgot Password");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Email field is required.").waitFor();
  await page.getByLabel("Email").fill("bo at example");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Not a valid email address").waitFor();
  await expectAccessible(page);
  await capture(page, "forgot-password");
  await page.getByLabel("Email").fill(bo.email);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("b•••@e•••.edu").waitFor();
  await expectAccessible(page);
  await capture(page, "forgot-password-address");
  await page.getByRole("button", { name: "Send Recovery Email" }).click();
  await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
  await expect
    .poll(() => page.getByRole("link", { name: "Open Email" }).getAttribute("href"))
    .toBe("https://mail.example.edu/");
  await expectAccessible(page);
  await capture(page, "forgot-password-sent");
  await page.getByRole("button", { name: "Resend Email" }).click();
  await page.getByRole("status").getByText("an email with a link is on its way.").waitFor();
  // The second mail's link replaces the first one's.
  await expect
    .poll(async () => (await site.mails()).filter((mail) => mail.includes("/reset-password?")).length)
    .toBe(2);
  const token = await mailedTokenAbout(site, bo.email, "reset-password");

  await page.route("**/auth/verify-reset-token", (route) => route.abort(), { times: 1 });
  await page.goto(`/reset-password?token=${token}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expectTitle(page, "Reset Password");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set Password" }).click();
  for (const text of ["at least 8 characters long", "one uppercase letter", "one number", "one special character"]) {
    await page.getByText(text).waitFor();
  }
  await page.getByText("Passwords do not match.").waitFor();
  await expectAccessible(page);
  await capture(page, "reset-password");
  await page.getByLabel("New password").fill("Fresh-Ink9");
  await page.getByLabel("Confirm password").fill("Fresh-Ink9");
  await page.getByRole("button", { name: "Set Password" }).click();
  // '-' is not one of the special characters.
  await page.getByText("one special character").waitFor();
  await page.getByLabel("New password").fill("Fresh!Ink9");
  await page.getByLabel("Confirm password").fill("Fresh!Ink9");
  await page.getByRole("button", { name: "Set Password" }).click();
  await page.waitForURL("**/auth");
  await page.getByLabel("Email").fill(bo.email);
  await page.getByLabel("Password", { exact: true }).fill("Fresh!Ink9");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL("**/dashboard/*");
  expectCleanConsole(page);
});

test("the command's link logs in with its one button", async () => {
  const { userId: accountId } = await site.instructor("dee@example.edu");
  const command = { authorization: `Bearer ${await readFile(join(site.dataDir, "admin-token"), "utf8")}` };
  const { path, method } = ENDPOINTS.makeEntrance;
  const made = await fetch(site.origin + path.replace(":accountId", accountId), { method, headers: command });
  const { url } = (await made.json()) as ResponseOf<"makeEntrance">;
  const page = await openTab(browser, { site });
  await page.goto(url);
  await expectTitle(page, "Log in");
  await expectAccessible(page);
  await capture(page, "entrance");
  await page.getByRole("button").click();
  await page.waitForURL(`**/dashboard/${accountId}`);
  const other = await openTab(browser, { site, theme: "dark" });
  await other.goto(url);
  await capture(other, "entrance-dark");
  await other.getByRole("button").click();
  await other.getByText("The command that printed it prints a new one.").waitFor();
  await expectAccessible(other);
  await capture(other, "entrance-void");
  expectCleanConsole(page);
});
