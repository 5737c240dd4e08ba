import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { appCode } from "../../server/testing/accounts.ts";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  holdCalls,
  OWN_JSON,
  openBrowser,
  openTab,
} from "./browser.ts";
import { type Instructor, makeAdministrator, openSite, startSite, type TestSite } from "./site.ts";

let site: TestSite;
let browser: Browser;
let ana: Instructor;
let dean: Instructor;
let page: Page;
/** Made by the administrator. */
let bo: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  dean = await site.instructor("dean@example.edu");
  bo = ana.email.replace("ana", "bo");
  const group = { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00-10:00", studentList: ["20230001"] };
  await ana.call("createClass", { body: group });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const row = (email: string) => page.getByRole("row").filter({ hasText: email });

async function choose(email: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("only administrators reach the page", async () => {
  page = await openTab(browser, { site, as: ana });
  await page.goto("/accounts");
  await page.waitForURL(`**/dashboard/${ana.userId}`);
  expect(await page.getByRole("link", { name: "Accounts" }).count()).toBe(0);
  await page.close();
});

test("an administrator creates, disables and enables an account, hands classes over and deletes the leaver", async () => {
  await makeAdministrator(dean, inject("sharedSite"));
  page = await openTab(browser, { site, as: dean });
  await page.goto("/accounts");
  expect(await page.title()).toBe("Accounts");
  await row(ana.email).waitFor();
  await expectAccessible(page);
  await capture(page, "accounts");

  await page.getByRole("button", { name: "New Account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(bo);
  await dialog.getByLabel("Password", { exact: true }).fill("short");
  await dialog.getByRole("button", { name: "Create Account" }).click();
  await dialog.locator(".field-error").first().waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill("Half-Adder-1");
  await dialog.getByRole("button", { name: "Create Account" }).click();
  await row(bo).getByText("Active").waitFor();

  await choose(bo, "Disable…");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable Account" }).click();
  await row(bo).getByText("Disabled").waitFor();
  await choose(bo, "Enable");
  await row(bo).getByText("Active").waitFor();

  await readAuditLog();

  await resetSecondFactor();

  await choose(dean.email, "Remove as Administrator");
  await page.getByText(`${dean.email} is the last administrator.`).waitFor();

  await choose(ana.email, "Hand Over Classes…");
  await page.getByRole("dialog").getByRole("combobox").click();
  await page.getByRole("option", { name: bo }).click();
  await capture(page, "accounts-hand-over");
  await page.getByRole("dialog").getByRole("button", { name: "Hand Over" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => row(bo).getByRole("cell").nth(1).innerText()).toBe("1");
  await choose(ana.email, "Delete…");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Account" }).click();
  await row(ana.email).waitFor({ state: "detached" });
  expectCleanConsole(page);
});

test("administrators see the newest scheduled backup, and why one failed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-e2e-backups-"));
  const own = await startSite({ BACKUP_DIR: folder });
  onTestFinished(async () => {
    await own.close();
    await rm(folder, { recursive: true });
  });
  const owner = await own.instructor("dean@example.edu");
  await makeAdministrator(owner, own);
  page = await openTab(browser, { site: own, as: owner });
  await page.goto("/accounts");
  const panel = page.getByRole("region", { name: "Backups" });
  await panel.getByText("Every day at 03:00 (Asia/Manila)").waitFor();
  await expect
    .poll(async () => {
      await page.reload();
      await panel.getByText("Every day at").waitFor();
      return panel.innerText();
    })
    .toMatch(/The newest is of .*: circuitgrade-.*Z\.tar\.gz, \d+ KB\./);
  expect(await readdir(folder)).toHaveLength(1);
  await page.route("**/admin/backups", async (route) => {
    const response = await route.fetch();
    const failure = { at: new Date().toISOString(), message: "The disk of BACKUP_DIR is full." };
    await route.fulfill({ response, json: { ...(await response.json()), failure, lost_files: 2 } });
  });
  await page.reload();
  await panel.getByRole("alert").getByText("The disk of BACKUP_DIR is full. The server tries again").waitFor();
  await panel.getByRole("alert").getByText("The newest backup is good, but it lacks 2 files").waitFor();
  await expectAccessible(page);
  await capture(page, "accounts-backups");
  expectCleanConsole(page);
});

/** Ana lost the phone: the administrator resets her second factor, after a question. */
async function resetSecondFactor(): Promise<void> {
  const { secret } = await ana.call("startSecondFactor", { body: { password: ana.password } });
  await ana.call("confirmSecondFactor", { body: { code: appCode(secret, Date.now()) } });
  await page.reload();
  await choose(ana.email, "Reset Second Factor…");
  const question = page.getByRole("alertdialog");
  await expectAccessible(page);
  await capture(page, "accounts-reset-second-factor");
  await question.getByRole("button", { name: "Reset Second Factor" }).click();
  await page.getByText(`${ana.email} can log in with the password alone now.`).waitFor();
  expect(await ana.call("getSecondFactor", {})).toMatchObject({ on: false });
  await page.getByRole("button", { name: `Actions for ${ana.email}` }).click();
  expect(await page.getByRole("menuitem", { name: "Reset Second Factor…" }).count()).toBe(0);
  await page.keyboard.press("Escape");
}

/** The pager keeps the focus while the next page is on its way. */
async function pageThroughLog(): Promise<void> {
  const calls = "**/admin/audit-log*";
  await page.route(calls, async (route) => {
    const log = await (await route.fetch()).json();
    const asked = new URL(route.request().url()).searchParams.get("page") ?? "1";
    await route.fulfill({ headers: OWN_JSON, json: { ...log, page: Number(asked), pages: 3 } });
  });
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "All kinds" }).click();
  const next = page.getByRole("button", { name: "Next" });
  await page.getByText("Page 1 of 3").waitFor();
  const answer = await holdCalls(page, "**/admin/audit-log?*page=2*");
  await next.press("Enter");
  await page.waitForURL("**page=2");
  await expectFocus(next);
  await answer();
  await page.unroute(calls);
}

/** From the accounts to the audit log, by kind and person, and back. */
async function readAuditLog(): Promise<void> {
  await page.getByRole("link", { name: "Audit Log" }).click();
  await page.waitForURL("**/audit-log");
  // Without the messages of what happened before.
  await page.reload();
  await row(bo).filter({ hasText: "Created an account" }).waitFor();
  expect(await page.title()).toBe("Audit Log");
  await expectAccessible(page);
  await capture(page, "audit-log");
  await page.getByRole("combobox", { name: "Person" }).click();
  await page.getByRole("option", { name: bo }).click();
  await expect.poll(() => page.getByRole("row").count()).toBe(4);
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Export" }).click();
  await page.getByText("No entries for this choice.").waitFor();
  await pageThroughLog();
  await page.getByRole("link", { name: "Accounts" }).last().click();
  // The log has rows about the same people.
  await page.getByRole("heading", { name: "Accounts", level: 1 }).waitFor();
  await row(bo).waitFor();
}
