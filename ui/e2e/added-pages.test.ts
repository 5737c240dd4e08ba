import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { capture, chooseTaskAction, expectAccessible, expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const PATIENCE = 300_000;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: ["20230001", "20230002"] });
const answerKeys = [{ keys: [{ expression: "A & B", grade: "5" }] }];
const taskId = await newTask(ana, { classId, answerKeys });
const folder = await mkdtemp(join(tmpdir(), "added-e2e-"));
const page = await openTab(browser, { site, as: ana });

afterAll(async () => {
  await browser.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** An AND gate without a code; `shade` makes pages differ in their bytes. */
function drawing(shade: number): Promise<Buffer> {
  const lines = "M200 230H400M200 310H400M400 200h60a70 70 0 0 1 0 140h-60zM530 270H720";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="rgb(255,255,${shade})"/><path d="${lines}" fill="none" stroke="#111" stroke-width="4"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

test(
  "a ZIP file and pictures are added together; refused ones are listed, and for nobody's and second ones a person is asked",
  async () => {
    const download = zipSync({
      "Cruz Ana_1_assignsubmission_file_/20230001_quiz[1].png": await drawing(255),
      "santosben_555_20230002_quiz[1] (1).png": await drawing(250),
    });
    await writeFile(join(folder, "download.zip"), download);
    await writeFile(join(folder, "broken.zip"), download.slice(0, 900));
    await writeFile(join(folder, "IMG_7.png"), await drawing(245));
    await writeFile(join(folder, "20230001_quiz[1].png"), await drawing(240));
    await page.goto(`/task/${taskId}`);
    await chooseTaskAction(page, "Add Pages");
    await page.getByText("No pages added yet.").waitFor();
    await expectAccessible(page);
    await capture(page, "add-pages-empty");
    const names = ["download.zip", "broken.zip", "IMG_7.png", "20230001_quiz[1].png"];
    await page.getByLabel("Pages to add", { exact: true }).setInputFiles(names.map((name) => join(folder, name)));
    await page.getByText("4 pages were taken.").waitFor();
    await page.getByText("The ZIP file is damaged or incomplete", { exact: false }).waitFor();
    await page.getByText("2 placed · 2 in the queue", { exact: true }).waitFor({ timeout: PATIENCE });
    await expectAccessible(page);
    await capture(page, "add-pages");
    await page.getByRole("link", { name: "Review (2)" }).click();
    await page.getByRole("heading", { name: "Whose page? 2" }).waitFor();
    await page.getByText("Duplicate page", { exact: true }).click();
    await page.getByText("There is another page of student 20230001 for item 1. Say which one counts.").waitFor();
    await capture(page, "add-pages-review");
    await page.getByRole("button", { name: "This page counts" }).click();
    await page.getByRole("heading", { name: "Whose page? 1" }).waitFor();
    const { files } = await ana.call("getFiles", { params: { taskId } });
    expect(files.map(({ student_id }) => student_id).sort()).toEqual(["20230001", "20230002"]);
    expectCleanConsole(page);
  },
  PATIENCE,
);
