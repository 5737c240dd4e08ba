import { afterAll, expect, test } from "vitest";
import { TOKEN_TEXTS } from "../../core/rules/accounts/access-token.ts";
import { EXCHANGE_FORM } from "../../server/contract/tasks/exchange.ts";
import {
  bytesOf,
  capture,
  chooseTaskAction,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  openBrowser,
  openTab,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const taskId = await newTask(ana, { classId: await newClass(ana) });
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

/** Calls as the command does. */
async function pull(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, [EXCHANGE_FORM.header]: EXCHANGE_FORM.form };
  return (await fetch(`${site.origin}/api/pull/${taskId}`, { headers })).status;
}

const section = () => page.getByRole("region", { name: "Access Tokens" });

test("a list that cannot be loaded says so, and can be loaded again", async () => {
  await page.route("**/auth/access-tokens", (route) => route.abort());
  await page.goto("/settings");
  const retry = section().getByRole("button", { name: /again/i });
  await retry.waitFor();
  await expect.poll(() => section().getByRole("button", { name: "New Access Token" }).isDisabled()).toBe(true);
  await page.unroute("**/auth/access-tokens");
  await retry.click();
  await section().getByText("No access tokens yet.").waitFor();
});

test("a token is created by keyboard alone, shown once, copied, and works", async () => {
  await section().getByRole("button", { name: "New Access Token" }).focus();
  await page.keyboard.press("Enter");
  await expectFocus(section().getByLabel("Token Name"));
  await page.keyboard.press("Enter");
  await section().getByText(TOKEN_TEXTS.nameRequired).waitFor();
  await section().getByText(TOKEN_TEXTS.passwordRequired).waitFor();
  await expectAccessible(page);
  await page.keyboard.type("Laptop");
  await page.keyboard.press("Tab");
  await expect
    .poll(() => section().getByRole("radio", { name: "Read, and write grades and pages" }).isChecked())
    .toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "90 days" }).waitFor();
  await page.keyboard.press("Escape");
  // It has closed the list, not the form; the keyboard continues at the list.
  await page.getByRole("option", { name: "90 days" }).waitFor({ state: "detached" });
  await expectFocus(section().getByRole("combobox", { name: "Valid for" }));
  await page.keyboard.press("Tab");
  await page.keyboard.type("Wrong1!aa");
  await page.keyboard.press("Enter");
  await section().getByText("Current password is incorrect.").waitFor();
  await section().getByLabel("Your Password").fill(ana.password);
  await capture(page, "settings-new-token");
  await page.keyboard.press("Enter");
  const shown = section().getByLabel("The new access token");
  await shown.waitFor();
  const token = (await shown.innerText()).trim();
  expect(token).toMatch(/^cgt_[\w-]{43}$/);
  await section().getByText("Copy the token now: it is not shown again.").waitFor();
  await expectAccessible(page);
  await section().getByRole("button", { name: "Copy Token" }).click();
  await section().getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await section().getByRole("button", { name: "Done" }).click();
  await expectFocus(section().getByRole("button", { name: "New Access Token" }));
  expect(await pull(token)).toBe(200);
  await page.reload();
  await section().getByText("Laptop").waitFor();
  const item = section().getByRole("listitem");
  await expect
    .poll(() => item.innerText())
    .toMatch(/Read tasks, write grades[\s\S]*last used[\s\S]*Expires in 90 days/);
  expect(await page.content()).not.toContain(token);
  await capture(page, "settings-access-tokens");
});

test("Escape leaves the form, and no token is created", async () => {
  await section().getByRole("button", { name: "New Access Token" }).click();
  await section().getByLabel("Token Name").fill("Desk");
  await page.keyboard.press("Escape");
  await section().getByLabel("Token Name").waitFor({ state: "detached" });
  await expect.poll(() => section().getByRole("listitem").count()).toBe(1);
});

test("a token is revoked after a confirmation, and no longer works", async () => {
  const answer = await ana.call("createAccessToken", {
    body: { name: "Old desk", scope: "read", days: 7, password: ana.password },
  });
  expect(await pull(answer.token)).toBe(200);
  await page.reload();
  const item = section().getByRole("listitem").filter({ hasText: "Old desk" });
  await item.getByRole("button", { name: "Revoke Old desk" }).click();
  const question = page.getByRole("alertdialog", { name: "Revoke access token" });
  await question.getByText("'Old desk' lose access").waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await pull(answer.token)).toBe(200);
  await item.getByRole("button", { name: "Revoke Old desk" }).click();
  await question.getByRole("button", { name: "Revoke Token" }).click();
  await page.getByText(TOKEN_TEXTS.revokedToast).waitFor();
  // The page has no accessible roles until the question is gone.
  await question.waitFor({ state: "detached" });
  await item.waitFor({ state: "detached" });
  await expect.poll(() => section().getByRole("listitem").count()).toBe(1);
  expect(await pull(answer.token)).toBe(401);
  expectCleanConsole(page);
});

test("a new password revokes the tokens unless the box is cleared; the lists follow", async () => {
  const tokens = await section().getByRole("listitem").count();
  const form = page.getByRole("form", { name: "Change Password" });
  const box = form.getByRole("checkbox", { name: /Revoke my access tokens, too/ });
  const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");

  async function change(current: string, next: string): Promise<void> {
    await form.getByLabel("Current Password").fill(current);
    await form.getByLabel("New Password").fill(next);
    await form.getByLabel("Confirm Password").fill(next);
    await form.getByRole("button", { name: "Change Password" }).click();
    await expect.poll(() => form.getByLabel("Current Password").inputValue()).toBe("");
  }

  await expect.poll(() => box.isChecked()).toBe(true);
  await box.click();
  await expectAccessible(page);
  await change(ana.password, "Circuit2!");
  // All other sessions have ended.
  await expect.poll(() => sessions.count()).toBe(1);
  await expect.poll(() => section().getByRole("listitem").count()).toBe(tokens);
  // The box is in its initial state.
  await expect.poll(() => box.isChecked()).toBe(true);
  await change("Circuit2!", "Circuit3!");
  await section().getByText("No access tokens yet.").waitFor();
  expectCleanConsole(page);
});

test("the web saves results in the command's format", async () => {
  await page.goto(`/task/${taskId}?tab=grades`);
  const saved = page.waitForEvent("download");
  await chooseTaskAction(page, "Save Results for Programs");
  const file = await saved;
  expect(file.suggestedFilename()).toBe("Half adder results.jsonl");
  // Nothing was handed in.
  expect((await bytesOf(file)).toString()).toBe("");
  await expectAccessible(page);
  expectCleanConsole(page);
});
