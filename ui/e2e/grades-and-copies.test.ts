import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { capture, expectAccessible, expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { drawnPage } from "./drawn-page.ts";
import { type Instructor, openSite, type Site } from "./site.ts";

const STUDENTS = Array.from({ length: 60 }, (_, k) => String(20230001 + k));
/** Who hands in: the first two the same drawing. */
const SAMPLES: Readonly<Record<string, string>> = {
  "20230001": "20230001_quiz[1].png",
  "20230002": "20230001_quiz[1].png",
  "20230003": "20230007_quiz[1].png",
};

let site: Site;
let browser: Browser;
let ana: Instructor;
let taskId: string;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  const { class: group } = await ana.call("createClass", {
    body: { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00-10:00", studentList: STUDENTS },
  });
  const { id } = await ana.call("createTask", {
    body: {
      title: "Half adder",
      classId: group.id,
      examType: "quiz",
      dueDate: new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString(),
      answerKeys: [{ keys: [{ expression: "A ^ B", grade: "5" }] }],
    },
  });
  taskId = id;
  for (const [student, sample] of Object.entries(SAMPLES)) {
    const drawing = await drawnPage(site, { taskId, item: 1, sample });
    const body = new FormData();
    body.append("task_id", taskId);
    body.append("item_number", "1");
    body.append("files", new Blob([new Uint8Array(drawing)], { type: "image/png" }), `${student}_quiz[1].png`);
    expect((await ana.call("uploadFiles", { body })).files_uploaded).toHaveLength(1);
  }
  await allRead();
  page = await openTab(browser, { site, as: ana });
  page.setDefaultTimeout(120_000);
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function allRead(): Promise<void> {
  for (;;) {
    const { files } = await ana.call("getFiles", { params: { taskId } });
    if (files.every(({ analysis }) => analysis === "done")) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

test("copied drawings are reached from the task, and stand side by side", { timeout: 300_000 }, async () => {
  await page.goto(`/task/${taskId}`);
  await page.getByRole("link", { name: "Copied Drawings" }).click();
  await page.getByRole("heading", { level: 1, name: "Copied Drawings" }).waitFor();
  await page.getByRole("heading", { name: "20230001 and 20230002" }).waitFor();
  expect(await page.locator("main").innerText()).toContain("3 drawings compared, 1 pair looks copied.");
  const picture = page.getByRole("img", { name: /The drawings of 20230001 and 20230002/ });
  await picture.waitFor();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(200);
  await expectAccessible(page);
  await capture(page, "copies");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save CSV" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain("20230001,20230001,20230002,20230002");
  const asked = page.waitForResponse((response) => response.url().includes("chance=5"));
  await page.getByRole("radio", { name: "Many" }).click();
  expect((await asked).status()).toBe(200);
});

test("a Canvas export of 60 students is filled, with what could not be; feedback is saved", {
  timeout: 300_000,
}, async () => {
  const { files } = await ana.call("getFiles", { params: { taskId } });
  const graded = files.find(({ student_id }) => student_id === "20230001")!;
  await ana.call("updateGrade", { params: { fileId: graded.id }, body: { total_grade: 4, comment: "Well drawn." } });
  const rows = [...STUDENTS, "99999999"].map((id) => `"Name, ${id}",1,${id},,kept\r\n`).join("");
  const folder = await mkdtemp(join(tmpdir(), "gradebook-"));
  const path = join(folder, "canvas.csv");
  await writeFile(path, `\uFEFFStudent,ID,SIS User ID,Half adder (7),Notes\r\n    Points Possible,,,5,\r\n${rows}`);
  await page.goto(`/task/${taskId}`);
  await page.getByRole("link", { name: "Grades and Feedback" }).click();
  await page.getByRole("heading", { level: 1, name: "Grades and Feedback" }).waitFor();
  await page.getByRole("button", { name: "Fill in grades" }).click();
  await page.getByText("Choose the gradebook's CSV file.").waitFor();
  await page.getByLabel("Gradebook (CSV)").setInputFiles(path);
  await page.getByRole("button", { name: "Fill in grades" }).click();
  await page.getByText("Canvas export: 1 grades filled into “Half adder (7)”.").waitFor();
  await page.getByText("Rows that fit no student (1)").waitFor();
  await page.getByText("Students without a grade yet (59)").waitFor();
  await expectAccessible(page);
  await capture(page, "gradebook");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the filled gradebook" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("canvas-filled.csv");
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines.slice(2, 4)).toEqual(['"Name, 20230001",1,20230001,4,kept', '"Name, 20230002",1,20230002,,kept']);

  await page.getByRole("combobox", { name: "For" }).click();
  await page.getByRole("option", { name: "20230001" }).click();
  await page.getByRole("radio", { name: "HTML" }).click();
  const [feedback] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save feedback" }).click(),
  ]);
  const html = await readFile(await feedback.path(), "utf8");
  expect([html.includes("4 of 5"), html.includes("Well drawn."), html.includes("data:image/jpeg")]).toEqual([
    true,
    true,
    true,
  ]);
  expectCleanConsole(page);
});
