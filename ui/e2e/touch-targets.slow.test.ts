import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES } from "../../server/contract/pages.ts";
import { expectAccessible, expectCleanConsole, openBrowser, openTab, PHONE } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { type Instructor, openSite, type TestSite } from "./site.ts";

let site: TestSite;
let browser: Browser;
let ana: Instructor;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Pixels. */
const LEAST = 40;

/** Controls whose middle 40 pixels, or those of their label, are partly another control's or nobody's. Links in a sentence are exempt. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const CONTROLS = "a[href], button, input, select, textarea, summary";
    const isExempt = (control: HTMLElement) => {
      const { width, height } = control.getBoundingClientRect();
      const isShown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!isShown || width <= 2 || height <= 2 || control.matches(":disabled, .skip-link, [aria-hidden=true]"))
        return true;
      const words = control.textContent?.trim() ?? "";
      return getComputedStyle(control).display === "inline" && control.parentElement?.textContent?.trim() !== words;
    };
    const isPressedAt = (control: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      const label = hit?.closest("label");
      const frame = hit?.closest(".rt-TextFieldRoot, .rt-TextAreaRoot");
      return control.contains(hit) || label?.contains(control) || (!hit?.closest("button") && frame?.contains(control));
    };
    return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
      if (isExempt(control)) return [];
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = (control.closest("label") ?? control).getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const reach = least / 2 - 1;
      const around = [
        [-reach, 0],
        [reach, 0],
        [0, -reach],
        [0, reach],
      ] as const;
      if (around.every(([dx, dy]) => isPressedAt(control, x + dx, y + dy))) return [];
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim();
      return [`${control.tagName} ${control.className} "${name}" ${Math.round(width)} x ${Math.round(height)}`];
    });
  }, LEAST);
}

test("every control of every page has 40 px for a finger", async () => {
  const classId = await newClass(ana, { studentList: ["20230001", "20230002"] });
  const taskId = await newTask(ana, { classId });
  const found: string[] = [];
  for (const as of [undefined, ana]) {
    const page = await openTab(browser, { site, ...(as && { as }), viewport: PHONE, touch: true });
    const pages = PAGES.filter(({ path, access }) => {
      return path !== "/" && access !== "administrator" && (access === "session") === (as !== undefined);
    });
    for (const { path } of pages) {
      const address = path.replace(":taskId", taskId).replace(":classId", classId).replace(":userId", ana.userId);
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      found.push(...(await smallTargets(page)).map((each) => `${path}: ${each}`));
      await expectAccessible(page);
    }
    expectCleanConsole(page);
  }
  expect(found).toEqual([]);
});

test("a row of choices is as high as its parts", async () => {
  const taskId = await newTask(ana, { classId: await newClass(ana, { classGroup: "2" }) });
  const page = await openTab(browser, { site, as: ana, viewport: PHONE, touch: true });
  await page.goto(`/task/${taskId}`);
  const row = page.locator(".sub-filters .rt-SegmentedControlRoot");
  const [whole, part] = await Promise.all([row, row.locator("button").first()].map((each) => each.boundingBox()));
  expect(whole!.height).toBeGreaterThanOrEqual(LEAST);
  expect(whole!.y + whole!.height).toBeGreaterThanOrEqual(part!.y + part!.height);
  await page.close();
});
