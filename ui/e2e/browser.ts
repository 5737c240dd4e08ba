import { access, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Route } from "playwright-core";
import { afterEach, expect, vi } from "vitest";
import type { Instructor, Site } from "./site.ts";

// A test walks through many states of a page, and two cores may be shared with much else.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 420_000 });

/** The pictures of every screen that the manual shows and that people look at. */
const PICTURES = fileURLToPath(new URL("../../docs/screens", import.meta.url));

/** Where this run's pictures go when those are to stay: tests change nothing that is kept. */
const OWN_PICTURES = fileURLToPath(new URL("../../.cache/screens", import.meta.url));

/** Where the open tabs are pictured when a test fails. */
const FAILURES = fileURLToPath(new URL("../../.cache/failures", import.meta.url));

const ARGUMENTS = [
  "--headless=shell",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--hide-scrollbars",
  "--font-render-hinting=none",
];

const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** What a window of 1280 px is at a zoom of 400 %. */
const NARROWEST = { width: 320, height: 844 };

/** A real Chromium: npm's own, or the one that `CHROMIUM` names. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM || (await packedChromium()), args: ARGUMENTS });
}

async function packedChromium(): Promise<string> {
  // Makes the package unpack the system libraries that it needs beside the browser.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
  const { default: packed } = await import("@sparticuz/chromium");
  return packed.executablePath();
}

export interface TabOptions {
  readonly site: Site;
  /** Whose session the tab carries; none is a visitor's. */
  readonly as?: Instructor;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly theme?: "light" | "dark";
}

/** A tab with cookies of its own. What goes wrong in the page's scripts fails the test by `expectCleanConsole`. */
export async function openTab(browser: Browser, { site, as, viewport, theme }: TabOptions): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: viewport ?? DESKTOP,
    colorScheme: theme ?? "light",
    locale: "en-US",
    timezoneId: "Asia/Manila",
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
  });
  if (as) await giveSession(context, { site, as });
  const page = await context.newPage();
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

const consoles = new WeakMap<Page, string[]>();

const openPages = new Set<Page>();

// What the browser showed when a test failed tells more than a timeout.
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  await mkdir(FAILURES, { recursive: true });
  const name = task.name.replace(/\W+/g, "-").slice(0, 60);
  for (const [index, page] of [...openPages].entries()) {
    await page.screenshot({ path: join(FAILURES, `${name}-${index}.png`), timeout: 10_000 }).catch(() => undefined);
  }
});

/** No script failed in this tab, and nothing was refused by the content security policy. */
export function expectCleanConsole(page: Page): void {
  expect(consoles.get(page)).toEqual([]);
}

/** The keyboard goes on at this element. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((each) => each === document.activeElement)).toBe(true);
}

/** Keeps calls from the server; gives what lets them, and all later ones, through. */
export async function holdCalls(page: Page, url: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(url, (route) => void held.push(route));
  return async () => {
    // The page may have given one up meanwhile.
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    await page.unroute(url);
  };
}

async function giveSession(context: BrowserContext, { site, as }: { site: Site; as: Instructor }): Promise<void> {
  const [name = "", value = ""] = as.cookie.split("=");
  await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: "Lax" }]);
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** axe finds nothing serious or critical in the page as it is now, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.evaluate(switchTheme, theme);
    await settle(page);
    const violations = await findViolations(page);
    const serious = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map((node) => `${theme} ${id} ${node.target.join(" ")} ${node.failureSummary}`),
      );
    expect(serious).toEqual([]);
  }
  await page.evaluate(switchTheme, "light");
}

/** Waits for the end of what moves or fades. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** The document gets this title, at once or when the page that was navigated to has come. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect.poll(() => page.title(), { timeout: 40_000 }).toBe(title);
}

/** As the theme's button does it, but without touching a menu or dialog that is open. */
function switchTheme(theme: string): void {
  for (const element of [document.documentElement, ...document.querySelectorAll(".radix-themes")]) {
    element.classList.remove("light", "dark");
    element.classList.add(theme);
  }
}

async function findViolations(page: Page): Promise<readonly Violation[]> {
  // The devtools protocol may run what the page's own policy forbids.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
}

/**
 * Pictures of the page as it is now, at 1280 and 390 px: NAME-1280.png and NAME-390.png; down to 320 px nothing may
 * stick out at the side. With `SCREENS=1`, and where there is none yet, the pictures go to docs/screens, else to
 * .cache/screens.
 */
export async function capture(page: Page, name: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    // A bar that sticks to the top would stand in the middle of the picture.
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    await settle(page);
    // What is darkened behind a dialog ends with the window.
    const fullPage = (await page.locator("[role=dialog], [role=alertdialog], dialog[open]").count()) === 0;
    await page.screenshot({ path: await pathOfPicture(`${name}-${viewport.width}.png`), fullPage });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(NARROWEST);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(DESKTOP);
}

async function pathOfPicture(file: string): Promise<string> {
  const kept = join(PICTURES, file);
  const isKnown = await access(kept).then(
    () => true,
    () => false,
  );
  const path = process.env.SCREENS === "1" || !isKnown ? kept : join(OWN_PICTURES, file);
  await mkdir(dirname(path), { recursive: true });
  return path;
}

/** Nothing sticks out of the window at the side; what does is named. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return [];
    const all = [...document.querySelectorAll("body *")];
    const wide = all.filter((element) => element.getBoundingClientRect().right > window.innerWidth);
    return ["the page scrolls sideways", ...wide.map(({ tagName, className }) => `${tagName} ${className}`)];
  });
  expect(outside).toEqual([]);
}
