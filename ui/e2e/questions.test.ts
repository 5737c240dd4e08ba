import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  expectNoSidewaysScroll,
  openBrowser,
  openTab,
  PHONE,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const taskId = await newTask(ana, { classId: await newClass(ana) });
const page = await openTab(browser, { site, as: ana });
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="600" font-size="120"><rect width="1600" height="600" fill="#fff"/><circle cx="300" cy="300" r="200" fill="none" stroke="#000" stroke-width="12"/><path d="M510 300h480" stroke="#000" stroke-width="12"/><circle cx="1200" cy="300" r="200" fill="none" stroke="#000" stroke-width="12"/><text x="220" y="340">S0</text><text x="1120" y="340">S1</text></svg>`;
const picture = await sharp(Buffer.from(svg)).png().toBuffer();

afterAll(() => browser.close());

const question = () => page.getByLabel("Item 1, question", { exact: true });
const image = (of: Page) => of.locator(".question-picture").first();

async function next(): Promise<void> {
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Due Date" }).waitFor();
}

async function isShown(of: Page): Promise<void> {
  const shown = of.locator("img[src*='question-picture']");
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  expect((await shown.boundingBox())?.width).toBeLessThanOrEqual(480);
}

test("a question is typed by keys, and its picture is chosen or pasted and shown", async () => {
  await page.goto(`/edit-task/${taskId}`);
  const fold = page.getByText("Question", { exact: true });
  await fold.waitFor();
  await page.locator("summary", { has: fold }).focus();
  await page.keyboard.press("Enter");
  await question().fill("Draw the next-state logic.\nUse at most two gates.");
  const chooser = page.getByLabel("Item 1, picture of the question");
  await chooser.setInputFiles({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByText("notes.png is not a picture that can be shown.").waitFor();
  await chooser.setInputFiles({ name: "states.png", mimeType: "image/png", buffer: picture });
  await image(page).waitFor();
  await page.getByRole("button", { name: "Remove Picture" }).press("Enter");
  await image(page).waitFor({ state: "detached" });
  await expectFocus(page.getByRole("button", { name: "Add Picture" }));
  await question().evaluate(async (input, base64) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([bytes], "states.png", { type: "image/png" }));
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, picture.toString("base64"));
  await image(page).waitFor();
  await expectAccessible(page);
  await capture(page, "edit-task-question");
  // The browser decodes the first of two slowly: the second one stays.
  await page.evaluate(() => {
    const { createImageBitmap } = window;
    window.createImageBitmap = async (source: ImageBitmapSource) => {
      window.createImageBitmap = createImageBitmap;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      document.body.dataset.decoded = "late";
      return createImageBitmap(source);
    };
  });
  const other = await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const widthOf = () => image(page).evaluate((element) => (element as HTMLImageElement).naturalWidth);
  const width = await widthOf();
  await chooser.setInputFiles({ name: "slow.png", mimeType: "image/png", buffer: other });
  await chooser.setInputFiles({ name: "states.png", mimeType: "image/png", buffer: picture });
  await page.locator("[data-decoded=late]").waitFor();
  await page.waitForTimeout(300);
  expect(await widthOf()).toBe(width);
});

test("one that has no room on the sheet leads back to its field", async () => {
  await question().fill("1.\n".repeat(12));
  await next();
  await page.getByRole("button", { name: "Save Task" }).click();
  await page
    .getByText("The question of item 1 does not fit on its sheet: shorten it, or leave out its picture.")
    .waitFor();
  await expect.poll(() => question().evaluate((input) => input === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await question().fill("Draw the next-state logic.\nUse at most two gates.");
  await next();
  await page.getByRole("button", { name: "Save Task" }).click();
  await page.waitForURL(`**/task/${taskId}`);
});

test("the task's settings, its form and the students' page show it", async () => {
  await page.goto(`/task/${taskId}?tab=settings`);
  await page.getByText("Draw the next-state logic.").waitFor();
  await isShown(page);
  await page.goto(`/edit-task/${taskId}`);
  await page.getByText("Question", { exact: true }).click();
  await isShown(page);
  const phone = await openTab(browser, { site, viewport: PHONE });
  await phone.goto(`/student-upload/${taskId}`);
  await phone.getByText("Use at most two gates.").waitFor();
  await isShown(phone);
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await capture(phone, "student-upload-question");
  expectCleanConsole(page);
  expectCleanConsole(phone);
});
