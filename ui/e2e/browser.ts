import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Download,
  type Locator,
  type Page,
  type Route,
} from "playwright-core";
import { expect, inject } from "vitest";
import { BROWSER_ARGUMENTS, browserPath } from "./browser-path.ts";
import type { Instructor, TestSite } from "./site.ts";

/** Pictures that documents show, and all others, which git ignores. */
const SHOWN = fileURLToPath(new URL("../../docs/screens", import.meta.url));
const LOOKED_AT = fileURLToPath(new URL("../../.cache/screens", import.meta.url));

const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** The width of a 1280 px window at a zoom of 400 %. */
const NARROWEST = { width: 320, height: 844 };

/** The browser that `shared-site.ts` started for all test files; closing it closes this file's tabs. */
export async function openBrowser(): Promise<Browser> {
  return closingQuietly(await chromium.connect(inject("sharedBrowser")));
}

/** A separate browser for this test file, which notices when files on the disk change after they were chosen. */
export async function launchBrowser(): Promise<Browser> {
  return closingQuietly(await chromium.launch({ executablePath: await browserPath(), args: BROWSER_ARGUMENTS }));
}

/** A call that a test answers late, when the browser is closed already, is no error. */
function closingQuietly(browser: Browser): Browser {
  const close = browser.close.bind(browser);
  browser.close = async (options) => {
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
    await close(options);
  };
  return browser;
}

export interface TabOptions {
  readonly site: TestSite;
  /** Whose session the tab has; without it, a visitor's. */
  readonly as?: Instructor;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly theme?: "light" | "dark";
  /** As on a phone: a finger in place of a mouse. */
  readonly touch?: boolean;
  /** False: the browser runs none. */
  readonly scripts?: boolean;
  /** The device's; by default the server's. */
  readonly timeZone?: string;
}

/** A tab with separate cookies. Errors in the page's scripts fail the test through `expectCleanConsole`. */
export async function openTab(
  browser: Browser,
  { site, as, viewport, theme, touch = false, scripts = true, timeZone = "Asia/Manila" }: TabOptions,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: viewport ?? DESKTOP,
    colorScheme: theme ?? "light",
    locale: "en-US",
    timezoneId: timeZone,
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
    javaScriptEnabled: scripts,
    hasTouch: touch,
    isMobile: touch,
    extraHTTPHeaders: { "x-forwarded-for": site.address },
  });
  if (as) await giveSession(context, { site, as });
  const page = await context.newPage();
  if (scripts) waitForScripts(page);
  openPages.add(page);
  page.on("close", () => openPages.delete(page));
  page.setDefaultTimeout(40_000);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      problems.push(message.text());
    }
  });
  consoles.set(page, problems);
  return page;
}

/** What the server made can be read at once, but only links work before the page's script has replaced it. */
function waitForScripts(page: Page): void {
  const { goto, reload } = page;
  const replaced = () =>
    page
      .locator("[data-made]")
      .waitFor({ state: "detached", timeout: 10_000 })
      .catch(() => {});
  page.goto = async (...target) => {
    const answer = await goto.apply(page, target);
    await replaced();
    return answer;
  };
  page.reload = async (...options) => {
    const answer = await reload.apply(page, options);
    await replaced();
    return answer;
  };
}

const consoles = new WeakMap<Page, string[]>();

/** All open tabs. */
export const openPages = new Set<Page>();

/** No script failed in this tab, and the content security policy refused nothing. */
export function expectCleanConsole(page: Page): void {
  expect(consoles.get(page)).toEqual([]);
}

/** The keyboard focus is at this element. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((each) => each === document.activeElement)).toBe(true);
}

/** Chooses an action on the task, on its page. */
export async function chooseTaskAction(page: Page, entry: string): Promise<void> {
  await page
    .locator(".task-buttons")
    .getByRole("button", { name: /^Actions for / })
    .click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** Opens the dialog with one file input per item, from the task's page. */
export async function openUploadFiles(page: Page): Promise<void> {
  await chooseTaskAction(page, "Add Pages");
  await page.getByRole("button", { name: "Upload Files" }).click();
}

/** A downloaded file: the browser keeps it, as it may run on another machine. */
export function bytesOf(download: Download): Promise<Buffer> {
  return download.createReadStream().then(buffer);
}

/** The headers of a JSON answer of the server: without them an answer is not taken for the server's. */
export const OWN_JSON = { "content-type": "application/json", "x-request-id": "of a test" };

/** Holds back calls to the server; returns a function that lets them, and all later ones, through. */
export async function holdCalls(page: Page, url: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(url, (route) => void held.push(route));
  return async () => {
    // The page may have cancelled one meanwhile.
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    await page.unroute(url);
  };
}

async function giveSession(context: BrowserContext, { site, as }: { site: TestSite; as: Instructor }): Promise<void> {
  const [name = "", value = ""] = as.cookie.split("=");
  await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: "Lax" }]);
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly html: string;
    readonly failureSummary?: string;
  }[];
}

/**
 * axe finds nothing in the page as it is now, and nothing overflows, wide and narrow, light and dark. With `SCREENS=1`
 * its four pictures are in .cache/screens, NAME-1280.png to NAME-390-dark.png.
 */
export async function expectGood(page: Page, name?: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, name && `${name}-${size.width}`);
  }
  await page.setViewportSize(before);
}

/** axe finds nothing in the page as it is now. The dark theme differs only in its colours: those are checked again. */
export async function expectAccessible(page: Page, picture?: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(switchTheme, theme);
    await settle(page);
    if (picture && process.env.SCREENS === "1") {
      await takePicture(page, `${picture}${theme === "dark" ? "-dark" : ""}.png`);
    }
    const violations = await findViolations(page, theme === "light" ? {} : { runOnly: DARK_RULES });
    const found = violations.flatMap(({ id, impact, nodes }) =>
      nodes
        .filter((node) => !isOverPage(id, node))
        .map((node) => `${theme} ${impact} ${id} ${node.target.join(" ")} ${node.failureSummary}`),
    );
    expect(found).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(switchTheme, "light");
}

/** A menu or hint that opens over the page belongs to its button, in no landmark. */
function isOverPage(rule: string, { html }: Violation["nodes"][number]): boolean {
  return rule === "region" && /data-radix-popper|rt-ScrollAreaViewport/.test(html);
}

/** The rules of axe that depend on colours. */
const DARK_RULES = ["color-contrast", "link-in-text-block"];

/** Waits until movements and fades have ended. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** Waits until the document has this title. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect.poll(() => page.title(), { timeout: 40_000 }).toBe(title);
}

/** Like the theme's button, but without touching an open menu or dialog. */
function switchTheme(theme: string): void {
  for (const element of [document.documentElement, ...document.querySelectorAll(".radix-themes")]) {
    element.classList.remove("light", "dark");
    element.classList.add(theme);
  }
}

async function findViolations(
  page: Page,
  rules: { readonly runOnly?: readonly string[] },
): Promise<readonly Violation[]> {
  // The devtools protocol may run what the page's own policy forbids.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
      return (await axe.run(options)).violations;
    },
    // Of what is in order, axe describes one element for each rule, not all of them.
    { ...rules, resultTypes: ["violations"] },
  );
}

/**
 * Nothing overflows the page as it is now, at 1280, 390 and 320 px. With `SCREENS=1` its pictures are taken,
 * NAME-1280.png and NAME-390.png: those that are in docs/screens there, the others in .cache/screens.
 */
export async function capture(page: Page, name: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE, NARROWEST]) {
    await page.setViewportSize(viewport);
    if (process.env.SCREENS === "1" && viewport !== NARROWEST) {
      await takePicture(page, `${name}-${viewport.width}.png`);
    }
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(DESKTOP);
}

async function takePicture(page: Page, file: string): Promise<void> {
  // A sticky bar would be in the middle of the picture.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await settle(page);
  // The backdrop behind a dialog ends with the window.
  const fullPage = (await page.locator("[role=dialog], [role=alertdialog], dialog[open]").count()) === 0;
  await mkdir(LOOKED_AT, { recursive: true });
  const shown = join(SHOWN, file);
  await page.screenshot({ path: existsSync(shown) ? shown : join(LOOKED_AT, file), fullPage });
}

/** Nothing overflows the window, and no button's words overflow it, once the page has answered to its width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const outside = () =>
    page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>("button, .rt-Button")];
      const full = buttons.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 1);
      if (full.length > 0) return full.map(({ innerText }) => `does not fit its button: ${innerText}`);
      if (document.documentElement.scrollWidth <= window.innerWidth) return [];
      const all = [...document.querySelectorAll("body *")];
      const wide = all.filter((element) => element.getBoundingClientRect().right > window.innerWidth);
      return ["the page scrolls sideways", ...wide.map(({ tagName, className }) => `${tagName} ${className}`)];
    });
  await expect.poll(outside).toEqual([]);
}
