import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, expect, test } from "vitest";
import { DECODER_TASK, drawCopiedClass } from "../../core/testdata/copied-class/draw-copied-class.ts";
import {
  bytesOf,
  capture,
  chooseTaskAction,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  openBrowser,
  openTab,
} from "./browser.ts";
import { newClass } from "./course.ts";
import { handInClass } from "./hand-in-class.ts";
import { openSite } from "./site.ts";

/** 60 pages are drawn, handed in and really read, on a machine that may be busy. */
const PATIENCE = 1_500_000;
/** This many students traced the pages of the first ones. */
const COPIES = 4;

const [site, browser, pages] = await Promise.all([
  openSite(),
  openBrowser(),
  drawCopiedClass({ students: 60, copies: COPIES }),
]);
const students = pages.map(({ studentId }) => studentId);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: students });
const taskId = await makeTask(DECODER_TASK.title);
await handInClass(site, { by: ana, taskId, pages });
await allRead(taskId);
const page = await openTab(browser, { site, as: ana });
page.setDefaultTimeout(120_000);

afterAll(() => browser.close());

async function makeTask(title: string): Promise<string> {
  const keys = DECODER_TASK.items[0].keys.map(({ expression, grade }) => ({ expression, grade: String(grade) }));
  const dueDate = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString();
  const task = await ana.call("createTask", {
    body: { title, classId, examType: "quiz", dueDate, answerKeys: [{ keys }] },
  });
  return task.id;
}

async function allRead(taskId: string): Promise<void> {
  for (;;) {
    const { files } = await ana.call("getFiles", { params: { taskId } });
    if (files.every(({ analysis }) => analysis === "done" || analysis === "failed")) return;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

test("copied drawings are reached from the task, and shown side by side", { timeout: 300_000 }, async () => {
  await page.goto(`/task/${taskId}`);
  await page.getByRole("link", { name: "Similar", exact: true }).click();
  await page.getByText(/^60 drawings compared, \d pairs? looks? copied/).waitFor();
  const planted = pages.flatMap(({ studentId, copyOf }) => (copyOf === null ? [] : [[copyOf, studentId]]));
  expect(planted).toHaveLength(COPIES);
  // Five drawings at a time; the chosen one is shown next to the one that it is like.
  const grid = page.getByRole("list", { name: "Similar submissions" });
  const pairs = page.getByRole("list", { name: "Pairs" }).getByRole("heading");
  const found: string[] = [];
  for (const number of [1, 2]) {
    await page.getByText(`Page ${number} of 2`).waitFor();
    for (const tile of await grid.getByRole("button").all()) {
      await tile.click();
      await expect.poll(() => tile.getAttribute("aria-pressed")).toBe("true");
      const student = await tile.locator("strong").innerText();
      const [name] = await pairs.allInnerTexts();
      expect(name).toContain(student);
      found.push(name!);
    }
    if (number === 1) await page.getByRole("button", { name: "Next" }).click();
  }
  // A tracing that is misread is in the list as well: there the circuits differ.
  expect([...new Set(found)].sort()).toEqual(planted.map((pair) => pair.join(" and ")).sort());
  expect(found).toHaveLength(2 * COPIES);
  const picture = page.getByRole("img", { name: `The drawings of ${found.at(-1)}` });
  await picture.waitFor();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(200);
  await expectAccessible(page);
  await capture(page, "copies");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  const filter = () => picture.evaluate((image) => getComputedStyle(image).filter);
  await expect.poll(filter).toContain("invert(0.9)");
  await page.getByRole("button", { name: "Use the light theme" }).click();
  await expect.poll(filter).toBe("none");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save CSV" }).click(),
  ]);
  const lines = parse(await bytesOf(download), { bom: true, columns: true }) as Record<string, string>[];
  expect(lines.map(({ student_a: a, student_b: b }) => [a, b].sort()).sort()).toEqual(planted);
  const asked = page.waitForResponse((response) => response.url().includes("chance=5"));
  await page.getByRole("radio", { name: "Many" }).click();
  expect((await asked).status()).toBe(200);
});

test("a picture that everybody handed in is found; if nothing is found, the page says what could not be compared", {
  timeout: 600_000,
}, async () => {
  const id = await makeTask("One picture");
  await page.goto(`/task/${id}?tab=similar`);
  await page.getByText("0 drawings compared").waitFor();
  await expectAccessible(page);
  await capture(page, "copies-none");
  await page.getByRole("button", { name: "Check For Similar Submissions" }).waitFor();
  const { picture } = pages[0]!;
  await handInClass(site, {
    by: ana,
    taskId: id,
    pages: students.slice(0, 6).map((studentId) => ({ studentId, picture })),
  });
  await allRead(id);
  await page.goto(`/task/${id}?tab=similar`);
  await page.getByText(/^6 drawings compared, 15 pairs look copied/).waitFor();

  // Five drawings at a time, and the keyboard reaches them all, each with its five pairs.
  const tiles = page.getByRole("list", { name: "Similar submissions" }).getByRole("button");
  const pairs = page.getByRole("list", { name: "Pairs" }).getByRole("heading");
  const next = page.getByRole("button", { name: "Next" });
  const seen = new Set<string>();
  for (const [number, count] of [5, 1].entries()) {
    await page.getByText(`Page ${number + 1} of 2`).waitFor();
    await expect.poll(() => tiles.count()).toBe(count);
    for (const tile of await tiles.all()) {
      await tile.press("Enter");
      await expect.poll(() => tile.getAttribute("aria-pressed")).toBe("true");
      const names = await pairs.allInnerTexts();
      expect(names).toHaveLength(5);
      for (const name of names) seen.add(name);
    }
    await next.press("Enter");
    await expectFocus(next);
  }
  expect(seen.size).toBe(15);
  await expectAccessible(page);
  await capture(page, "copies-pages");
});

test("a Canvas export of 60 students is filled in, with a list of the rest; feedback is saved", {
  timeout: PATIENCE,
}, async () => {
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const grades = new Map<string, number>();
  for (const { id, student_id, proposed_grade } of files) {
    if (proposed_grade === null) continue;
    const comment = student_id === "20230001" ? "Well drawn." : "";
    await ana.call("updateGrade", { params: { fileId: id }, body: { total_grade: proposed_grade, comment } });
    grades.set(student_id, proposed_grade);
  }
  expect(grades.size).toBeGreaterThan(45);
  // One student is not in the sheet, one is in two sections, and one is from another class.
  const [, absent, twice] = [...grades.keys()];
  const ids = [...students.filter((id) => id !== absent), twice!, "99999999"];
  const rows = ids.map((id) => `"Name, ${id}",1,${id},,kept\r\n`).join("");
  const folder = await mkdtemp(join(tmpdir(), "gradebook-"));
  const path = join(folder, "canvas.csv");
  await writeFile(path, `\uFEFFStudent,ID,SIS User ID,Decoder (7),Notes\r\n    Points Possible,,,8,\r\n${rows}`);
  await page.goto(`/task/${taskId}`);
  await page.getByRole("link", { name: "Grades", exact: true }).click();
  await page.getByRole("button", { name: "Fill in grades" }).click();
  await page.getByText("Choose the gradebook's CSV file.").waitFor();
  await page.getByLabel("Gradebook (CSV)").setInputFiles(path);
  await page.getByRole("button", { name: "Fill in grades" }).click();
  await page.getByText(`Canvas export: ${grades.size} grades filled into “Decoder (7)”.`).waitFor();
  await page.getByText("Rows that match no student (1)").waitFor();
  await page.getByText("Students with a grade but no row (1)").waitFor();
  await page.getByText(`Students without a grade yet (${60 - grades.size})`).waitFor();
  await expectAccessible(page);
  await capture(page, "gradebook");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the filled gradebook" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("canvas-filled.csv");
  const filled = parse(await bytesOf(download), { bom: true }) as string[][];
  expect(filled.slice(2)).toEqual(ids.map((id) => [`Name, ${id}`, "1", id, String(grades.get(id) ?? ""), "kept"]));

  const moodle = join(folder, "moodle.csv");
  const [first, second] = [...grades.keys()];
  const comments = [`${first},,Retake on Monday`, `${second},,Item 1: 1 of 8.`].join("\n");
  await writeFile(moodle, `ID number,Grade,Feedback comments\n${comments}\n`);
  await page.getByLabel("Gradebook (CSV)").setInputFiles(moodle);
  await page.getByRole("button", { name: "Fill in grades" }).click();
  await page.getByText("Rows with a comment by a person: it stays, without the feedback (1)").waitFor();
  await page.getByText(`Row 3, ${second} (${second}): “Item 1: 1 of 8.” became “Item 1: `).waitFor();
  await expectAccessible(page);
  await capture(page, "gradebook-comments");

  const [results] = await Promise.all([
    page.waitForEvent("download"),
    chooseTaskAction(page, "Save Results for Programs"),
  ]);
  const told = (await bytesOf(results)).toString().trim().split("\n");
  expect(told.map((line) => JSON.parse(line).student_id).sort()).toEqual(students);
  expect(new Set(told.map((line) => JSON.stringify(JSON.parse(line).manifest))).size).toBe(1);

  await page.getByRole("combobox", { name: "For" }).click();
  await page.getByRole("option", { name: "20230001" }).click();
  await page.getByRole("radio", { name: "HTML" }).click();
  const [feedback] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save feedback" }).click(),
  ]);
  const html = (await bytesOf(feedback)).toString();
  expect([
    html.includes(`${grades.get("20230001")} of 8`),
    html.includes("Well drawn."),
    html.includes("data:image/jpeg"),
  ]).toEqual([true, true, true]);
  expectCleanConsole(page);
});
