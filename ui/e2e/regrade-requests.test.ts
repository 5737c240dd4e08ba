import { afterAll, expect, test } from "vitest";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  holdCalls,
  openBrowser,
  openTab,
  PHONE,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, untilRead } from "./evaluator-pages.ts";
import { openSite } from "./site.ts";

const STUDENTS = ["20230001", "20230002", "20230003"] as const;
const REASONS = ["The exclusive or is there.\nPlease look at the upper gate.", "I think B is joined.", "Why 3 points?"];

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const studentNames = { 20230001: "Ana Reyes", 20230002: "Bo Cruz" };
const classId = await newClass(ana, { studentList: STUDENTS, studentNames });
const taskId = await newTask(ana, { classId, title: "Half adder" });
for (const each of STUDENTS) await handIn(site, { by: ana, taskId, student: each, item: 1, sample: HALF_ADDER });
await untilRead(ana, taskId);
const { files } = await ana.call("getFiles", { params: { taskId } });
for (const { id: fileId } of files) {
  await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 3, comment: "Nearly." } });
}
await ana.call("releaseGrades", { params: { taskId }, body: {} });
const { students } = await ana.call("getRelease", { params: { taskId } });
/** The addresses of the students' results. */
const links = STUDENTS.map((id) => students.find(({ student_id }) => student_id === id)!.link!);
const [page, student] = await Promise.all([openTab(browser, { site, as: ana }), openTab(browser, { site })]);

afterAll(() => browser.close());

/** A student asks, on the page of their results. */
async function ask(index: number): Promise<void> {
  await student.goto(links[index]!);
  await student.getByText("Ask for a regrade").click();
  await student.getByLabel("What should your teacher look at again, and why?").fill(REASONS[index]!);
  await student.getByRole("button", { name: "Send request" }).click();
  await student.getByText("Your teacher has not answered yet.").waitFor();
}

async function results(index: number): Promise<string> {
  await student.goto(links[index]!);
  return (await student.locator("main").innerText()).replace(/\s+/g, " ");
}

const list = () => page.getByRole("navigation", { name: "Regrade requests" });
const form = () => page.getByRole("form", { name: "Answer the request" });
const reviewTab = () => page.getByRole("link", { name: /^Review/ });

test("a phone that closed the page after a refused request opens the results again", async () => {
  await student.goto(links[0]!);
  await student.getByText("Ask for a regrade").click();
  await student.getByLabel("What should your teacher look at again, and why?").fill("   ");
  await student.getByRole("button", { name: "Send request" }).click();
  await student.getByText("Please say why").waitFor();
  await student.goto(student.url());
  await student.getByText("Ask for a regrade").waitFor();
});

test("a request appears while Review is open, with its count in the tab and as the next step", async () => {
  await page.goto(`/task/${taskId}?tab=review`);
  await page.getByText("Nothing needs you").waitFor();
  expect(await list().count()).toBe(0);
  await expect.poll(() => reviewTab().innerText()).toBe("Review");
  await ask(0);
  await list().getByText("1 student asks for another look").waitFor();
  await ask(1);
  await ask(2);
  await list().getByText("3 students ask for another look").waitFor();
  await expect.poll(async () => (await reviewTab().innerText()).replace(/\s+/g, "")).toBe("Review3");
  await page.getByRole("link", { name: "Submissions", exact: true }).click();
  await page.getByRole("link", { name: "Answer 3 regrade requests" }).waitFor();
});

test("the reason, the page, the points and the comment are in view", async () => {
  await page.goto(`/task/${taskId}?tab=review`);
  await page.getByRole("heading", { name: "Ana Reyes asks for another look at item 1" }).waitFor();
  const detail = page.locator(".group-detail");
  await detail.getByText(REASONS[0]!.split("\n")[1]!).waitFor();
  await detail.getByAltText("The page of 20230001").waitFor();
  await detail.locator(".marked-words").waitFor();
  await expect
    .poll(() => detail.locator(".request-facts").innerText())
    .toMatch(/Points now\s+3 of 5\s+Comment\s+Nearly\./);
  await expect
    .poll(() => detail.getByAltText("The page of 20230001").evaluate((each) => (each as HTMLImageElement).complete))
    .toBe(true);
  await expectAccessible(page);
  await capture(page, "regrade-requests");
});

test("with the keyboard: points, an answer, sent, and the next student is in view", async () => {
  await page.getByRole("heading", { name: "Ana Reyes asks" }).waitFor();
  await page.keyboard.press("j");
  await page.getByRole("heading", { name: "Bo Cruz asks" }).waitFor();
  await page.keyboard.press("k");
  await page.getByRole("heading", { name: "Ana Reyes asks" }).waitFor();
  await form().getByRole("button", { name: "Keep 3 and answer" }).waitFor();
  await page.keyboard.press("5");
  await expectFocus(form().getByLabel("New grade, of 5"));
  await form().getByRole("button", { name: "Change to 5 and answer" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expectFocus(form().getByLabel("Answer to the student"));
  await page.keyboard.type("You are right.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "Bo Cruz asks" }).waitFor();
  await list().getByText("2 students ask for another look").waitFor();
  await expect.poll(async () => (await reviewTab().innerText()).replace(/\s+/g, "")).toBe("Review2");
  const text = await results(0);
  expect(text).toContain("Item 1: 5 of 5");
  expect(text).toContain("The grade was changed from 3 to 5. You are right.");
});

test("the arrow keys move through the list", async () => {
  const buttons = list().getByRole("button");
  await buttons.nth(0).focus();
  await page.keyboard.press("ArrowDown");
  await expectFocus(buttons.nth(1));
  await page.getByRole("heading", { name: "20230003 asks" }).waitFor();
  // What is answered is folded away.
  await page.keyboard.press("ArrowDown");
  await expectFocus(buttons.nth(1));
  await page.keyboard.press("ArrowUp");
  await expectFocus(buttons.nth(0));
});

test("a failed answer keeps what was typed, and says why", async () => {
  await form().getByLabel("Answer to the student").fill("The wire ends before the gate.");
  await page.route("**/answer-regrade-request/*", (route) => route.abort());
  await form().getByRole("button", { name: "Keep 3 and answer" }).click();
  await form().getByRole("alert").getByText("The server cannot be reached.").waitFor();
  await expect
    .poll(() => form().getByLabel("Answer to the student").inputValue())
    .toBe("The wire ends before the gate.");
  await page.unroute("**/answer-regrade-request/*");
});

test("an answer that somebody else gave meanwhile is shown, and the typed text stays", async () => {
  const { requests } = await ana.call("getRegradeRequests", { params: { taskId } });
  const { id: requestId } = requests.find(({ student_id }) => student_id === "20230002")!;
  const body = { total_grade: null, comment: "B is not joined.", seen_grade: 3 };
  await ana.call("answerRegradeRequest", { params: { requestId }, body });
  await page.getByRole("heading", { name: "Kept at 3" }).waitFor();
  await page.getByText("Your text was not sent: The wire ends before the gate.").waitFor();
  expect(await form().count()).toBe(0);
  expect(await results(1)).toContain("The grade was kept. B is not joined.");
});

test("on a phone a request is opened from the list and kept; then nobody waits", async () => {
  await page.setViewportSize(PHONE);
  const entry = list().getByRole("button", { name: /^20230003/ });
  await entry.click();
  await expectFocus(page.locator(".group-detail"));
  const release = await holdCalls(page, "**/answer-regrade-request/*");
  await form().getByLabel("Answer to the student").fill("A gate is missing.");
  await form().getByRole("button", { name: "Keep 3 and answer" }).click();
  await form().locator('[aria-disabled="true"]').waitFor();
  await release();
  await page.getByRole("heading", { name: "Kept at 3" }).waitFor();
  await list().getByText("Nobody asks for another look").waitFor();
  await expect.poll(() => reviewTab().innerText()).toBe("Review");
  await list().getByText("3 answered requests").click();
  await list().getByRole("button", { name: "Changed from 3 to 5" }).click();
  await page.getByRole("heading", { name: "Changed from 3 to 5" }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  expectCleanConsole(page);
});

test("a request whose page is deleted is gone, and says so", async () => {
  await ask(1);
  await list().getByText("1 student asks for another look").waitFor();
  await list()
    .getByRole("button", { name: /^Bo Cruz/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Bo Cruz asks" }).waitFor();
  await page.getByRole("textbox", { name: "Answer to the student" }).fill("Your carry is right.");
  const { requests } = await ana.call("getRegradeRequests", { params: { taskId } });
  await ana.call("deleteFile", { params: { fileId: requests[0]!.file_id } });
  await page.getByText("The page of this request was deleted").waitFor();
  await page.getByText("Your carry is right.").waitFor();
  expectCleanConsole(page);
});

test("requests that cannot be loaded are asked for again", async () => {
  await page.route("**/task/regrade-requests/*", (route) => route.fulfill({ status: 500, body: "{}" }));
  // The document of the task's page would have them.
  await page.goto(`/dashboard/${ana.userId}`);
  await page.getByRole("link", { name: "Half adder" }).click();
  await page
    .getByRole("link", { name: /^Review/ })
    .last()
    .click();
  await page.getByRole("alert").waitFor();
  await page.unroute("**/task/regrade-requests/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await list().getByText("Nobody asks for another look").waitFor();

  // So are the tables of a page.
  await page.route("**/files/grade-rows/*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await list()
    .getByText(/answered request/)
    .click();
  await list().getByRole("listitem").last().getByRole("button").click();
  await page.getByRole("alert").waitFor();
  await page.unroute("**/files/grade-rows/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("region", { name: "Answer table" }).waitFor();
});
