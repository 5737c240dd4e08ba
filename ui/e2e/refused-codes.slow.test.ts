import type { Locator } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { TEXTS } from "../../server/contract/texts.ts";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  openBrowser,
  openTab,
  openUploadFiles,
  PHONE,
} from "./browser.ts";
import { withBlurredCode, withCode, withoutCode } from "./code-faults.ts";
import { newClass, newTask } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("codes@example.edu");
const classId = await newClass(ana);
const makeTask = (title: string) => {
  const answerKeys = [1, 2, 3, 4].map(() => ({ keys: [{ expression: "A ^ B", grade: "5" }] }));
  return newTask(ana, { classId, title, answerKeys });
};
const taskId = await makeTask("Half adder");
const sheet = (item: number, id = taskId) => drawnPage(site, { taskId: id, item, sample: "20230001_quiz[1].png" });
const forged = `${site.origin}/student-upload/${taskId}?v=1&i=4&s=AAAAAAAAAAAA`;
const { codes } = TEXTS.files;
/** A page for each item, and the message about its code. */
const pages = [
  { bytes: await withoutCode(await sheet(1)), text: codes["no-code"] },
  { bytes: await withBlurredCode(await sheet(2)), text: codes["blurred-code"] },
  { bytes: await sheet(3, await makeTask("Another")), text: codes["other-task"] },
  { bytes: await withCode(await sheet(4), forged), text: codes["forged-code"] },
];

afterAll(() => browser.close());

async function chooseAll(form: Pick<Locator, "getByLabel">): Promise<void> {
  for (const [index, { bytes }] of pages.entries()) {
    const name = `20230001_quiz[${index + 1}].png`;
    const file = { name, mimeType: "image/png", buffer: bytes };
    await form.getByLabel(`Item ${index + 1}`, { exact: true }).setInputFiles(file);
  }
}

/** The headings of the dialog, each with the lines of its files, sorted. */
function groupsOf(dialog: Locator): Promise<[string, string[]][]> {
  return dialog.evaluate((element) =>
    [...element.querySelectorAll(".reason h2")].map((heading) => [
      heading.textContent ?? "",
      [...(heading.parentElement?.querySelectorAll("li") ?? [])]
        .map(({ innerText }) => innerText.replace(/\s+/g, " "))
        .sort(),
    ]),
  );
}

/** The items' files, each with its message. */
function lines(...items: readonly number[]): string[] {
  return items.map((item) => `20230001_quiz[${item}].png ${pages[item - 1]!.text}`);
}

test("the student reads next to each refused file what is wrong with its code", async () => {
  const page = await openTab(browser, { site, viewport: PHONE });
  await page.goto(`/student-upload/${taskId}`);
  await chooseAll(page.locator("body"));
  await page.getByRole("button", { name: "Submit Files" }).click();
  const dialog = page.getByRole("dialog", { name: TEXTS.files.rejectedHeading });
  await dialog.waitFor({ timeout: 120_000 });
  expect(await groupsOf(dialog)).toEqual([[TEXTS.files.notBelonging, lines(1, 2, 3, 4)]]);
  await expectAccessible(page);
  await capture(page, "student-upload-codes");
  expectCleanConsole(page);
});

test("the instructor reads the same, under the two headings of the specification", async () => {
  const page = await openTab(browser, { site, as: ana });
  await page.goto(`/task/${taskId}`);
  await openUploadFiles(page);
  const dialog = page.getByRole("dialog", { name: "Upload Files" });
  await chooseAll(dialog);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  const rejected = page.getByRole("dialog", { name: TEXTS.files.rejectedHeading });
  await rejected.waitFor({ timeout: 120_000 });
  expect((await groupsOf(rejected)).sort()).toEqual([
    [TEXTS.files.notBelonging, lines(3, 4)],
    [TEXTS.files.unreadableQr, lines(1, 2)],
  ]);
  await expectAccessible(page);
  await capture(page, "task-codes");
  expectCleanConsole(page);
});

test("the student page looks for the QR code as soon as a picture is chosen, and holds nothing up", async () => {
  const page = await openTab(browser, { site, viewport: PHONE });
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`/student-upload/${taskId}`);
  await page.locator("form[data-live=true]").waitFor();
  expect(loaded.filter((path) => /code|\.wasm$/.test(path))).toEqual([]);
  await chooseAll(page.locator("body"));
  const advice = (item: number) =>
    page
      .locator(".item")
      .nth(item - 1)
      .locator(".doubt");
  await advice(1).getByText("Move closer, and keep the whole sheet in the picture.").waitFor();
  await advice(2).getByText(TEXTS.files.codes["blurred-code"]).waitFor();
  await advice(3).getByText(TEXTS.files.codes["other-task"]).waitFor();
  // Only the server knows the signature.
  expect(await advice(4).count()).toBe(0);
  await expectAccessible(page);
  await capture(page, "student-upload-code");
  await page.setViewportSize(PHONE);

  const sheet = await drawnPage(site, { taskId, item: 2, sample: "20230001_quiz[1].png" });
  await page.getByLabel("Student ID").fill("20230001");
  const photo = { name: "IMG_0001.png", mimeType: "image/png", buffer: sheet };
  await page.getByLabel("Item 1", { exact: true }).setInputFiles(photo);
  await advice(1).getByText("This is the template of item 2. Choose the picture for item 1.").waitFor();
  await page.getByLabel("Item 2", { exact: true }).setInputFiles(photo);
  await advice(2).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Submit Files" }).click();
  await page.getByRole("dialog", { name: TEXTS.files.rejectedHeading }).waitFor();
  await page.locator(".item[data-state=taken]").waitFor();
  expectCleanConsole(page);
});
