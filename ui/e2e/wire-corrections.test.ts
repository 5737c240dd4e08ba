import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PREDICTIONS_CHANGED } from "../../core/rules/problem.ts";
import type { CircuitAnalysis } from "../../server/contract/results/detection.ts";
import { fitViewport, toScreen } from "../evaluator/viewport.ts";
import { expectAccessible, expectCleanConsole, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, showWholePage, untilRead } from "./evaluator-pages.ts";
import { type Instructor, openSite, type TestSite } from "./site.ts";

const STUDENT = "20230001";

let site: TestSite;
let browser: Browser;
let ana: Instructor;
let taskId: string;
let fileId: string;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
  ana = await site.instructor("ana@example.edu");
  const keys = ["A ^ B", "A & B"].map((expression) => ({ expression, grade: "5" }));
  const classId = await newClass(ana, { studentList: [STUDENT] });
  taskId = await newTask(ana, { classId, answerKeys: [{ keys }, { keys }] });
  await handIn(site, { by: ana, taskId, student: STUDENT, item: 1, sample: HALF_ADDER });
  await handIn(site, { by: ana, taskId, student: STUDENT, item: 2, sample: await withTable(HALF_ADDER) });
  fileId = (await untilRead(ana, taskId)).get(`${STUDENT}-1`)!;
  page = await openTab(browser, { site, as: ana });
  await page.goto(`/circuit-evaluator/${taskId}?file=${fileId}`);
  await page.getByRole("region", { name: "Submitted table" }).waitFor();
}, 300_000);

afterAll(() => browser?.close());

async function circuit(): Promise<CircuitAnalysis> {
  return (await ana.call("getCircuitData", { params: { fileId } })).circuit_analysis;
}

/** A sample with the lines of a table far below the drawing. */
async function withTable(sample: string): Promise<Buffer> {
  const picture = await readFile(new URL(`../../core/testdata/pages/${sample}`, import.meta.url));
  const table = '<svg width="300" height="180"><path d="M0 60H300M150 0V180" stroke="black" stroke-width="4"/></svg>';
  const higher = await sharp(picture)
    .flatten({ background: "white" })
    .extend({ bottom: 400, background: "white" })
    .toBuffer();
  return sharp(higher)
    .composite([{ input: Buffer.from(table), left: 120, top: 590 }])
    .png()
    .toBuffer();
}

/** A place of the picture in the window, once the whole page is shown. */
async function inWindow(at: { x: number; y: number }): Promise<{ x: number; y: number }> {
  await showWholePage(page);
  const canvas = (await page.locator("canvas").boundingBox())!;
  const { x, y } = toScreen(fitViewport(canvas, await circuit()), at);
  return { x: canvas.x + x, y: canvas.y + y };
}

async function clickAt(at: { x: number; y: number }): Promise<void> {
  const { x, y } = await inWindow(at);
  await page.mouse.click(x, y);
}

/** The kinds of the corrections that the server has. */
async function kinds(): Promise<string[]> {
  return (await circuit()).wire_corrections.map(({ kind }) => kind);
}

const list = () => page.getByRole("region", { name: /^Your corrections/ });
const equal = () => page.getByText("The tables are equal.");
const waits = { timeout: 40_000 };

async function gatePin(className: string): Promise<{ x: number; y: number }> {
  const { predictions } = await circuit();
  const { x, y, width, height } = predictions.find(({ class_name }) => class_name === className)!;
  return { x: x + width / 8, y: y + height / 4 };
}

beforeEach(async () => {
  await say([]);
  await page.reload();
  await showWholePage(page);
  await page.keyboard.press("e");
});

test("an input is inverted with two clicks, and undo restores the circuit and the proposal", async () => {
  await equal().waitFor();
  const before = await circuit();
  await page.keyboard.press("e");
  await clickAt(await gatePin("AND"));
  await page.getByRole("button", { name: "This input is inverted" }).click();
  await equal().waitFor({ state: "detached", ...waits });
  await list().getByRole("button", { name: "invert an input", exact: true }).waitFor();
  await page.getByRole("status").getByText("C was A ⋅ B, now ¬A ⋅ B.").waitFor(waits);
  expect((await circuit()).truth_table).not.toEqual(before.truth_table);
  await page.getByText("First difference at").waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: ".cache/screens/wires-change.png" });
  await page.getByRole("status").getByRole("button", { name: "Take it back" }).click();
  await equal().waitFor(waits);
  await page.getByRole("status").getByText("C was ¬A ⋅ B, now A ⋅ B.").waitFor(waits);
  expect((await circuit()).truth_table).toEqual(before.truth_table);
  const { proposed_grade, maximum_grade } = await ana.call("getGradeRows", { params: { fileId } });
  expect(proposed_grade).toBe(maximum_grade);
  await page.getByRole("button", { name: "Redo: invert an input" }).click();
  await equal().waitFor({ state: "detached", ...waits });
  await list().getByRole("button", { name: "Take back: invert an input" }).click();
  await equal().waitFor(waits);
  expect(await list().count()).toBe(0);
});

/** The server has read the page with every change, and the page shows it. */
async function untilSettled(): Promise<void> {
  const isStale = async () => (await circuit()).problems.some(({ code }) => code === PREDICTIONS_CHANGED);
  await expect.poll(isStale, waits).toBe(false);
  await page.getByText("Reading the page with your changes").waitFor({ state: "detached", ...waits });
}

const outputs = async () => (await circuit()).outputs.map(({ name }) => name);

async function takeAllBack(): Promise<void> {
  for (let left = (await kinds()).length; left > 0; left--) {
    await list()
      .getByRole("button", { name: /^Take back/ })
      .first()
      .click();
    await expect.poll(async () => (await kinds()).length, waits).toBe(left - 1);
  }
  await untilSettled();
  await equal().waitFor(waits);
  expect(await outputs()).toContain("S");
}

/** Says something of the wires as another program does; the page follows. */
async function say(corrections: CircuitAnalysis["wire_corrections"]): Promise<void> {
  const params = { circuitAnalysisId: (await circuit()).id };
  await ana.call("correctWires", { params, body: { corrections } });
}

test("what another tab corrects meanwhile is kept next to one's own, and named; undo takes back one's own", async () => {
  const away = await withoutNews();
  const crossing = { kind: "accept" as const, code: "no-gates", at: null };
  await say([crossing]);
  await clickAt(await gatePin("AND"));
  await page.getByRole("button", { name: "This input is inverted" }).click();
  await page.getByText("This page was also corrected elsewhere meanwhile").waitFor(waits);
  await expect.poll(kinds, waits).toEqual(["accept", "invert"]);
  await list().getByText("Your corrections (2)").waitFor(waits);
  await page.screenshot({ path: ".cache/screens/wires-meanwhile.png" });
  await page.getByRole("button", { name: "Undo: invert an input" }).click();
  await expect.poll(kinds, waits).toEqual(["accept"]);
  await list().getByText("Your corrections (1)").waitFor(waits);
  await untilSettled();

  // A gate, and reading from scratch, in a tab that has not seen the correction.
  const { id: circuitAnalysisId, predictions } = await circuit();
  const and = predictions.find(({ class_name }) => class_name === "AND")!;
  const edit = (className: "AND" | "OR") =>
    ana.call("editPrediction", { params: { circuitAnalysisId }, body: { className, predictionId: and.id } });
  await edit("OR");
  await page.keyboard.press("v");
  await clickAt({ x: and.x + and.width / 2, y: and.y + and.height / 2 });
  await page.getByRole("button", { name: "NAND", exact: true }).click();
  await page.getByText("This was corrected meanwhile. It is OR now; your change was not made.").waitFor();
  expect((await circuit()).predictions.find(({ id }) => id === and.id)).toMatchObject({ class_name: "OR" });
  await edit("AND");

  // A box that is not where this tab shows it.
  const moved = { x: and.x + 30, y: and.y, width: and.width, height: and.height };
  const params = { circuitAnalysisId };
  await ana.call("movePrediction", { params, body: { predictionId: and.id, ...moved } });
  await page.keyboard.press("ArrowDown");
  await page.getByText("It was moved or resized; your change was not made.").waitFor();
  expect((await circuit()).predictions.find(({ id }) => id === and.id)).toMatchObject(moved);
  await away();
});

test("a tab that has not seen the corrections does not discard them, and detection keeps them", async () => {
  const seen = { kind: "accept" as const, code: "no-gates", at: null };
  await say([seen]);
  const back = await withoutNews();
  await say([seen, { kind: "invert", pin: await gatePin("AND"), inverted: true }]);
  const { truth_table } = await circuit();
  const detect = async (answer: string) => {
    await page.getByRole("button", { name: "Set Threshold" }).click();
    await page.getByRole("button", { name: "Start Detection" }).click();
    await page.getByRole("button", { name: answer }).click();
  };
  await detect("Discard them");
  await page.getByText("The page was corrected meanwhile. Look at the corrections").waitFor(waits);
  await list().getByText("Your corrections (2)").waitFor(waits);
  await detect("Read again and keep them");
  await page.getByRole("status").getByText("Process Completed").waitFor({ timeout: 60_000 });
  expect(await kinds()).toEqual(["accept", "invert"]);
  expect((await circuit()).truth_table).toEqual(truth_table);
  await detect("Discard them");
  await expect.poll(kinds, waits).toEqual([]);
  await back();
});

/** The page gets no events of what others do, and asks for nothing by itself; returns how to end that. */
async function withoutNews(): Promise<() => Promise<void>> {
  const events = "**/events*";
  await page.route(events, (route) => route.abort());
  await page.reload();
  await showWholePage(page);
  await page.keyboard.press("e");
  return () => page.unroute(events);
}

test("lines that cross are said to be joined; where none meet, that finds no place and is shown", async () => {
  const before = await circuit();
  const crossing = before.predictions.find(({ class_name }) => class_name === "intersection")!;
  const { x, y, width, height } = crossing;
  await clickAt({ x: x + width / 2, y: y + height / 2 });
  await page.getByRole("button", { name: "Lines are joined here" }).click();
  await expect.poll(kinds, waits).toEqual(["meeting"]);
  await expect.poll(async () => (await circuit()).truth_table, waits).not.toEqual(before.truth_table);
  await takeAllBack();
  expect((await circuit()).truth_table).toEqual(before.truth_table);

  // Near no line at all.
  await say([{ kind: "meeting", at: { x: 100, y: 100 }, as: "joins" }]);
  await page.getByText("What you said about a crossing no longer finds its place here").first().waitFor(waits);
  expect(await kinds()).toEqual(["meeting"]);
  await takeAllBack();
});

test("a wire that leads to no gate is shown, and can be pulled to one", async () => {
  const { netlist, wires, predictions } = await circuit();
  const { output } = netlist!.gates.find(({ gateClass }) => gateClass === "XOR")!;
  const points = wires.find(({ net }) => net === output)!.lines.flat();
  const [start, end] = [points.reduce((a, b) => (a.x < b.x ? a : b)), points.reduce((a, b) => (a.x > b.x ? a : b))];
  const along = (part: number) => ({ x: start.x + part * (end.x - start.x), y: start.y });
  const looseWires = async () => (await circuit()).wires.filter(({ net }) => net === null).length;
  const known = await looseWires();
  await say([{ kind: "cut", at: along(0.3) }]);
  await expect.poll(looseWires, waits).toBe(known + 1);
  await list().getByRole("button", { name: "cut a wire", exact: true }).waitFor(waits);
  await untilSettled();

  const xor = predictions.find(({ class_name }) => class_name === "XOR")!;
  const from = await inWindow(along(0.8));
  const to = await inWindow({ x: xor.x + 0.9 * xor.width, y: xor.y + xor.height / 2 });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(kinds, waits).toEqual(["cut", "attach"]);
  await expect.poll(looseWires, waits).toBe(known);
  await equal().waitFor(waits);
  await takeAllBack();
});

/** A line that leads from the XOR to the right. */
async function outputLine(): Promise<{ from: { x: number; y: number }; to: { x: number; y: number } }> {
  const { predictions, wires } = await circuit();
  const xor = predictions.find(({ class_name }) => class_name === "XOR")!;
  const isBehind = (line: readonly { x: number; y: number }[]) => line.every(({ x }) => x > xor.x + 0.8 * xor.width);
  const line = wires.flatMap(({ lines }) => lines).find(isBehind)!;
  return { from: line[0]!, to: line.at(-1)! };
}

test("the eraser takes away the wire that it is pulled over, and a click with it cuts one", async () => {
  await page.locator("canvas").focus();
  await page.keyboard.press("r");
  await page.getByText("Pull over lines that are no wires").waitFor();
  const line = await outputLine();
  const [from, to] = [await inWindow(line.from), await inWindow(line.to)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.screenshot({ path: ".cache/screens/wires-erase.png" });
  await page.mouse.up();
  await expect.poll(kinds, waits).toEqual(["erase"]);
  await list().getByRole("button", { name: "erase wires", exact: true }).waitFor(waits);
  await untilSettled();
  expect(await outputs()).not.toContain("S");
  await page.getByRole("button", { name: "Undo: erase wires" }).click();
  await equal().waitFor(waits);
  expect(await outputs()).toContain("S");

  await clickAt({ x: (line.from.x + line.to.x) / 2, y: (line.from.y + line.to.y) / 2 });
  await expect.poll(kinds, waits).toEqual(["cut"]);
  await takeAllBack();
});

test("the keys alone erase a wire between two places", async () => {
  await page.locator("canvas").focus();
  await page.keyboard.press("r");
  await page.getByText("Pull over lines that are no wires").waitFor();
  await page.keyboard.press(".");
  await page.getByText(/^On (a wire|the page)$/).waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await page.getByText("Choose where the way ends that you erase").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(kinds, waits).toEqual(["erase"]);
  await takeAllBack();
});

test("the keys alone place, open and lead a wire; Escape lets go step by step", async () => {
  await page.locator("canvas").focus();
  await page.keyboard.press("v");
  await page.keyboard.press("e");
  await page.getByText("Pull from a wire to another wire").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const lead = page.getByRole("button", { name: "Lead a wire from here", exact: true });
  await lead.focus();
  await page.keyboard.press("Enter");
  for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await kinds()).length, waits).toBe(1);
  await list()
    .getByRole("button", { name: /^Take back/ })
    .click();
  await expect.poll(kinds, waits).toEqual([]);
  await page.locator("canvas").focus();
  await page.keyboard.press("Escape");
  await page.getByText("Pull from a wire to another wire").waitFor({ state: "detached" });
});

test("what was left aside is hatched, and a click has it read", async () => {
  const other = (await untilRead(ana, taskId)).get(`${STUDENT}-2`)!;
  const read = async () => (await ana.call("getCircuitData", { params: { fileId: other } })).circuit_analysis;
  const { aside, problems, ...size } = await read();
  expect([aside.length, problems]).toEqual([1, []]);
  await page.goto(`/circuit-evaluator/${taskId}?file=${other}`);
  await page.getByRole("region", { name: "Submitted table" }).waitFor();
  await page.keyboard.press("e");
  await page.getByText("What is hatched was left aside").waitFor();
  await page.keyboard.press("0");
  await page.screenshot({ path: ".cache/screens/left-aside.png" });
  const [{ x, y, width, height }] = aside as [(typeof aside)[number]];
  const canvas = (await page.locator("canvas").boundingBox())!;
  const at = toScreen(fitViewport(canvas, size), { x: x + width / 4, y: y + height / 4 });
  await page.mouse.click(canvas.x + at.x, canvas.y + at.y);
  await list().getByRole("button", { name: "read what was left aside", exact: true }).waitFor(waits);
  await expect.poll(async () => (await read()).aside.length, waits).toBe(0);
  const withoutGate = async () => (await read()).wires.filter(({ net }) => net === null);
  expect((await withoutGate()).length).toBeGreaterThan(0);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read()).aside.length, waits).toBe(1);
  expect(await withoutGate()).toEqual([]);
});

test("on a phone the window at a wire fits, in the dark too", async () => {
  page = await openTab(browser, { site, as: ana, theme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/circuit-evaluator/${taskId}?file=${fileId}`);
  await page.getByRole("region", { name: "Submitted table" }).waitFor();
  await page.locator("canvas").focus();
  await page.keyboard.press("e");
  await clickAt(await gatePin("XOR"));
  const choice = page.getByRole("button", { name: "This input is not inverted" });
  await choice.waitFor();
  const box = (await choice.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(40);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  const surface = await page.locator(".ce-panel").evaluate((panel) => getComputedStyle(panel).backgroundColor);
  expect(Math.max(...surface.match(/\d+/g)!.slice(0, 3).map(Number))).toBeLessThan(60);
  await page.screenshot({ path: ".cache/screens/wires-390.png" });
  await page.keyboard.press("Escape");
  await choice.waitFor({ state: "detached" });
  expectCleanConsole(page);
});
