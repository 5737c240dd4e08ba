import type { Page, Route } from "playwright-core";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ENDPOINTS } from "../../server/contract/endpoints.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const TASKS = `**${ENDPOINTS.getTasks.path}`;
const EVENTS = `**${ENDPOINTS.events.path}?*`;

let page: Page;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana);

afterAll(() => browser.close());

beforeEach(async () => {
  page = await openTab(browser, { site });
  await page.goto("/auth");
  await page.getByLabel("Email").fill(ana.email);
  await page.getByLabel("Password", { exact: true }).fill(ana.password);
});

/** Logs in, and waits until the page listens. */
async function logIn(): Promise<void> {
  const listening = page.waitForResponse(EVENTS);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await listening;
}

async function makeTask(title: string): Promise<void> {
  await newTask(ana, { classId, title });
}

const task = (title: string) => page.getByRole("link", { name: title, exact: true });

test("an outdated response does not revert the list", async () => {
  await logIn();
  const late = new Promise<() => Promise<void>>((resolve) => {
    const answer = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      resolve(() => route.fulfill({ response }));
    };
    void page.route(TASKS, answer, { times: 1 });
  });
  await makeTask("Adder");
  const letGo = await late;
  await makeTask("Latch");
  await task("Latch").waitFor();
  await letGo();
  await page.waitForTimeout(1000);
  await expect.poll(() => page.locator(".task-title").allTextContents()).toEqual(["Adder", "Latch"]);
  expectCleanConsole(page);
});

test("what changes while a page is loading is shown as soon as it listens", async () => {
  await logIn();
  const made = page.waitForResponse((response) => response.url().includes("/dashboard/"));
  await page.route(
    EVENTS,
    async (route) => {
      await made;
      await makeTask("Encoder");
      await route.continue();
    },
    { times: 1 },
  );
  await page.reload();
  await task("Encoder").waitFor();
  expectCleanConsole(page);
});

test("thirty events in a moment load the list once", async () => {
  const event = 'data: {"type":"task","task_id":"t"}\n\n';
  const body = `retry: 600000\n\n${event.repeat(30)}`;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(EVENTS, async (route) => {
    await held;
    await route.fulfill({ contentType: "text/event-stream", body });
  });
  await page.keyboard.press("Enter");
  await page.locator(".task-title").first().waitFor();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(ENDPOINTS.getTasks.path)) asked++;
  });
  letGo();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.waitForTimeout(2000);
  expect(asked).toBe(1);
});

test("a page in the background holds no connection, and catches up when somebody looks at it again", async () => {
  const setHidden = (hidden: boolean): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await logIn();
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes(`${ENDPOINTS.events.path}?`));
  await setHidden(true);
  await ended;
  await makeTask("Made unseen");
  await page.waitForTimeout(1500);
  expect(await task("Made unseen").count()).toBe(0);
  await setHidden(false);
  await task("Made unseen").waitFor();
  await makeTask("Made in sight");
  await task("Made in sight").waitFor();
  expectCleanConsole(page);
});

test("after logging in again over the page, events arrive again, and missed ones are made up for", async () => {
  await makeTask("Decoder");
  await logIn();
  // A page whose data came with it asks for nothing: a refused reading call would lead to the login page instead.
  const listening = page.waitForResponse(EVENTS);
  await page.reload();
  await listening;
  await task("Decoder").waitFor();
  // The server ends the stream at its next heartbeat, and refuses the browser when it reconnects.
  const refused = page.waitForResponse((response) => response.url().includes("/events?") && response.status() === 401, {
    timeout: 90_000,
  });
  await ana.call("logoutElsewhere", {});
  await refused;
  await page.getByRole("button", { name: "Actions for Decoder" }).click();
  await page.getByRole("menuitem", { name: "Remove Task" }).click();
  await page.getByRole("button", { name: "Yes, remove it" }).click();
  const login = page.getByRole("alertdialog", { name: TEXTS.task.sessionExpired });
  await login.getByLabel("Password", { exact: true }).fill(ana.password);
  await page.keyboard.press("Enter");
  await page.getByText(TEXTS.toasts.taskDeleted).waitFor();
  await makeTask("Made unheard");
  await task("Made unheard").waitFor();
  await makeTask("Made in hearing");
  await task("Made in hearing").waitFor();
  expectCleanConsole(page);
});
