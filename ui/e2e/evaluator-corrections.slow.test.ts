import type { Route } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { PREDICTIONS_CHANGED } from "../../core/rules/problem.ts";
import type { CircuitAnalysis, PredictionView } from "../../server/contract/results/detection.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { expectAccessible, expectCleanConsole, OWN_JSON, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, placeOfBox, untilRead } from "./evaluator-pages.ts";
import { openSite } from "./site.ts";

const waits = { timeout: 40_000 };
const STUDENTS = ["20230001", "20230002"];

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const taskId = await newTask(ana, { classId: await newClass(ana, { studentList: STUDENTS }) });
for (const student of STUDENTS) await handIn(site, { by: ana, taskId, student, item: 1, sample: HALF_ADDER });
const files = await untilRead(ana, taskId);
const page = await openTab(browser, { site, as: ana });
// As over a connection without https, where the browser has neither.
await page.addInitScript(() => {
  Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
  Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
});

afterAll(() => browser.close());

const idOf = (student: string) => files.get(`${student}-1`)!;
const shown = (student: string) => page.getByRole("button", { name: `Submission: ${student}_quiz[1].png` });
const reading = () => page.getByText("Reading the page with your changes");

/** The page was read with every change. */
async function untilReadAgain(student: string): Promise<void> {
  const isChanged = async () =>
    (await circuit(student)).problems.some(({ code }) => code === PREDICTIONS_CHANGED) || (await reading().isVisible());
  await expect.poll(isChanged, { timeout: 40_000 }).toBe(false);
}

async function circuit(student: string): Promise<CircuitAnalysis> {
  return (await ana.call("getCircuitData", { params: { fileId: idOf(student) } })).circuit_analysis;
}

async function predictions(student: string): Promise<readonly PredictionView[]> {
  return (await circuit(student)).predictions;
}

async function byClass(student: string, className: string): Promise<PredictionView[]> {
  return (await predictions(student)).filter(({ class_name }) => class_name === className);
}

/** Names of inputs and outputs; nothing for one without a name. */
async function names(student: string): Promise<string[]> {
  const terminals = (await predictions(student)).filter(({ class_name }) => /put$/.test(class_name));
  return terminals.map(({ name }) => name).sort();
}

/** The submission as the machine reads it. */
async function openAfresh(student: string): Promise<void> {
  await ana.call("processDetection", { params: { fileId: idOf(student) }, body: {} });
  await page.goto(`/circuit-evaluator/${taskId}?file=${idOf(student)}`);
  await shown(student).waitFor();
  await page.getByRole("region", { name: "Submitted table" }).waitFor();
}

async function openChooser(student: string, className: string): Promise<void> {
  const { x, y } = await placeOfBox(page, { by: ana, fileId: idOf(student), className });
  await page.mouse.click(x, y);
  await page.getByText("Change the class").waitFor();
}

/** Chooses a box and moves it by keys; another key may follow at once. */
async function nudge(student: string, className: string): Promise<void> {
  await openChooser(student, className);
  await page.keyboard.press("Escape");
  await page.getByText("Change the class").waitFor({ state: "detached" });
  await page.locator("canvas").focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
}

/** The moves, analyses and failures from now on, in their order. */
function listen(): string[] {
  const heard: string[] = [];
  const told = /(move-prediction|edit-prediction|analyze-circuit|delete-prediction)/;
  page.on("request", (request) => heard.push(...(told.exec(request.url())?.slice(1) ?? [])));
  page.on("response", (answer) => {
    if (answer.status() >= 400) heard.push(`${answer.status()}`);
  });
  return heard;
}

test("a box moved by keys is moved on its own page, also if the user moves on at once", async () => {
  const [first = "", second = ""] = STUDENTS;
  await openAfresh(first);
  const [before] = await byClass(first, "AND");
  const heard = listen();
  await nudge(first, "AND");
  await page.keyboard.press("n");
  await shown(second).waitFor();
  await expect.poll(async () => (await byClass(first, "AND"))[0]!.x).toBeGreaterThan(before!.x);
  // The page that was left is read again, too.
  await untilReadAgain(first);
  await page.keyboard.press("p");
  await shown(first).waitFor();
  // Also when leaving the evaluator.
  const [moved] = await byClass(first, "AND");
  await nudge(first, "AND");
  await page.getByRole("link", { name: /^Half adder\s*Due/ }).click();
  await page.waitForURL(`**/task/${taskId}`);
  await expect.poll(async () => (await byClass(first, "AND"))[0]!.x).toBeGreaterThan(moved!.x);
  await untilReadAgain(first);
  expect(heard).toEqual(["move-prediction", "analyze-circuit", "move-prediction", "analyze-circuit"]);
});

test("a page is read again by itself after changes of boxes; undo and redo restore circuit and proposal", async () => {
  const [student = ""] = STUDENTS;
  await openAfresh(student);
  const before = await circuit(student);
  const points = async () => (await ana.call("getGradeRows", { params: { fileId: idOf(student) } })).proposed_grade;
  const full = await points();
  await openChooser(student, "XOR");
  await page.getByRole("button", { name: "XNOR", exact: true }).click();
  await reading().waitFor();
  await expect.poll(async () => (await circuit(student)).truth_table.S, waits).not.toEqual(before.truth_table.S);
  await expect.poll(points, waits).not.toBe(full);
  await page.getByText("First difference at").waitFor();
  await page.getByRole("button", { name: "Undo: change XOR to XNOR" }).click();
  await expect.poll(async () => (await circuit(student)).truth_table, waits).toEqual(before.truth_table);
  await page.getByText("The tables are equal.").waitFor();
  expect(await points()).toBe(full);
  // Two changes in a row while the page is being read: the last word counts.
  await page.getByRole("button", { name: "Redo: change XOR to XNOR" }).click();
  await reading().waitFor();
  await page.getByRole("button", { name: "Undo: change XOR to XNOR" }).click();
  await page.getByRole("button", { name: "Redo: change XOR to XNOR" }).click();
  await untilReadAgain(student);
  await expect.poll(points, waits).not.toBe(full);
  expect((await byClass(student, "XNOR")).length).toBe(1);
});

test("a reading that fails leaves the changes, says so, and is made with the button", async () => {
  const [student = ""] = STUDENTS;
  await openAfresh(student);
  const failing = "**/detect-gates/analyze-circuit/*";
  await page.route(failing, (route) => route.abort());
  await openChooser(student, "AND");
  await page.getByRole("button", { name: "OR", exact: true }).click();
  await page.getByRole("status").getByText(TEXTS.detection.changed).waitFor();
  expect((await byClass(student, "OR")).length).toBe(1);
  await page.unroute(failing);
  await page.getByRole("button", { name: "Analyze Circuit" }).click();
  await page.getByText(TEXTS.detection.analysed).waitFor(waits);
  await page.getByRole("status").getByText(TEXTS.detection.changed).waitFor({ state: "detached" });
});

test("without a connection changes wait, leaving asks, and each is made once when it is back", async () => {
  const [student = ""] = STUDENTS;
  await openAfresh(student);
  const edit = "**/detect-gates/edit-prediction/*";
  const kept = page.getByText("Your corrections are kept here until then.");
  // The server makes the first change, and its answer is lost.
  await page.route(
    edit,
    async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    },
    { times: 1 },
  );
  await openChooser(student, "XOR");
  await page.getByRole("button", { name: "XNOR", exact: true }).click();
  await kept.waitFor();
  await openChooser(student, "AND");
  await page.getByRole("button", { name: "NAND", exact: true }).click();
  await page.getByRole("button", { name: "Undo: change AND to NAND" }).waitFor();
  await page.getByRole("link", { name: "CircuitGrade" }).click();
  await page.getByText("Discard your changes?").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectAccessible(page);
  expect((await byClass(student, "NAND")).length).toBe(0);
  const heard = listen();
  await page.context().setOffline(false);
  await kept.waitFor({ state: "detached" });
  await untilReadAgain(student);
  expect([(await byClass(student, "XNOR")).length, (await byClass(student, "NAND")).length]).toEqual([1, 1]);
  expect(heard).toEqual(["edit-prediction", "analyze-circuit"]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await byClass(student, "XOR")).length, waits).toBe(1);
  expect((await byClass(student, "AND")).length).toBe(1);
});

test("a change that is refused leaves the others to undo; one that is not answered is tried again", async () => {
  const [student = ""] = STUDENTS;
  await openAfresh(student);
  const edit = "**/detect-gates/edit-prediction/*";
  await openChooser(student, "XOR");
  await page.getByRole("button", { name: "XNOR", exact: true }).click();
  await expect.poll(async () => (await byClass(student, "XNOR")).length).toBe(1);
  const error = { code: "prediction-changed", message: "This was corrected meanwhile." };
  // One route for all answers: to exchange routes while calls are under way can lose one of them.
  let answer: Parameters<Route["fulfill"]>[0] | null = { status: 409, headers: OWN_JSON, json: { error } };
  let failed = 0;
  await page.route(edit, async (route) => {
    if (answer === null) return route.continue();
    failed++;
    await route.fulfill(answer);
  });
  await openChooser(student, "AND");
  await page.getByRole("button", { name: "NAND", exact: true }).click();
  await page.getByText(error.message).waitFor();
  const undo = page.getByRole("button", { name: "Undo: change XOR to XNOR" });
  await undo.waitFor();

  answer = { status: 502, body: "Bad gateway" };
  await undo.click();
  await page.getByText("Your corrections are kept here until then.").waitFor();
  await page.waitForTimeout(1000);
  expect((await byClass(student, "XNOR")).length).toBe(1);
  const before = failed;
  const tryAgain = page.getByRole("button", { name: "Try again" });
  await tryAgain.click();
  await expect.poll(() => failed).toBeGreaterThan(before);
  answer = null;
  // Unless it is sent with the next reading of the page before.
  await tryAgain.click({ timeout: 5000 }).catch(() => null);
  await expect.poll(async () => (await byClass(student, "XOR")).length).toBe(1);
  await untilReadAgain(student);
  await page.unroute(edit);
});

test("undo takes back a reading that was chosen in this visit, not an earlier one; a released one is asked about", async () => {
  const [student = ""] = STUDENTS;
  const params = { fileId: idOf(student) };
  const text = "It is an AND.";
  let chosen: { text: string; by: string; at: string } | null = {
    text,
    by: "bo@example.edu",
    at: "2026-01-01T00:00:00Z",
  };
  const choice = { name: "c1", text, places: [], points: 5, outputs: [] };
  // The pages of this class leave no doubt.
  await page.route("**/files/grade-rows/*", async (route) => {
    const rows = await (await route.fetch()).json();
    const question = chosen ? null : { text: "One gate decides.", choices: [choice, { ...choice, name: "c2" }] };
    await route.fulfill({ headers: OWN_JSON, json: { ...rows, chosen, question } });
  });
  const asked: string[] = [];
  await page.route("**/answers/reading/*", async (route) => {
    asked.push(route.request().method());
    const isChoice = route.request().postDataJSON() !== null;
    chosen = isChoice ? { text, by: "ana@example.edu", at: "2026-01-02T00:00:00Z" } : null;
    await route.fulfill({
      headers: OWN_JSON,
      json: isChoice ? { total_grade: 5, reading: text } : { total_grade: null },
    });
  });
  await openAfresh(student);
  await page.getByText("Reading chosen by bo@example.edu").waitFor();
  const undo = page.getByRole("button", { name: /^Undo/ });
  const undoChoice = page.getByRole("button", { name: "Undo: choose a reading" });
  const choices = page.getByRole("group", { name: "Which reading is right?" });
  const choosable = choices.getByRole("button", { disabled: false }).first();
  await expect.poll(() => undo.getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Take it back" }).click();
  await choosable.waitFor();
  expect(asked).toHaveLength(1);
  await page.keyboard.press("Shift+A");
  await page.getByText("Reading chosen by ana@example.edu").waitFor();
  await undoChoice.waitFor();
  await page.keyboard.press("Control+z");
  await choosable.waitFor();
  expect(asked).toHaveLength(3);

  await page.keyboard.press("Shift+A");
  await page.getByText("Reading chosen by ana@example.edu").waitFor();
  await ana.call("updateGrade", { params, body: { total_grade: 5 } });
  await ana.call("releaseGrades", { params: { taskId }, body: {} });
  await page.reload();
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.getByText("The student can see this result", { exact: false }).waitFor();
  expect(asked).toHaveLength(4);
  await page.getByRole("alertdialog").getByRole("button", { name: "Take it back" }).click();
  await expect.poll(() => asked.length).toBe(5);
  await page.unrouteAll({ behavior: "wait" });
});

test("undo returns a box that is being moved, and nothing else", async () => {
  const [student = ""] = STUDENTS;
  await openAfresh(student);
  await openChooser(student, "AND");
  await page.getByRole("button", { name: "NAND", exact: true }).click();
  await expect.poll(async () => (await byClass(student, "NAND")).length).toBe(1);
  const [{ x } = { x: 0 }] = await byClass(student, "NAND");
  await nudge(student, "NAND");
  await page.keyboard.press("Control+z");
  // Longer than a box rests before it is moved.
  await page.waitForTimeout(1500);
  expect((await byClass(student, "NAND")).map((each) => each.x)).toEqual([x]);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await byClass(student, "AND")).map((each) => each.x)).toEqual([x]);
  await page.waitForTimeout(1500);
  expect((await byClass(student, "AND")).map((each) => each.x)).toEqual([x]);
  await page.keyboard.press("Control+y");
  await expect.poll(async () => (await byClass(student, "NAND")).length).toBe(1);
});

test("removing a box and analyzing the circuit use the box's new place", async () => {
  const [student = ""] = STUDENTS;
  await openAfresh(student);
  const [{ x } = { x: 0 }] = await byClass(student, "AND");
  const heard = listen();
  await nudge(student, "AND");
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await byClass(student, "AND")).length).toBe(0);
  await page.waitForTimeout(1000);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await byClass(student, "AND"))[0]?.x).toBeGreaterThan(x);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await byClass(student, "AND"))[0]?.x).toBe(x);
  const changes = () => heard.filter((each) => each !== "analyze-circuit");
  await expect.poll(() => changes().slice(0, 2)).toEqual(["move-prediction", "delete-prediction"]);
  await untilReadAgain(student);
  heard.length = 0;
  await nudge(student, "AND");
  await page.keyboard.press("a");
  await page.getByText(TEXTS.detection.analysed).waitFor({ timeout: 60_000 });
  await untilReadAgain(student);
  await page.waitForTimeout(1000);
  expect(heard).toEqual(["move-prediction", "analyze-circuit"]);
});

test("undo restores the name of an input or output, and invents none", async () => {
  const [student = ""] = STUDENTS;
  await openAfresh(student);
  const before = await names(student);
  expect(before).toEqual(["A", "B", "C", "S"]);
  await openChooser(student, "input");
  await page.getByRole("button", { name: "junction", exact: true }).click();
  await expect.poll(async () => (await names(student)).length).toBe(3);
  await page.keyboard.press("Control+z");
  await expect.poll(() => names(student)).toEqual(before);

  await page.getByRole("button", { name: "Logic Gates" }).click();
  await page.getByRole("button", { name: /^Add input/ }).click();
  await page.getByText("Draw a box around the input.").waitFor();
  const canvas = (await page.locator("canvas").boundingBox())!;
  // On the sheet, below the drawing.
  await page.mouse.move(canvas.x + 60, canvas.y + 480);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 110, canvas.y + 515, { steps: 4 });
  await page.mouse.up();
  const unnamed = ["", ...before];
  await expect.poll(() => names(student)).toEqual(unnamed);
  await page.keyboard.press("v");

  const name = page.getByRole("textbox", { name: "Name" });
  await page.mouse.click(canvas.x + 85, canvas.y + 497);
  await expect.poll(() => name.inputValue()).toBe("");
  await name.fill("Q");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect.poll(() => names(student)).toEqual([...before.slice(0, 3), "Q", "S"]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => names(student)).toEqual(unnamed);
  await page.mouse.click(canvas.x + 85, canvas.y + 497);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => names(student)).toEqual(before);
  await page.keyboard.press("Control+z");
  await expect.poll(() => names(student)).toEqual(unnamed);
  expectCleanConsole(page);
});

test("Preview Netlist can be copied without https, and follows the analyzed circuit", async () => {
  const [student = ""] = STUDENTS;
  await openAfresh(student);
  await page.keyboard.press("i");
  await page.getByRole("radio", { name: "Verilog" }).click();
  const text = page.getByRole("region", { name: /^Netlist circuit_/ });
  await text.getByText("assign C = A & B;").waitFor();
  await openChooser(student, "AND");
  await page.getByRole("button", { name: "NAND", exact: true }).click();
  await text.getByText("assign C = ~(A & B);").waitFor();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const comment = page.getByRole("textbox", { name: "Comment" });
  await page.getByRole("tab", { name: "Grade Submission" }).click();
  await comment.focus();
  await page.keyboard.press("Control+v");
  await expect.poll(() => comment.inputValue()).toContain("assign C = ~(A & B);");
  expectCleanConsole(page);
});
