import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { BORDER, SHEET } from "../../core/template/layout.ts";
import { type DrawnStackPage, drawStack, stackPdf } from "../../core/testdata/drawn-pages/draw-stack.ts";
import { TASK } from "../../core/testdata/drawn-pages/page-list.ts";
import { CLASS_BODY } from "../../server/testing/fixtures.ts";
import { capture, expectAccessible, expectCleanConsole, expectFocus, openBrowser, openTab, PHONE } from "./browser.ts";
import { newClass } from "./course.ts";
import { drawnPage } from "./drawn-page.ts";
import { openSite } from "./site.ts";

/** 120 pages are drawn, scanned and sorted while others are read, on a machine that may be busy. */
const PATIENCE = 2_400_000;

const COUNT = 60;
const UNREADABLE = 6;
const ITEMS = TASK.items.length;
const STUDENTS = Array.from({ length: COUNT }, (_, index) => String(20230001 + index));

let pages: readonly DrawnStackPage[];

function studentOf({ template }: DrawnStackPage): string {
  return STUDENTS[Math.ceil(template / ITEMS) - 1]!;
}

async function makeTask(classId: string, title: string): Promise<string> {
  const { id } = await ana.call("createTask", {
    body: {
      title,
      classId,
      examType: "quiz",
      dueDate: new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString(),
      answerKeys: TASK.items.map(({ keys }) => ({
        keys: keys.map(({ expression, grade }) => ({ expression, grade: String(grade) })),
      })),
    },
  });
  return id;
}

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: STUDENTS });
const taskId = await makeTask(classId, "Half adder and selector");
const folder = await mkdtemp(join(tmpdir(), "stack-e2e-"));
const page = await openTab(browser, { site, as: ana });

afterAll(async () => {
  await browser.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test("at first nothing waits, and the pages say what to do", async () => {
  await page.goto(`/edit-class/${classId}`);
  await page.getByRole("link", { name: "Templates and stacks of Half adder and selector" }).click();
  await page.getByRole("heading", { level: 1, name: "Add Pages" }).waitFor();
  await page.getByText("No pages added yet.").waitFor();
  await expectAccessible(page);
  await page.goto(`/task/${taskId}`);
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.getByText("Nothing was handed in yet.").waitFor();
  expect(await page.title()).toBe("Task Page");
  await expectAccessible(page);
});

test("a dropped folder is read once, and errors are shown", async () => {
  await page.goto(`/stacks/${taskId}`);
  const zone = page.locator(".stack-drop");
  await zone.waitFor();
  // A folder of a drive that is unplugged: a browser cannot be given a real one.
  await zone.evaluate((element) => {
    const fail = (_: unknown, reject: (error: Error) => void) => setTimeout(() => reject(new Error("gone")), 500);
    const entry = { isDirectory: true, createReader: () => ({ readEntries: fail }) };
    const event = new Event("drop", { bubbles: true, cancelable: true });
    const items = [{ webkitGetAsEntry: () => entry, getAsFile: () => null }];
    element.dispatchEvent(Object.assign(event, { dataTransfer: { items } }));
  });
  await zone.getByText("Reading what you dropped").waitFor();
  expect(await zone.getByRole("button", { name: "Choose files" }).count()).toBe(0);
  await page.getByRole("alert").getByText("What you dropped could not be read, and nothing was uploaded.").waitFor();
  await zone.getByRole("button", { name: "Choose files" }).waitFor();
  expectCleanConsole(page);
});

test(
  "a doubtful reading is marked, graded with a key, and another grade given by hand",
  async () => {
    const other = await makeTask(classId, "Read");
    // An open input, and a circuit with a different number of inputs.
    const samples = [
      [2, "20230006_quiz[2].jpg"],
      [1, "20230009_quiz[1].jpg"],
    ] as const;
    for (const [item, name] of samples) {
      const bytes = await drawnPage(site, { taskId: other, item, sample: await insideOf(name) });
      const form = new FormData();
      form.append("task_id", other);
      form.append("item_number", String(item));
      form.append("files", new Blob([new Uint8Array(bytes)]), `20230001_quiz[${item}].png`);
      expect((await ana.call("uploadFiles", { body: form })).files_uploaded).toHaveLength(1);
    }
    await page.goto(`/task/${other}?tab=review`);
    await page.getByText("2 pages in the queue").waitFor({ timeout: PATIENCE });
    await page.locator(".marked-page svg rect").first().waitFor();
    await page
      .locator(".marked-page img")
      .first()
      .evaluate((image: HTMLImageElement) => image.decode());
    await expectAccessible(page);
    await capture(page, "queue-reading");

    // The page that was read first is in view, which need not be the first in the list.
    await page.locator(".queue-list ol button").first().click();
    const label = await page.locator(".queue-list button[aria-current] strong").innerText();
    await page.keyboard.press("j");
    await expect.poll(() => page.locator(".queue-list button[aria-current] strong").innerText()).not.toBe(label);
    await page.keyboard.press("k");
    await page.setViewportSize(PHONE);
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator(".queue-list ol button").first().click();
    const shown = page.locator(".queue-entry");
    await expectFocus(shown);
    expect((await shown.boundingBox())!.y).toBeLessThan(PHONE.height / 4);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole("link", { name: "Change", exact: true }).click();
    const setting = page.getByRole("textbox", { name: "How sure must the machine be to grade without you?" });
    await expect.poll(() => setting.inputValue()).toBe("98");
    for (const wrong of ["", "50.55", "150", "10"]) {
      await setting.fill(wrong);
      await expect.poll(() => setting.inputValue()).toBe(wrong);
      await page.getByText("Enter a percentage from 50 to 99.9.").waitFor();
    }
    await expectAccessible(page);
    await capture(page, "queue-certainty");
    await setting.fill("99.9");
    expect(await page.getByText("Enter a percentage from 50 to 99.9.").count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.getByText("99.9 % for full marks").waitFor();
    await page.goBack();
    await page.getByText("The machine must be 99.9 % sure of full marks", { exact: false }).waitFor();
    await page.getByText("2 pages in the queue").waitFor();
    await page.locator("h1").click();
    const another = page.getByRole("textbox", { name: "Another grade" });
    await page.keyboard.press("g");
    await expectFocus(another);
    await page.keyboard.press("Escape");
    // A digit begins the points.
    await page.keyboard.type("7");
    await expect.poll(() => another.inputValue()).toBe("7");
    await page.getByRole("textbox", { name: "Comment" }).fill("Read by a person");
    await page.keyboard.press("Enter");
    await page.getByText("1 page in the queue").waitFor();
    const { files } = await ana.call("getFiles", { params: { taskId: other } });
    const graded = files.find((file) => file.graded);
    expect([graded?.total_grade, graded?.comment]).toEqual([7, "Read by a person"]);

    await page.keyboard.press("x");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("x");
    await dialog.getByRole("button", { name: "Take out" }).click();
    await page.getByText("Nothing needs you").waitFor();
    expect((await ana.call("getFiles", { params: { taskId: other } })).files).toHaveLength(1);
  },
  PATIENCE,
);

test(
  "personal templates are made with the names of a list",
  async () => {
    await page.goto(`/stacks/${taskId}`);
    await page.getByText(`120 pages for ${COUNT} students and ${ITEMS} items`).waitFor();
    const studentNames = Object.fromEntries(STUDENTS.map((id, index) => [id, `Student Nr. ${index + 1}`]));
    await ana.call("editClass", { params: { classId }, body: { ...CLASS_BODY, studentList: STUDENTS, studentNames } });
    const names = page.getByRole("link", { name: "Import names" });
    await expect.poll(() => names.getAttribute("href")).toBe(`/edit-class/${classId}`);
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: PATIENCE }),
      page.getByRole("button", { name: "Download the templates" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Half adder and selector - personal templates.pdf");
    await download.saveAs(join(folder, "templates.pdf"));
    const stack = await drawStack(await readFile(join(folder, "templates.pdf")), {
      seed: "browser",
      unreadable: UNREADABLE,
      itemOf: (number) => TASK.items[(number - 1) % ITEMS]!.item,
    });
    pages = stack.pages;
    expect(pages).toHaveLength(120);
    await writeFile(join(folder, "stack.pdf"), await stackPdf(stack.pictures));
  },
  PATIENCE,
);

test(
  "a stack of 120 pages is dropped and sorted: 114 placed, 6 in the queue, none lost",
  async () => {
    await page.getByLabel("Pages to add", { exact: true }).setInputFiles([join(folder, "stack.pdf")]);
    await page.getByText("120 pages were taken.").waitFor({ timeout: PATIENCE });
    await page.getByRole("progressbar", { name: /of 120 pages sorted/ }).waitFor();
    await capture(page, "stacks-sorting");
    await page.getByText("114 placed · 6 in the queue", { exact: true }).waitFor({ timeout: PATIENCE });
    const tiles = page.getByRole("list", { name: "stack.pdf" }).getByRole("button");
    await expect.poll(() => tiles.filter({ hasText: /^\d+$/ }).count(), { timeout: 60_000 }).toBe(120);
    const { stacks } = await ana.call("getStacks", { params: { taskId } });
    const { page_list: list } = await ana.call("getStack", { params: { stackId: stacks[0]!.id } });
    for (const [index, drawn] of pages.entries()) {
      const found = list[index]!;
      const owner = drawn.unreadable ? [null, null] : [studentOf(drawn), drawn.item];
      expect([found.state, found.student_id, found.item_number], `page ${index + 1}`).toEqual([
        drawn.unreadable ? "queued" : "placed",
        ...owner,
      ]);
    }
    await expectAccessible(page);
    await capture(page, "stacks");
    const first = pages.findIndex(({ unreadable }) => !unreadable);
    await page.getByRole("button", { name: new RegExp(`^Page ${first + 1}: ${studentOf(pages[first]!)} `) }).click();
    await page.locator(".stack-picture").evaluate((image: HTMLImageElement) => image.decode());
    const upright = await page
      .locator(".stack-picture")
      .evaluate((image: HTMLImageElement) => image.naturalWidth > image.naturalHeight);
    expect(upright).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expectFocus(tiles.nth(first));
  },
  PATIENCE,
);

test(
  "unassigned pages are assigned to their students with the keyboard",
  async () => {
    await page.getByRole("link", { name: /^Review/ }).click();
    const unplaced = page.getByRole("region", { name: "Whose page?" });
    await unplaced.getByRole("heading", { name: `Whose page? ${UNREADABLE}` }).waitFor();
    await unplaced.getByRole("button").first().click();
    for (let left = UNREADABLE; left > 0; left--) {
      const place = await page.locator(".marked-page + figcaption").first().innerText();
      const drawn = pages[Number(/page (\d+)/.exec(place)![1]) - 1]!;
      if (left === UNREADABLE) {
        await page.getByAltText("The top of the page").evaluate((image: HTMLImageElement) => image.decode());
        await page.locator(".marked-page img").evaluate((image: HTMLImageElement) => image.decode());
        await expectAccessible(page);
        await capture(page, "queue");
        // The most likely answers come first: those without a hand-in.
        await expect.poll(() => page.getByRole("option").first().innerText()).toContain("no page yet");
        await page.keyboard.press("/");
        await page.keyboard.type("nobody of that name");
        await page.getByText("No match in the class.").waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("combobox").fill("");
      }
      await page.locator("h1").click();
      await page.keyboard.press("/");
      await page.keyboard.type(`${studentOf(drawn)} ${drawn.item}`);
      await expect.poll(() => page.getByRole("option").first().innerText()).toContain(`item ${drawn.item}`);
      await page.keyboard.press("Enter");
      await page.getByText(`${place} is item ${drawn.item} of ${studentOf(drawn)} now.`).waitFor();
      await expect
        .poll(() => page.locator(".marked-page + figcaption").allInnerTexts(), { timeout: 60_000 })
        .not.toContain(place);
    }
    const { stacks } = await ana.call("getStacks", { params: { taskId } });
    expect([stacks[0]?.placed, stacks[0]?.queued]).toEqual([120, 0]);
    const { missing } = await ana.call("getQueue", { params: { taskId } });
    expect(missing).toEqual([]);
  },
  PATIENCE,
);

test("a page can be taken out and put back; deleting a stack says what is lost", async () => {
  await page.goto(`/stacks/${taskId}`);
  const lost = pages.findIndex(({ unreadable }) => unreadable);
  const { stacks } = await ana.call("getStacks", { params: { taskId } });
  const { page_list: list } = await ana.call("getStack", { params: { stackId: stacks[0]!.id } });
  await ana.call("rejectStackPage", { params: { pageId: list[lost]!.id }, body: {} });
  await page.getByText("119 placed · 1 taken out", { exact: true }).waitFor();
  await page.getByRole("button", { name: new RegExp(`^Page ${lost + 1}: .*taken out$`) }).click();
  await page.getByRole("button", { name: "Put it back into the queue" }).click();
  await page.getByText("119 placed · 1 in the queue", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete stack.pdf" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete the stack stack.pdf?" });
  await dialog.getByText("1 page that nobody has settled will be lost.").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No pages added yet.").waitFor();
  expect((await ana.call("getFiles", { params: { taskId } })).files).toHaveLength(119);
  expectCleanConsole(page);
});

/** A drawing on a sample's template, whose code is another task's. */
async function insideOf(sample: string): Promise<Buffer> {
  const picture = sharp(await readFile(new URL(`../../core/testdata/pages/${sample}`, import.meta.url)));
  const { width, height } = await picture.metadata();
  const edge = 4;
  return picture
    .extract({
      left: Math.round(((BORDER.x + edge) / SHEET.width) * width),
      top: Math.round(((BORDER.y + edge) / SHEET.height) * height),
      width: Math.round(((BORDER.width - 2 * edge) / SHEET.width) * width),
      height: Math.round(((BORDER.height - 2 * edge) / SHEET.height) * height),
    })
    .toBuffer();
}
