import { afterAll, expect, test } from "vitest";
import { SECOND_FACTOR_TEXTS as TEXTS } from "../../core/rules/accounts/second-factor.ts";
import { decodePages } from "../../core/scan/decode-pages.ts";
import { readQr } from "../../core/scan/read-qr.ts";
import { appCode } from "../../server/testing/accounts.ts";
import {
  bytesOf,
  capture,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  openBrowser,
  openTab,
} from "./browser.ts";
import { openSite } from "./site.ts";

let secret: string;
let codes: string[];

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

/** What a phone's camera reads in a picture. */
async function scanned(picture: Buffer): Promise<string | undefined> {
  const file = await decodePages(picture);
  if (file.ok) for await (const page of file.pages) if (page.ok) return (await readQr(page.image))?.text;
  return undefined;
}

const section = () => page.getByRole("region", { name: "Second Factor" });

test("it is turned on by keyboard: password, QR code or typed key, first code; the recovery codes are kept", async () => {
  await page.goto("/settings");
  await section().getByRole("button", { name: "Turn On Second Factor" }).focus();
  await page.keyboard.press("Enter");
  await expectFocus(section().getByLabel("Your Password"));
  await page.keyboard.press("Enter");
  await section().getByText(TEXTS.passwordRequired).waitFor();
  await page.keyboard.type("Wrong1!aa");
  await page.keyboard.press("Enter");
  await section().getByText("Current password is incorrect.").waitFor();
  await section().getByLabel("Your Password").fill(ana.password);
  await page.keyboard.press("Enter");
  const qr = section().getByRole("img", { name: "QR code for your authenticator app" });
  await qr.waitFor();
  secret = (await section().locator(".factor-secret").innerText()).replaceAll(" ", "");
  expect(await scanned(await qr.screenshot())).toContain(`secret=${secret}`);
  await expectAccessible(page);
  await capture(page, "settings-second-factor");
  await expectFocus(section().getByLabel("Enter the code that the app shows"));
  await page.keyboard.type("12345");
  await page.keyboard.press("Enter");
  await section().getByText(TEXTS.codeForm).waitFor();
  await section().getByLabel("Enter the code that the app shows").fill(appCode(secret, Date.now()));
  await page.keyboard.press("Enter");
  await page.getByText(TEXTS.turnedOn).waitFor();
  const list = section().getByRole("list", { name: "Recovery codes" });
  codes = (await list.innerText()).split(/\s+/).filter((text) => text !== "");
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await capture(page, "settings-recovery-codes");

  await section().getByRole("button", { name: "Done" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without the recovery codes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  const saved = page.waitForEvent("download");
  await section().getByRole("button", { name: "Save as File" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("circuitgrade-recovery-codes.txt");
  expect((await bytesOf(file)).toString().trim().split("\n")).toEqual(codes);
  await section().getByRole("button", { name: "Copy Codes" }).click();
  await section().getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
  await section().getByRole("button", { name: "Done" }).click();
  await section().getByText("10 recovery codes left.").waitFor();
  await expectFocus(section().getByRole("button", { name: "New Recovery Codes" }));
  expectCleanConsole(page);
});

test("log-in asks for a code after the password, and takes a recovery code in its place", async () => {
  await page.context().clearCookies();
  await page.goto("/auth");
  await page.getByLabel("Email").fill(ana.email);
  await page.getByLabel("Password", { exact: true }).fill(ana.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  await expectFocus(page.getByLabel("Code", { exact: true }));
  await expectAccessible(page);
  await capture(page, "auth-code");
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await page.getByText(TEXTS.wrong).waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  await page.getByLabel("Password", { exact: true }).fill(ana.password);
  await page.keyboard.press("Enter");
  // A phone's clock may be half a minute ahead.
  await page.getByLabel("Code", { exact: true }).fill(appCode(secret, Date.now(), 1));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/*");

  await page.context().clearCookies();
  await page.goto("/auth");
  await page.getByLabel("Email").fill(ana.email);
  await page.getByLabel("Password", { exact: true }).fill(ana.password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await expectFocus(page.getByLabel("Recovery code"));
  await page.keyboard.type(codes[0]!);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/*");
  expectCleanConsole(page);
});

test("a session that ends over a form is renewed with password and code", async () => {
  await page.goto("/settings");
  await section().getByText("9 recovery codes left.").waitFor();
  const profile = page.getByRole("form", { name: "Profile" });
  await profile.getByLabel("Name").fill("Ana Cruz");
  await page.context().clearCookies({ name: "session" });
  await profile.getByRole("button", { name: "Save Profile" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Password", { exact: true }).fill(ana.password);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Use a recovery code" }).click();
  await expectAccessible(page);
  await capture(page, "session-expired-code");
  await dialog.getByLabel("Recovery code").fill(codes[1]!);
  await page.keyboard.press("Enter");
  await page.getByText("Profile name updated successfully").waitFor();
  expectCleanConsole(page);
});

test("new recovery codes and turning it off ask for password and code", async () => {
  await section().getByRole("button", { name: "New Recovery Codes" }).click();
  const form = section().getByRole("form", { name: "New Recovery Codes" });
  await form.getByRole("button", { name: "Make New Codes" }).click();
  await form.getByText(TEXTS.passwordRequired).waitFor();
  await form.getByText(TEXTS.codeRequired).waitFor();
  await form.getByLabel("Your Password").fill(ana.password);
  await form.getByRole("button", { name: "Use a recovery code" }).click();
  await form.getByLabel("Recovery code").fill(codes[2]!);
  await page.keyboard.press("Enter");
  const list = section().getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  const fresh = (await list.innerText()).split(/\s+/).filter((text) => text !== "");
  expect(fresh.some((code) => codes.includes(code))).toBe(false);
  await section().getByRole("button", { name: "Copy Codes" }).click();
  await section().getByRole("button", { name: "Done" }).click();
  await section().getByRole("button", { name: "Turn Off" }).click();
  const off = section().getByRole("form", { name: "Turn Off the Second Factor" });
  await expectAccessible(page);
  await capture(page, "settings-second-factor-off");
  await off.getByLabel("Your Password").fill(ana.password);
  await off.getByRole("button", { name: "Use a recovery code" }).click();
  await off.getByLabel("Recovery code").fill(codes[3]!);
  await page.keyboard.press("Enter");
  await off.getByText(TEXTS.wrongRecovery).waitFor();
  await off.getByLabel("Recovery code").fill(fresh[0]!);
  await page.keyboard.press("Enter");
  await section().getByRole("button", { name: "Turn On Second Factor" }).waitFor();
  expectCleanConsole(page);
});
