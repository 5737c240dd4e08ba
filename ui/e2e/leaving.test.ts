import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { type Instructor, openSite, type Site } from "./site.ts";

let site: Site;
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

const question = (page: Page) => page.getByRole("alertdialog");

test("a changed profile is not left without a word; a saved one is", async () => {
  const page = await openTab(browser, { site, as: ana });
  await page.goto("/settings");
  await page.getByLabel("Name", { exact: true }).fill("Ana Cruz");
  await page.getByRole("link", { name: "Close settings" }).click();
  await question(page).getByText("Discard your changes?").waitFor();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ana Cruz");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.getByText("Profile name updated successfully").waitFor();
  await page.getByRole("link", { name: "Close settings" }).click();
  await page.waitForURL("**/dashboard/**");
  expectCleanConsole(page);
});

test("a stack that is on its way is not given up without a word", async () => {
  const { class: group } = await ana.call("createClass", {
    body: { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00-10:00", studentList: ["20230001"] },
  });
  const { id } = await ana.call("createTask", {
    body: {
      title: "Half adder",
      classId: group.id,
      examType: "quiz",
      dueDate: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
      answerKeys: [{ keys: [{ expression: "A & B", grade: "5" }] }],
    },
  });
  const page = await openTab(browser, { site, as: ana });
  // The line is so slow that the server never answers.
  await page.route("**/stacks/upload/**", () => undefined);
  await page.goto(`/stacks/${id}`);
  const picture = { name: "stack.png", mimeType: "image/png", buffer: Buffer.from("a picture") };
  await page.getByLabel("Scanned stack", { exact: true }).setInputFiles(picture);
  await page.locator(".stack-sending").waitFor();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await question(page).getByText("Stop the upload?").waitFor();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await page.locator(".stack-sending").waitFor();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await question(page).getByRole("button", { name: "Stop and leave" }).click();
  await page.waitForURL("**/dashboard/**");
  expectCleanConsole(page);
});

test("paper is light and has no navigation, whatever the theme", async () => {
  const page = await openTab(browser, { site, as: ana, theme: "dark" });
  await page.goto(`/dashboard/${ana.userId}`);
  const theme = page.locator("#root > .radix-themes");
  await expect.poll(() => theme.getAttribute("class")).toContain("dark");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await theme.getAttribute("class")).toContain("light");
  expect(await page.locator("html").getAttribute("class")).toBe("light");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".header").isVisible()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect.poll(() => theme.getAttribute("class")).toContain("dark");
  expectCleanConsole(page);
});
