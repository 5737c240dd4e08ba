import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLASS_TASK, type ClassPage, drawClass } from "../../core/testdata/drawn-pages/draw-class.ts";
import { evaluatorPath } from "../../server/contract/pages.ts";
import { openDatabase } from "../../server/db/client.ts";
import { insertReadPage } from "../../server/testing/read-page.ts";
import { expectAccessible, expectCleanConsole, expectGood, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { pasteDrawing, templateOf } from "./drawn-page.ts";
import { letNewPagesCount, untilRead } from "./evaluator-pages.ts";
import { handInClass } from "./hand-in-class.ts";
import { type Instructor, instructorIn, type OwnSite, type SharedSite, startSite } from "./site.ts";

// Every screen that a first course needs, at 1280 and 390 px, light and dark, with axe. SCREENS=1 keeps the pictures.

/** The first 12 hand in drawings that are really read; those of the others are stored as if they had been. */
const READ = 12;
const [DOUBTFUL, TWICE] = ["20230013", "20230014"] as const;
const NAMES = ["Ana Reyes", "Bo Cruz", "Carla de los Santos-Villanueva", "Dan Uy", "Ella Tan", "Felix Ramos"];

let site: OwnSite & SharedSite;
let browser: Browser;
let ana: Instructor;
let page: Page;
let student: Page;
let pages: readonly ClassPage[];
let classId: string;
let taskId: string;
let files: Map<string, string>;

beforeAll(async () => {
  [site, browser, pages] = await Promise.all([startSite(), openBrowser(), drawClass()]);
  [page, student] = await Promise.all([openTab(browser, { site }), openTab(browser, { site })]);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** All are there that need not come into view first. */
async function picturesCame(tab: Page): Promise<void> {
  const missing = (images: Element[]) =>
    images.filter((image) => image instanceof HTMLImageElement && image.loading !== "lazy" && !image.complete).length;
  await expect.poll(() => tab.locator("img").evaluateAll(missing)).toBe(0);
}

async function look(name: string, tab = page): Promise<void> {
  await picturesCame(tab);
  await expectGood(tab, `all/${name}`);
}

/** Opens a page and waits for what it shows last. */
async function open(path: string, words: string | RegExp): Promise<void> {
  await page.goto(path);
  await page.getByText(words).first().waitFor();
}

test("every screen is in order, wide and narrow, light and dark", { timeout: 900_000 }, async () => {
  await firstHour();
  await handIn();
  await everyDay();
  await evaluator();
  await afterRelease();
  expectCleanConsole(page);
  expectCleanConsole(student);
});

async function firstHour(): Promise<void> {
  await page.goto(/http:\S+\/auth\?setup=[\w-]+/.exec(site.output())![0]);
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await look("first-start");
  await page.getByLabel("Name").fill("Ana Cruz");
  await page.getByLabel("University email").fill("ana@example.edu");
  await page.getByLabel("Password", { exact: true }).fill("Circuit1!");
  await page.keyboard.press("Enter");
  await page.getByText("No tasks available.").waitFor();
  ana = await instructorIn(site, page);
  await look("dashboard-empty");
  await page.goto(`/classes/${ana.userId}`);
  await page.getByRole("link", { name: "Add Class/Group" }).first().waitFor();
  await look("classes-empty");
  await open("/create-class", "Class Schedule");
  await look("class-form");
  const studentList = pages.slice(0, 24).map(({ studentId }) => studentId);
  const studentNames = Object.fromEntries(NAMES.map((name, index) => [pages[index]!.studentId, name]));
  classId = await newClass(ana, { studentList, studentNames });
  await newClass(ana, { classCode: "CPE 202", classGroup: "2" });
  await open("/create-task", "Answer Key 1");
  await look("wizard-1");
  const keys = CLASS_TASK.items[0].keys.map(({ expression, grade }) => ({ expression, grade: String(grade) }));
  taskId = await newTask(ana, { classId, title: CLASS_TASK.title, answerKeys: [{ keys }] });
  await newTask(ana, { classId, title: "Half adder", answerKeys: [{ keys }, { keys }] });
  await open(`/edit-task/${taskId}`, "Answer Key 1");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Due Date", { exact: true }).waitFor();
  await look("wizard-2");
  await open(`/task/${taskId}`, "Share");
  await look("task-empty");
  await page
    .getByRole("button", { name: "Share it" })
    .or(page.getByRole("button", { name: "Share the link" }))
    .click();
  await page.getByRole("img", { name: "QR code of the link" }).waitFor();
  await look("share");
  await page.getByRole("button", { name: "Project QR Code" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName.toLowerCase())).toBe("svg");
  await expectAccessible(page, "all/share-projected");
  await page.keyboard.press("Escape");
}

async function handIn(): Promise<void> {
  await student.goto(`/student-upload/${taskId}`);
  await student.getByRole("button", { name: "Submit Files" }).waitFor();
  await look("student-before", student);
  const template = await templateOf(site, { taskId, item: 1 });
  const { studentId, picture } = pages[0]!;
  const buffer = await pasteDrawing(template, picture);
  await student.getByLabel("Student ID").fill(studentId);
  await student.getByLabel("Item 1", { exact: true }).setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await student.getByText(`${studentId}_quiz[1].png`, { exact: true }).waitFor();
  await look("student-chosen", student);
  await student.getByRole("button", { name: "Submit Files" }).click();
  await student.getByText(/Clear: your page can be read|These places cannot be read/).waitFor();
  await look("student-after", student);
  await handInClass(site, { by: ana, taskId, pages: pages.slice(1, READ) });
  await untilRead(ana, taskId);
  // A second page of one student, which has a history then.
  await handInClass(site, { by: ana, taskId, pages: [{ studentId, picture: pages[1]!.picture }] });
  await untilRead(ana, taskId);
  await letNewPagesCount(ana, taskId);
  const db = await openDatabase({ url: `file:${site.dataDir}/circuitgrade.db` });
  const [{ sha256 } = { sha256: "" }] = (await ana.call("getFiles", { params: { taskId } })).files;
  const context = { db, now: Date.now } as Parameters<typeof insertReadPage>[0];
  const nearly = { lines: ["N = NAND(A, B)", "Y = OR(N, C)"], confidence: 0.6 };
  const two = { lines: ["Y = OR(A, B)", "M = AND(C, D)", "Z = OR(M, E)"], outputs: ["Y", "Z"] };
  await insertReadPage(context, { taskId, studentId: DOUBTFUL, sha256, ...nearly });
  await insertReadPage(context, { taskId, studentId: TWICE, sha256, ...two });
  await db.close();
  files = await untilRead(ana, taskId);
}

async function everyDay(): Promise<void> {
  await open(`/dashboard/${ana.userId}`, "Half adder");
  await look("dashboard");
  await open(`/classes/${ana.userId}`, "CPE 202");
  await look("classes");
  await page.getByRole("button", { name: /CPE 101/ }).click();
  await look("class");
  await open(`/edit-class/${classId}`, "Ana Reyes");
  await look("class-edit");
  await open(`/task/${taskId}`, "Ana Reyes");
  await look("task");
  await page.getByRole("button", { name: "replaces 1 other" }).click();
  const thumbnails = page.getByRole("list", { name: "Uploads" }).locator("img");
  const widths = (images: Element[]) => images.map((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(() => thumbnails.evaluateAll(widths)).toEqual([240, 240]);
  await look("history");
  await open(`/task/${taskId}?tab=review`, / in the queue/);
  await page.locator(".marked-page img").first().waitFor();
  await look("review");
  await page.getByRole("navigation", { name: "Answer groups" }).getByRole("button").nth(1).click();
  await page.locator(".group-detail .marked-page img").first().waitFor();
  await look("answer-groups");
  await open(`/task/${taskId}?tab=similar`, "Similar");
  await page.getByRole("button", { name: "Check For Similar Submissions" }).click();
  await page.locator(".similar-grid").getByText("Within ±5").first().waitFor();
  await look("similar");
  await open(`/task/${taskId}?tab=grades`, "Fill a gradebook");
  await look("grades");
  await open(`/task/${taskId}?tab=settings`, "Answer Keys");
  await look("task-settings");
  await open(`/stacks/${taskId}`, "Upload Files");
  await look("add-pages");
  for (const path of ["settings", "notifications", "about", "contact"] as const) {
    await page.goto(`/${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await look(path);
  }
}

async function evaluator(): Promise<void> {
  await page.goto(evaluatorPath(taskId, files.get("20230003-1")!));
  await page.locator("canvas").waitFor();
  await page.getByRole("heading", { name: "History" }).or(page.getByRole("tab").first()).first().waitFor();
  await look("evaluator");
  const fileId = files.get("20230001-1")!;
  await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 4, comment: "Mind the circle." } });
  await page.goto(evaluatorPath(taskId, fileId));
  await page.locator("canvas").waitFor();
  await page.getByRole("tab", { name: "Grade Submission" }).click();
  await page.getByRole("heading", { name: "History" }).waitFor();
  await look("evaluator-history");
  await page.goto(evaluatorPath(taskId, files.get(`${TWICE}-1`)!));
  await page.getByRole("tab", { name: "Grade Submission" }).click();
  await page.getByRole("group", { name: "Which drawing counts?" }).waitFor();
  await look("evaluator-which-drawing");
  await page.goto(evaluatorPath(taskId, files.get(`${DOUBTFUL}-1`)!));
  await page.getByRole("group", { name: "Which reading is right?" }).waitFor();
  await look("evaluator-which-reading");
}

async function afterRelease(): Promise<void> {
  const { files: listed } = await ana.call("getFiles", { params: { taskId } });
  for (const { id: fileId, proposed_grade } of listed) {
    const body = { total_grade: proposed_grade ?? 2, comment: "Mind the circle." };
    await ana.call("updateGrade", { params: { fileId }, body });
  }
  await open(`/task/${taskId}?tab=grades`, /^Release/);
  await page.getByRole("button", { name: /^Release \d+ grades/ }).click();
  await page.getByRole("dialog").waitFor();
  await look("release");
  await ana.call("releaseGrades", { params: { taskId }, body: {} });
  const { students } = await ana.call("getRelease", { params: { taskId } });
  const linkOf = (index: number) => students.find(({ student_id }) => student_id === pages[index]!.studentId)!.link!;
  await student.goto(linkOf(1));
  await look("results", student);
  await student.getByText("Ask for a regrade").click();
  await look("results-asking", student);
  await student.getByLabel("What should your teacher look at again, and why?").fill("The lower gate is an OR.");
  await student.getByRole("button", { name: "Send request" }).click();
  await student.getByText("Your teacher has not answered yet.").waitFor();
  await look("results-asked", student);
  await open(`/task/${taskId}?tab=review`, "asks for another look");
  await page.locator(".group-detail .marked-page img").first().waitFor();
  await look("regrade-requests");
  await open(`/task/${taskId}?tab=grades`, "Fill a gradebook");
  await look("grades-released");
  await open(`/dashboard/${ana.userId}`, "Half adder");
  await look("dashboard-graded");
  await student.goto("/auth");
  await student.getByLabel("Email").waitFor();
  await look("sign-in", student);
}
