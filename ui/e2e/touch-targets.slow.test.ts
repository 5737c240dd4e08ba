import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { evaluatorPath, PAGES, taskPath } from "../../server/contract/pages.ts";
import { openDatabase } from "../../server/db/client.ts";
import { insertReadPage } from "../../server/testing/read-page.ts";
import { expectAccessible, expectCleanConsole, openBrowser, openTab, PHONE } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, untilRead } from "./evaluator-pages.ts";
import { type Instructor, makeAdministrator, type OwnSite, type SharedSite, startSite } from "./site.ts";

// A second administrator of the shared site would let the tests of accounts fail.
let site: OwnSite & SharedSite;
let browser: Browser;
let ana: Instructor;
let dean: Instructor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  dean = await site.instructor("dean@example.edu");
  await makeAdministrator(dean, site);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Pixels. */
const LEAST = 40;

/**
 * Controls whose middle 40 pixels, or those of their label, are partly another control's or nobody's: of the dialog or
 * menu on top, or of the page if none is open. Links in a sentence are exempt.
 */
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
    const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
    const top = [...document.querySelectorAll(OVERLAYS)].filter((each) => each.checkVisibility()).at(-1) ?? document;
    return [...top.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
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
  for (const [as, accesses] of [
    [undefined, ["public", "guest"]],
    [ana, ["session"]],
    [dean, ["administrator"]],
  ] as const) {
    const page = await openTab(browser, { site, ...(as && { as }), viewport: PHONE, touch: true });
    const pages = PAGES.filter(({ path, access }) => path !== "/" && accesses.some((each) => each === access));
    expect(pages).not.toEqual([]);
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

test("every control of dialogs, menus and pages with submissions has 40 px for a finger", async () => {
  const classId = await newClass(ana, { classGroup: "3", studentList: ["20230001", "20230002", "20230003"] });
  await newClass(ana, { classGroup: "4" });
  const taskId = await newTask(ana, { classId });
  await handIn(site, { by: ana, taskId, student: "20230001", item: 1, sample: HALF_ADDER });
  await untilRead(ana, taskId);
  await storeDoubtfulPages(taskId);
  const actions = "Actions for Half adder";
  const STATES: readonly (readonly [by: Instructor, path: string, ...pressed: string[]])[] = [
    [dean, "/accounts", "New Account"],
    [dean, "/accounts", `Actions for ${ana.email}`],
    [dean, "/accounts", `Actions for ${ana.email}`, "Hand Over Classes…"],
    [dean, "/accounts", `Actions for ${ana.email}`, "Disable…"],
    [dean, "/audit-log", "Person"],
    [ana, "/", "Menu"],
    [ana, "/settings", "New Access Token"],
    [ana, "/settings", "Turn On Second Factor"],
    [ana, `/classes/${ana.userId}`, "One Student's Data"],
    [ana, `/edit-class/${classId}`, "Add Person"],
    [ana, `/edit-task/${taskId}`, "Partial credit", "Show truth table"],
    [ana, taskPath(taskId)],
    [ana, taskPath(taskId), actions],
    [ana, taskPath(taskId), actions, "Copy to Other Groups"],
    [ana, taskPath(taskId), actions, "Generate Link"],
    [ana, `/stacks/${taskId}`, "Upload Files"],
    [ana, taskPath(taskId), actions, "Release Grades"],
    [ana, taskPath(taskId), "Actions for 20230001_quiz[1].png"],
    [ana, taskPath(taskId, "review")],
    [ana, taskPath(taskId, "review"), "2 pages"],
    [ana, taskPath(taskId, "similar")],
    [ana, taskPath(taskId, "grades"), "Students and their links"],
    [ana, taskPath(taskId, "settings"), "Change extensions"],
    [ana, evaluatorPath(taskId)],
    [ana, evaluatorPath(taskId), "Logic Gates"],
    [ana, evaluatorPath(taskId), "Set Threshold"],
    [ana, evaluatorPath(taskId), "Grade Submission"],
    [ana, evaluatorPath(taskId), "Submission:"],
  ];
  const found: string[] = [];
  const pages = new Map<Instructor, Page>();
  for (const [as, path, ...pressed] of STATES) {
    const page = pages.get(as) ?? (await openTab(browser, { site, as, viewport: PHONE, touch: true }));
    pages.set(as, page);
    await page.goto(path);
    for (const name of pressed) await controlNamed(page, name).tap();
    await page.waitForLoadState("networkidle");
    found.push(...(await smallTargets(page)).map((each) => `${[path, ...pressed].join(" > ")}: ${each}`));
    // Behind an open menu everything is hidden, which axe takes for the page.
    if ((await page.locator("[role=menu], [role=listbox]").count()) === 0) await expectAccessible(page);
  }
  for (const page of pages.values()) expectCleanConsole(page);
  expect(found).toEqual([]);
});

/** The first control whose name begins with this. */
function controlNamed(page: Page, name: string): Locator {
  const begins = new RegExp(`^${name.replace(/[.[\]()]/g, "\\$&")}`);
  const [first, ...others] = (["button", "menuitem", "combobox", "tab"] as const).map((role) => {
    return page.getByRole(role, { name: begins });
  });
  const summary = page.locator("summary").filter({ hasText: name });
  return others.reduce((found, other) => found.or(other), first!.or(summary)).first();
}

/** Two students' equal answers that leave a question open. */
async function storeDoubtfulPages(taskId: string): Promise<void> {
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const { sha256 } = files[0]!;
  const db = await openDatabase({ url: `file:${site.dataDir}/circuitgrade.db` });
  const context = { db, now: Date.now } as Parameters<typeof insertReadPage>[0];
  for (const studentId of ["20230002", "20230003"]) {
    await insertReadPage(context, { taskId, studentId, sha256, lines: ["Y = XNOR(A, B)"], confidence: 0.6 });
  }
  await db.close();
}

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
