import { afterAll, expect, test } from "vitest";
import { ENDPOINTS } from "../../server/contract/endpoints.ts";
import { capture, expectAccessible, expectCleanConsole, expectFocus, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { letNewPagesCount } from "./evaluator-pages.ts";
import { openSite } from "./site.ts";

const STUDENT = "20230001";
const NAME = `${STUDENT}_quiz[1].png`;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const answerKeys = [{ keys: [{ expression: "A ^ B", grade: "10" }] }];
const taskId = await newTask(ana, { classId: await newClass(ana, { studentList: [STUDENT] }), answerKeys });
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

/** As anybody can who has the link. */
async function handIn(sample: string): Promise<void> {
  const drawing = await drawnPage(site, { taskId, item: 1, sample });
  const body = new FormData();
  body.append("task_id", taskId);
  body.append("item_number", "1");
  body.append("files", new Blob([new Uint8Array(drawing)], { type: "image/png" }), NAME);
  const { ok } = await fetch(site.origin + ENDPOINTS.uploadFiles.path, { method: "POST", body });
  expect(ok).toBe(true);
}

async function listed() {
  return (await ana.call("getFiles", { params: { taskId } })).files[0]!;
}

test("a replaced page is found and made to count again, with its grade", async () => {
  await handIn("20230001_quiz[1].png");
  const original = await listed();
  await ana.call("updateGrade", { params: { fileId: original.id }, body: { total_grade: 9 } });
  await handIn("20230007_quiz[1].png");
  await letNewPagesCount(ana, taskId);
  await page.goto(`/task/${taskId}`);
  const opener = page.getByRole("button", { name: "replaces 1 other, graded 9 / 10" });
  await opener.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Uploads of ${STUDENT}, item 1` });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectFocus(opener);
  await opener.click();
  const uploads = dialog.getByRole("list", { name: "Uploads" }).getByRole("listitem");
  await expect.poll(() => uploads.count(), { timeout: 40_000 }).toBe(2);
  await uploads.first().getByText("Counts", { exact: true }).waitFor();
  const displaced = uploads.last();
  await displaced.getByText("On the student page").waitFor();
  await displaced.getByText(`${NAME}, `).waitFor();
  const width = () => displaced.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width, { timeout: 40_000 }).toBe(240);
  const file = await displaced.getByRole("link", { name: NAME }).getAttribute("href");
  const picture = await displaced.getByRole("link", { name: /^Open the picture of / }).getAttribute("href");
  expect([file, picture]).toEqual([original.file_url, original.page_url]);
  await dialog.getByText("Read", { exact: true }).nth(1).waitFor();
  await expectAccessible(page);
  await capture(page, "submission-history");
  await displaced.getByRole("button", { name: /^Make this one count/ }).click();
  const question = page.getByRole("alertdialog", { name: "Make this upload count?" });
  await question
    .getByText(
      "The grade of item 1 will be 9 / 10, which this upload was given. The upload that counts now is kept here.",
    )
    .waitFor();
  await expectAccessible(page);
  await capture(page, "submission-history-confirm");
  await question.getByRole("button", { name: "Make this one count" }).click();
  await page.getByText("This upload counts now.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "replaces 1 other", exact: true }).waitFor();
  expect(await listed()).toMatchObject({ id: original.id, total_grade: 9, graded: true });
  expectCleanConsole(page);
});

test("the server's refusal is shown, and nothing changes", async () => {
  await page.getByRole("button", { name: "replaces 1 other" }).click();
  await page.route("**/files/restore-submission/**", (route) => route.abort());
  await page.getByRole("button", { name: /^Make this one count/ }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("This upload has no grade yet: item 1 is ungraded until you give one.").waitFor();
  await question.getByRole("button", { name: "Make this one count" }).click();
  await question.getByText("The server cannot be reached. Check your connection and try again.").waitFor();
  await page.unroute("**/files/restore-submission/**");
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByText("Counts", { exact: true }).waitFor();
});
