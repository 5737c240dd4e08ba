import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signOnFailureText } from "../../server/contract/sign-on-failures.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { freePort } from "../../server/testing/services/free-port.ts";
import { type OpenIdProvider, openOpenIdProvider } from "../../server/testing/services/openid-provider.ts";
import { createInstructor } from "../../server/testing/spawned/spawned-instructor.ts";
import { capture, expectAccessible, expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { type OwnSite, type SharedSite, startSite } from "./site.ts";

const ANA = { email: "ana@example.edu", password: "Half-Adder-1" };
const CAMPUS = "Campus Login";

let provider: OpenIdProvider;
let site: OwnSite & SharedSite;
let strict: OwnSite & SharedSite;
let browser: Browser;
let page: Page;

/** A server with the provider's settings and its own; the provider knows its address. */
async function startWithProvider(variables: Readonly<Record<string, string>>) {
  const port = String(await freePort());
  const own = await openOpenIdProvider({ origin: `http://localhost:${port}` });
  own.people.set("ana", { email: ANA.email, email_verified: true, name: "Ana Cruz" });
  own.people.set("eve", { email: "eve@elsewhere.example", email_verified: true });
  const started = await startSite({ ...own.variables, PORT: port, CLOCK_SECONDS: "1", ...variables });
  return { provider: own, site: started };
}

beforeAll(async () => {
  browser = await openBrowser();
  ({ provider, site } = await startWithProvider({}));
  await createInstructor({ address: site.origin, dataDir: site.dataDir }, ANA);
});

afterAll(async () => {
  await browser?.close();
  for (const each of [site, strict]) await each?.close();
  await provider?.stop();
});

/** At the provider: types who it is. */
async function signOnAs(tab: Page, subject: string): Promise<void> {
  await tab.getByPlaceholder("Enter any login").fill(subject);
  await tab.getByPlaceholder("and password").fill("any");
  await tab.getByRole("button", { name: "Sign-in" }).click();
}

const continueLink = (tab: Page) => tab.getByRole("link", { name: `Continue with ${CAMPUS}` });

test("a person without an account learns why, on the log-in page", async () => {
  page = await openTab(browser, { site });
  await page.goto("/auth");
  await continueLink(page).waitFor();
  await expectAccessible(page);
  await capture(page, "auth-sign-on");
  await continueLink(page).click();
  await signOnAs(page, "eve");
  await page.waitForURL("**/auth?sign-on=domain");
  const info = await (await fetch(`${site.origin}/site`)).json();
  await page.getByText(signOnFailureText("domain", info) ?? "no text").waitFor();
  await expectAccessible(page);
  await capture(page, "auth-sign-on-refused");
  expectCleanConsole(page);
  await page.context().close();
});

test("Ana signs on, sees in Settings that her account is linked, and logs out of both", async () => {
  page = await openTab(browser, { site });
  await page.goto("/auth");
  await continueLink(page).click();
  await signOnAs(page, "ana");
  await page.waitForURL("**/dashboard/*");
  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Single Sign-On" });
  await section.getByText("Linked").waitFor();
  await expectAccessible(page);
  await capture(page, "settings-sign-on");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${provider.issuer}/session/end?**`);
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${site.origin}/auth**`);
  await page.goto("/settings");
  await page.waitForURL("**/auth");
});

test("a session that ends while Ana works is renewed in another tab, and what she typed is saved", async () => {
  await continueLink(page).click();
  await signOnAs(page, "ana");
  await page.waitForURL("**/dashboard/*");
  await page.goto("/settings");
  await page.getByLabel("Name", { exact: true }).fill("Ana Maria Cruz");
  const cookies = await page.context().cookies();
  await page.context().clearCookies({ name: "session" });
  expect(cookies.some(({ name }) => name === "session")).toBe(true);
  await page.getByRole("button", { name: "Save Profile" }).click();
  const dialog = page.getByRole("alertdialog", { name: TEXTS.auth.sessionExpired });
  await expectAccessible(page);
  await capture(page, "session-expired-sign-on");
  const opened = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: `Continue with ${CAMPUS} in a New Tab` }).click();
  const other = await opened;
  // The provider still knows her.
  await other.waitForURL("**/dashboard/*");
  await other.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByText(TEXTS.toasts.nameUpdated).waitFor();
});

test("while the provider is down the page says so, and the password works", async () => {
  await provider.stop();
  const visitor = await openTab(browser, { site });
  await visitor.goto("/auth");
  await visitor.getByLabel("Email").fill(ANA.email);
  await visitor.getByLabel("Password", { exact: true }).fill(ANA.password);
  await visitor.getByRole("button", { name: "Log In" }).click();
  await visitor.waitForURL("**/dashboard/*");
  await visitor.context().close();
});

test("without local passwords there is one button, no form, and no page about passwords", async () => {
  ({ provider, site: strict } = await startWithProvider({ LOCAL_PASSWORDS: "off" }));
  const tab = await openTab(browser, { site: strict });
  for (const path of ["/auth", "/auth?setup=x", "/forgot-password", "/reset-password?token=x", "/verify-email"]) {
    await tab.goto(path);
    await continueLink(tab).waitFor();
    expect(new URL(tab.url()).pathname).toBe("/auth");
    expect(await tab.locator("input").count()).toBe(0);
  }
  await expectAccessible(tab);
  await capture(tab, "auth-sign-on-only");
  await continueLink(tab).click();
  await signOnAs(tab, "ana");
  await tab.waitForURL("**/dashboard/*");
  await tab.goto("/settings");
  await tab.getByRole("region", { name: "Single Sign-On" }).waitFor();
  for (const name of ["Change Password", "Recovery Email", "Second Factor"]) {
    expect(await tab.getByRole("heading", { name }).count()).toBe(0);
  }
  await tab.getByRole("button", { name: "New Access Token" }).click();
  await tab.getByLabel("Token Name").fill("Laptop");
  await tab.getByRole("button", { name: "Make Token" }).click();
  await expect.poll(() => tab.getByLabel("The new access token").textContent()).toMatch(/^cgt_/);
  expectCleanConsole(tab);
});

test("the page says that the provider did not answer at the server's start", async () => {
  const port = String(await freePort());
  const lonely = await startSite({
    ...provider.variables,
    OIDC_ISSUER: `http://localhost:${await freePort()}`,
    PORT: port,
  });
  try {
    const tab = await openTab(browser, { site: lonely });
    await expect.poll(() => lonely.output()).toContain("sign-on-unavailable");
    await tab.goto("/auth");
    await tab.getByText(`${CAMPUS} did not answer a moment ago.`).waitFor();
    await continueLink(tab).click();
    await tab.getByText(`${CAMPUS} cannot be reached right now.`).waitFor();
    await expectAccessible(tab);
    await capture(tab, "auth-sign-on-unavailable");
  } finally {
    await lonely.close();
  }
});
