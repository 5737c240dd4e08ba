import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import {
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  holdCalls,
  openBrowser,
  openTab,
  openUploadFiles,
  PHONE,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const taskId = await newTask(ana, { classId: await newClass(ana) });

afterAll(() => browser.close());

const question = (page: Page) => page.getByRole("alertdialog");

test("a changed profile is not left without a question; a saved one is", async () => {
  const page = await openTab(browser, { site, as: ana });
  await page.goto("/settings");
  await page.getByLabel("Name", { exact: true }).fill("Ana Cruz");
  await page.getByRole("link", { name: "Close settings" }).click();
  await question(page).getByText("Discard your changes?").waitFor();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ana Cruz");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.getByText("Profile name updated successfully").waitFor();
  await page.getByRole("link", { name: "Close settings" }).click();
  await page.waitForURL("**/dashboard/**");
  expectCleanConsole(page);
});

test("a stack that is being uploaded is not abandoned without a question", async () => {
  const page = await openTab(browser, { site, as: ana });
  // The connection is so slow that the server never answers.
  await page.route("**/stacks/upload/**", () => undefined);
  await page.goto(`/stacks/${taskId}`);
  const picture = { name: "stack.png", mimeType: "image/png", buffer: Buffer.from("a picture") };
  await page.getByLabel("Pages to add", { exact: true }).setInputFiles(picture);
  await page.locator(".stack-sending").waitFor();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await question(page).getByText("Stop the upload?").waitFor();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await page.locator(".stack-sending").waitFor();
  await page.getByRole("button", { name: "Logout" }).click();
  await question(page).getByText("Log out?").waitFor();
  await question(page).getByText("The pages are still on their way.").waitFor();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await question(page).getByRole("button", { name: "Stop and leave" }).click();
  await page.waitForURL("**/dashboard/**");
  expectCleanConsole(page);
});

test("files that the instructor hands in are not abandoned without a question", async () => {
  const page = await openTab(browser, { site, as: ana });
  await page.route("**/files/upload-files", () => undefined);
  await page.goto(`/dashboard/${ana.userId}`);
  await page.getByRole("link", { name: "Half adder" }).click();
  await openUploadFiles(page);
  const dialog = page.getByRole("dialog");
  const picture = { name: "20230001_quiz[1].png", mimeType: "image/png", buffer: Buffer.from("a picture") };
  await dialog.getByLabel("Item 1").setInputFiles(picture);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.getByText("Uploading...").waitFor();
  await page.evaluate(() => history.back());
  await question(page).getByText("Stop the upload?").waitFor();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await dialog.getByText("Uploading...").waitFor();
  const givenUp = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/files/upload-files"));
  await page.evaluate(() => history.back());
  await question(page).getByRole("button", { name: "Stop and leave" }).click();
  await page.waitForURL("**/task/**");
  await givenUp;
  expectCleanConsole(page);
});

test("an upload that ends during the question closes it", async () => {
  const page = await openTab(browser, { site, as: ana });
  const letGo = await holdCalls(page, "**/files/upload-files");
  await page.goto(`/dashboard/${ana.userId}`);
  await page.getByRole("link", { name: "Half adder" }).click();
  await openUploadFiles(page);
  const dialog = page.getByRole("dialog", { name: "Upload Files" });
  const picture = { name: "20230001_quiz[1].png", mimeType: "image/png", buffer: Buffer.from("a picture") };
  await dialog.getByLabel("Item 1").setInputFiles(picture);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.getByText("Uploading...").waitFor();
  await page.evaluate(() => history.back());
  await question(page).getByText("Stop the upload?").waitFor();
  await letGo();
  await page.locator("[role=alertdialog]").waitFor({ state: "detached" });
  // It is not a picture; the message appears now.
  await page.getByRole("dialog").getByText("20230001_quiz[1].png").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Upload Files" }).click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.evaluate(() => history.back());
  await page.waitForURL("**/task/**");
  expectCleanConsole(page);
});

test("a question whose action fails says so, and does not trap the user", async () => {
  const own = await site.instructor("cy@example.edu");
  const page = await openTab(browser, { site, as: own });
  await page.goto("/contact");
  await page.getByRole("textbox", { name: "Message" }).fill("My page was read upside down.");
  // As in browsers that store nothing.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error("no storage");
    };
  });
  await page.getByRole("button", { name: "Logout" }).click();
  await question(page).getByRole("button", { name: "Log Out" }).click();
  await question(page).getByText("An unexpected error occurred.").waitFor();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await question(page).waitFor({ state: "detached" });
});

test("nobody is logged out of a form without a question", async () => {
  const own = await site.instructor("bo@example.edu");
  const page = await openTab(browser, { site, as: own });
  await page.goto("/create-class");
  await page.getByLabel("Course Code").fill("CPE 101");
  await page.getByRole("button", { name: "Logout" }).click();
  await question(page).getByText("Log out and discard your changes?").waitFor();
  await question(page).getByText("What you entered on this page is not saved yet.").waitFor();
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => page.getByLabel("Course Code").inputValue()).toBe("CPE 101");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await question(page).getByRole("button", { name: "Log Out" }).click();
  await page.waitForURL("**/auth");
  await question(page).waitFor({ state: "detached" });
  expectCleanConsole(page);
});

test("an unsent message is protected from a stray click, also a visitor's", async () => {
  for (const as of [ana, undefined]) {
    const page = await openTab(browser, { site, ...(as && { as }) });
    await page.goto("/contact");
    const message = page.getByRole("textbox", { name: "Message" });
    await message.fill("My page was read upside down.");
    await page.getByRole("link", { name: "CircuitGrade", exact: true }).click();
    await question(page).getByText("Discard your changes?").waitFor();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => message.inputValue()).toBe("My page was read upside down.");
    await page.getByRole("link", { name: "CircuitGrade", exact: true }).click();
    await question(page).getByRole("button", { name: "Discard" }).click();
    await page.waitForURL(as ? "**/dashboard/**" : "**/auth");
    expectCleanConsole(page);
  }
});

test("leaving a typed recovery address or an uncopied token causes a question", async () => {
  const page = await openTab(browser, { site, as: ana });
  await page.goto("/settings");
  const close = page.getByRole("link", { name: "Close settings" });
  const address = page.getByLabel("Recovery Email Address");
  await address.fill("Ana@Home.example");
  await close.click();
  await question(page).getByText("Discard your changes?").waitFor();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("form", { name: "Recovery Email" }).getByLabel("Your Password").fill(ana.password);
  await page.getByRole("button", { name: "Save Recovery Email" }).click();
  await page.getByText("Recovery email updated successfully").waitFor();

  const tokens = page.getByRole("region", { name: "Access Tokens" });
  const add = tokens.getByRole("button", { name: "New Access Token" });
  async function makeToken(name: string): Promise<void> {
    await add.click();
    await tokens.getByLabel("Token Name").fill(name);
    await tokens.getByLabel("Your Password").fill(ana.password);
    await page.keyboard.press("Enter");
    await tokens.getByLabel("The new access token").waitFor();
  }
  await makeToken("Laptop");
  await close.click();
  await question(page).getByText("it is not shown again").waitFor();
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await question(page).getByText("it is not shown again").waitFor();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await tokens.getByRole("button", { name: "Done" }).click();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await tokens.getByLabel("The new access token").waitFor();
  await tokens.getByRole("button", { name: "Done" }).click();
  await question(page).getByRole("button", { name: "Leave it" }).click();
  await expectFocus(add);
  await makeToken("Desk");
  // Selected by keyboard.
  await expectFocus(tokens.getByLabel("The new access token"));
  await page.keyboard.press("Control+C");
  await close.click();
  await page.waitForURL("**/dashboard/**");
  expectCleanConsole(page);
});

test("paper is light and has no navigation, whatever the theme", async () => {
  const page = await openTab(browser, { site, as: ana, theme: "dark" });
  await page.goto(`/dashboard/${ana.userId}`);
  const theme = page.locator("html");
  await expect.poll(() => theme.getAttribute("class")).toBe("dark");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect.poll(() => theme.getAttribute("class")).toBe("light");
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => page.locator(".header").isVisible()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect.poll(() => theme.getAttribute("class")).toBe("dark");
  expectCleanConsole(page);

  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  await page.context().clearCookies();
  for (const path of [`/student-upload/${taskId}`, "/results/unknown"]) {
    await page.goto(path);
    await page.emulateMedia({ media: "screen" });
    expect(await ink()).toBe("rgb(236, 238, 237)");
    await page.emulateMedia({ media: "print" });
    expect(await ink()).toBe("rgb(26, 33, 30)");
  }
});
