import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { evaluatorPath } from "../../server/contract/pages.ts";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  expectFocus,
  expectTitle,
  holdCalls,
  openBrowser,
  openTab,
  PHONE,
} from "./browser.ts";
import { newClass } from "./course.ts";
import { HALF_ADDER, handIn, handInBlank, placeOfBox, SELECTOR, untilRead } from "./evaluator-pages.ts";
import { openSite } from "./site.ts";

let files: Map<string, string>;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana, { studentList: ["20230001", "20230002"] });
/** A task whose first key differs from what the selector computes, with three submissions. */
const taskId = await makeTask("Half adder and a wide selector", [["A | B & C"], ["A & ~B | B & C"]]);
await handIn(site, { by: ana, taskId, student: "20230001", item: 1, sample: SELECTOR });
const page = await openEvaluator(taskId);

afterAll(() => browser.close());

async function makeTask(title: string, items: readonly (readonly string[])[]): Promise<string> {
  const answerKeys = items.map((keys) => ({ keys: keys.map((expression) => ({ expression, grade: "5" })) }));
  const dueDate = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString();
  return (await ana.call("createTask", { body: { title, classId, examType: "quiz", dueDate, answerKeys } })).id;
}

async function openEvaluator(id: string): Promise<Page> {
  const tab = await openTab(browser, { site, as: ana });
  await tab.goto(`/circuit-evaluator/${id}`);
  return tab;
}

/** Chooses a submission by its student in the searchable list. */
async function choose(student: string, item: number): Promise<void> {
  // An open window would take the key itself.
  await page.locator("canvas").focus();
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search submissions" }).fill(`${student}_quiz[${item}]`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: new RegExp(`Submission: ${student}_quiz.${item}`) }).waitFor();
}

test("a page that is being read says so, and its result appears automatically", async () => {
  await expectTitle(page, "Circuit Evaluator");
  const reading = page.getByText("The result will appear here automatically.");
  const read = page.getByRole("region", { name: "Submitted table" });
  await reading.or(read).first().waitFor();
  await read.waitFor({ timeout: 60_000 });
  await expect.poll(() => reading.count()).toBe(0);
  await handIn(site, { by: ana, taskId, student: "20230001", item: 2, sample: SELECTOR });
  await handIn(site, { by: ana, taskId, student: "20230002", item: 1, sample: HALF_ADDER });
  files = await untilRead(ana, taskId);
  // The current page stays, and the counter includes the new ones without a reload.
  await page.getByText("1 / 3").waitFor();
  await page.getByText("0/3 graded").waitFor();
});

test("the header links to dashboard and task, and moves through the submissions", async () => {
  await expect
    .poll(() => page.getByRole("link", { name: "CircuitGrade" }).getAttribute("href"))
    .toBe(`/dashboard/${ana.userId}`);
  const task = page.getByRole("link", { name: /Half adder and a wide selector\s*Due/ });
  await expect.poll(() => task.getAttribute("href")).toBe(`/task/${taskId}`);
  await expect.poll(() => page.getByRole("button", { name: "Previous submission" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Next submission", exact: true }).click();
  await page.getByText("2 / 3").waitFor();
  await page.keyboard.press("n");
  await page.getByText("3 / 3").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Next submission", exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press("p");
  await page.getByText("2 / 3").waitFor();
  await page.reload();
  await page.getByText("2 / 3").waitFor();
  await page.keyboard.press("/");
  const search = page.getByRole("combobox", { name: "Search submissions" });
  await search.fill("nobody");
  await page.getByText("No submissions", { exact: true }).waitFor();
  await search.fill("20230001_quiz[1]");
  // 20 characters and no more of the name.
  await expect.poll(() => page.getByRole("option").first().innerText()).toBe("20230001_quiz[1].png");
  await page.keyboard.press("Enter");
  await page.getByText("1 / 3").waitFor();
  // Its parts are on one line, and lie on nothing else: the longest title gives way.
  for (const width of [720, 820, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const header = page.locator(".ce-header");
    const overfull = () =>
      header
        .locator(":scope > :not(.ce-task), .ce-steps > *")
        .evaluateAll(
          (parts) => parts.filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth).length,
        );
    await expect.poll(overfull).toBe(0);
    await expect.poll(() => header.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(60);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("without a submission in the address the last one is shown from the first paint", async () => {
  const tab = await openTab(browser, { site, as: ana });
  const { files: listed } = await ana.call("getFiles", { params: { taskId } });
  const [first, second] = listed.toSorted((a, b) => a.place - b.place);
  const shown = ({ filename }: { filename: string }) =>
    tab.getByRole("button", { name: `Submission: ${filename}. Choose another` });
  await tab.goto(evaluatorPath(taskId, second!.id));
  await tab.locator("canvas").waitFor();
  // Only what the server makes.
  await tab.route("**/*.js", (route) => route.abort());
  await tab.goto(evaluatorPath(taskId));
  await tab.waitForURL(`**${evaluatorPath(taskId, second!.id)}`);
  await shown(second!).waitFor();
  expect(await shown(first!).count()).toBe(0);
  await tab.close();
});

test("Compare Tables highlights the first differing row on both tables", async () => {
  await page.getByText("First difference at A=1 B=1 C=0: OUT 1 should be 1, Y is 0.").waitFor();
  const lit = page.getByRole("row", { name: "First differing row" });
  await expect.poll(() => lit.count()).toBe(2);
  await expect.poll(() => lit.first().innerText()).toContain("≠");
  const box = page.getByRole("region", { name: "Answer Keys & Boolean Results" });
  await expect.poll(() => box.innerText()).toContain("A + B ⋅ C");
  await expect.poll(() => box.innerText()).toContain("Y");
  await expectAccessible(page);
  await capture(page, "circuit-evaluator-compare");
  await capture(page, "circuit-evaluator");
});

test("the panel folds away, by button or key, and gives its room to the canvas; a tab of it brings it back", async () => {
  const width = async () => (await page.locator("canvas").boundingBox())!.width;
  const panel = page.getByRole("region", { name: "Assessment Tools" });
  const before = await width();
  const button = page.getByRole("button", { name: "Wide view: fold the panel away" });
  await button.click();
  await panel.waitFor({ state: "hidden" });
  expect(await width()).toBeGreaterThan(before + 500);
  await expect.poll(() => button.getAttribute("aria-expanded")).toBe("false");
  await expectAccessible(page);
  // The next submission has the same view, and a tab's key shows the panel.
  await page.keyboard.press("n");
  await page.getByText("2 / 3").waitFor();
  await expect.poll(() => panel.isVisible()).toBe(false);
  await page.keyboard.press("p");
  await page.getByText("1 / 3").waitFor();
  await page.keyboard.press("c");
  await panel.waitFor();
  await page.keyboard.press("Shift+W");
  await panel.waitFor({ state: "hidden" });
  await page.keyboard.press("Shift+W");
  await panel.waitFor();
  expect(await width()).toBe(before);
  // On a phone the panel is below the page.
  await page.setViewportSize(PHONE);
  await expect.poll(() => button.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("a wrong box is clicked and its class chosen; undo and redo; the tables follow by themselves", async () => {
  const fileId = files.get("20230001-1")!;
  const at = await placeOfBox(page, { by: ana, fileId, className: "OR" });
  await page.mouse.click(at.x, at.y);
  await page.getByText("Change the class").waitFor();
  await expectAccessible(page);
  await capture(page, "circuit-evaluator-class");
  await page.getByRole("button", { name: "NOR", exact: true }).click();
  await expect.poll(() => classes(fileId)).toContain("NOR");
  await page.keyboard.press("Control+z");
  await expect.poll(() => classes(fileId)).not.toContain("NOR");
  await page.keyboard.press("Control+y");
  await expect.poll(() => classes(fileId)).toContain("NOR");
  await page.getByText("First difference at A=0 B=0 C=0: OUT 1 should be 0, Y is 1.").waitFor({ timeout: 60_000 });
  await page.getByText("Reading the page with your changes").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Analyze Circuit" }).click();
  await page.getByText("Circuit Analysis is Completed.").waitFor({ timeout: 60_000 });
});

async function labels(fileId: string): Promise<string[]> {
  const { circuit_analysis } = await ana.call("getCircuitData", { params: { fileId } });
  const terminals = circuit_analysis.predictions.filter(({ class_name }) => /put$/.test(class_name));
  return terminals.map(({ label }) => label).sort();
}

async function classes(fileId: string): Promise<string[]> {
  const { circuit_analysis } = await ana.call("getCircuitData", { params: { fileId } });
  return circuit_analysis.predictions.map(({ class_name }) => class_name);
}

test("boxes are flagged by the slider, stepped through by key, added, moved and removed", async () => {
  await choose("20230001", 2);
  const fileId = files.get("20230001-2")!;
  const before = await classes(fileId);
  const named = await labels(fileId);
  const flagged = page.getByRole("button", { name: /of \d+ flagged/ });
  await expect.poll(() => page.getByRole("slider", { name: "Confidence level in percent" }).inputValue()).toBe("70");
  await page.getByRole("slider", { name: "Confidence level in percent" }).press("End");
  await expect.poll(() => flagged.innerText()).toMatch(/^[1-9]\d* of/);
  await capture(page, "circuit-evaluator-flagged");
  await flagged.click();
  await page.keyboard.press("Enter");
  await page.getByText("flagged", { exact: false }).first().waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect.poll(async () => (await classes(fileId)).length).toBe(before.length - 1);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await classes(fileId)).length).toBe(before.length);
  // A restored terminal has its earlier name.
  expect(await labels(fileId)).toEqual(named);

  await page.keyboard.press("b");
  await page.getByText("Draw a box around the box.").or(page.getByText("Draw a box around")).first().waitFor();
  const canvas = (await page.locator("canvas").boundingBox())!;
  // With Space held the page is moved, there and back, and nothing is drawn.
  await page.locator("canvas").focus();
  await page.keyboard.down("Space");
  for (const [from, to] of [
    [60, 130],
    [130, 60],
  ] as const) {
    await page.mouse.move(canvas.x + from, canvas.y + from);
    await page.mouse.down();
    await page.mouse.move(canvas.x + to, canvas.y + to, { steps: 4 });
    await page.mouse.up();
    expect(await page.getByText("What is in the box?").count()).toBe(0);
  }
  await page.keyboard.up("Space");
  await page.mouse.move(canvas.x + 60, canvas.y + 60);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 130, canvas.y + 120, { steps: 4 });
  await page.mouse.up();
  await page.getByText("What is in the box?").waitFor();
  await page.getByRole("button", { name: "junction" }).click();
  await expect.poll(async () => (await classes(fileId)).length).toBe(before.length + 1);
  await page.mouse.click(canvas.x + 95, canvas.y + 90);
  await page.keyboard.press("Escape");
  const left = async () => {
    const { circuit_analysis } = await ana.call("getCircuitData", { params: { fileId } });
    return circuit_analysis.predictions.toSorted((a, b) => b.object_id - a.object_id)[0]!.x;
  };
  const start = await left();
  await page.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(left).toBeGreaterThan(start);
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await classes(fileId)).length).toBe(before.length);
  expectCleanConsole(page);
});

test("Set Threshold shows the filter image; Start Detection goes through its three states", async () => {
  await page.getByRole("button", { name: "Set Threshold" }).click();
  await page.getByRole("switch").click();
  const value = page.getByRole("slider", { name: "Threshold" });
  await expect.poll(() => value.getAttribute("min")).toBe("0");
  await expect.poll(() => value.getAttribute("max")).toBe("255");
  await expect.poll(() => value.inputValue()).toBe("127");
  await page.getByRole("button", { name: "Apply Filter" }).click();
  await page.getByText("Filter applied successfully.").waitFor({ timeout: 60_000 });
  await page.getByText("The canvas shows the page as it is read.").waitFor();
  await page
    .getByText("Set to 127, but the page was read with auto. Start Detection reads it with the new one.")
    .waitFor();
  await expectAccessible(page);
  await capture(page, "circuit-evaluator-threshold");
  await page.getByRole("radio", { name: "All pages of the task" }).click();
  await page.getByRole("button", { name: "Start Detection" }).click();
  await page.getByText("All 3 pages of the task are read again", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Set Threshold" }).click();
  await value.fill("140");
  await page.getByRole("button", { name: "Start Detection" }).click();
  // This page was corrected above: that is not lost without a question.
  await page.getByText("Read the page again?").waitFor();
  await expectAccessible(page);
  await capture(page, "circuit-evaluator-detection");
  await page.getByRole("alertdialog").getByRole("button", { name: "Read again and keep them" }).click();
  // The question closed the window: the drawing shows the progress, and so does the button when it is opened again.
  await page.getByRole("status").getByText("Processing").waitFor();
  await page.getByRole("button", { name: "Set Threshold" }).click();
  await page.getByRole("button", { name: "Process Completed" }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Start Detection" }).waitFor({ timeout: 5_000 });
  // The slider shows what the page was read with, even if no filter was applied.
  const fileId = files.get("20230001-2")!;
  const { circuit_analysis } = await ana.call("getCircuitData", { params: { fileId } });
  expect(circuit_analysis).toMatchObject({ threshold_value: 140, read_threshold: 140 });
  // The corrections are kept, and so is the undo history.
  expect(circuit_analysis.edited).toBe(true);
  await page.keyboard.press("Escape");
  const undo = page.getByRole("button", { name: /^Undo/ });
  expect(await undo.getAttribute("aria-disabled")).toBeNull();
  await page.getByRole("button", { name: "Set Threshold" }).click();
  await page.getByRole("switch").click();
  await page.getByRole("button", { name: "Start Detection" }).click();
  await page.getByRole("button", { name: "Discard them" }).click();
  await page.getByRole("button", { name: "Set Threshold" }).click();
  await page.getByRole("button", { name: "Process Completed" }).waitFor({ timeout: 60_000 });
  // The timer of this detection does not end the display of the next one.
  const goOn = await holdCalls(page, "**/detect-gates/process-detection/*");
  await page.getByRole("button", { name: "Process Completed" }).click();
  await page.getByRole("button", { name: "Processing" }).waitFor();
  await page.waitForTimeout(2500);
  await expect.poll(() => page.getByRole("button", { name: "Processing" }).count()).toBe(1);
  await goOn();
  await page.getByRole("button", { name: "Process Completed" }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Start Detection" }).waitFor({ timeout: 5_000 });
  await page.keyboard.press("Escape");
  // The corrected boxes are gone, and with them the undo history.
  await expect.poll(() => undo.getAttribute("aria-disabled")).toBe("true");
});

test("Logic Gates names every class; a class from it is drawn without asking", async () => {
  await page.getByRole("button", { name: "Logic Gates" }).click();
  for (const name of [
    "input",
    "output",
    "intersection",
    "junction",
    "AND",
    "OR",
    "NOT",
    "NAND",
    "NOR",
    "XOR",
    "XNOR",
  ]) {
    await expect
      .poll(() => page.getByRole("button", { name: new RegExp(`^Add ${name}, \\d+ on the page$`) }).count())
      .toBe(1);
  }
  await capture(page, "circuit-evaluator-legend");
  await page.getByRole("button", { name: /^Add XNOR/ }).click();
  await page.getByText("Draw a box around the XNOR.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Draw a box around the XNOR.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Toggle Predictions" }).click();
  await expect
    .poll(() => page.getByRole("button", { name: "Toggle Predictions" }).getAttribute("aria-pressed"))
    .toBe("false");
  await page.keyboard.press("d");
  await expect
    .poll(() => page.getByRole("button", { name: "Toggle Predictions" }).getAttribute("aria-pressed"))
    .toBe("true");
});

test("corrections that come while it is asked about are not discarded unseen", async () => {
  const params = { fileId: files.get("20230001-2")! };
  const analysis = async () => (await ana.call("getCircuitData", { params })).circuit_analysis;
  const { id, predictions } = await analysis();
  const [first, second] = predictions.filter(({ class_name }) => class_name === "AND");
  const correct = (predictionId: string) =>
    ana.call("editPrediction", {
      params: { circuitAnalysisId: id },
      body: { predictionId, className: "NAND", seen: { className: "AND" } },
    });
  await correct(first!.id);
  const tab = await openTab(browser, { site, as: ana });
  await tab.goto(evaluatorPath(taskId, params.fileId));
  await tab.getByRole("region", { name: "Answer table" }).waitFor();
  await tab.getByRole("button", { name: "Set Threshold" }).click();
  await tab.getByRole("button", { name: "Start Detection" }).click();
  await tab.getByText("Read the page again?").waitFor();
  // The question hides what is behind it from assistive technology, and so from roles.
  const table = tab.getByLabel("Answer table", { exact: true });
  const before = await table.innerText();
  await correct(second!.id);
  await expect.poll(() => table.innerText()).not.toBe(before);
  await tab.getByRole("button", { name: "Discard them" }).click();
  await tab.getByText("The page was corrected meanwhile. Look at the corrections").waitFor();
  expect((await analysis()).predictions.filter(({ class_name }) => class_name === "NAND")).toHaveLength(2);
  // Now they are seen.
  await tab.getByRole("button", { name: "Set Threshold" }).click();
  await tab.getByRole("button", { name: "Start Detection" }).click();
  await tab.getByRole("button", { name: "Discard them" }).click();
  await expect.poll(async () => (await analysis()).edited).toBe(false);
  await expect.poll(async () => (await analysis()).state).toBe("done");
  await tab.close();
});

test("a page that comes late leaves the view as somebody has set it", async () => {
  const tab = await openTab(browser, { site, as: ana });
  const release = await holdCalls(tab, "**/detect-gates/get-circuit-data/*");
  await tab.goto("/about");
  await tab.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/circuit-evaluator/${taskId}`);
  const zoom = tab.locator(".ce-bar .push .ce-percent");
  await tab.getByRole("button", { name: "Zoom in" }).click();
  await tab.getByRole("button", { name: "Zoom in" }).click();
  await zoom.getByText("156 %").waitFor();
  await release();
  await tab.getByRole("region", { name: "Answer table" }).waitFor();
  await tab.getByText("Loading the page").waitFor({ state: "detached" });
  expect(await zoom.innerText()).toContain("156 %");
  await tab.close();
});

test("a netlist that cannot be loaded is asked for again", async () => {
  const path = "**/detect-gates/generate-netlist/*";
  const tab = await openTab(browser, { site, as: ana });
  await tab.route(path, (route) => route.abort());
  await tab.goto(evaluatorPath(taskId, files.get("20230001-2")!));
  await tab.getByRole("region", { name: "Answer table" }).waitFor();
  await tab.keyboard.press("i");
  const alert = tab.getByRole("alert").filter({ hasText: "The server cannot be reached." });
  await alert.waitFor();
  await expectAccessible(tab);
  await capture(tab, "circuit-evaluator-netlist-failed");
  await tab.unroute(path);
  await alert.getByRole("button", { name: "Try again" }).press("Enter");
  await tab.getByText("Version 4").waitFor();
  expect(await alert.count()).toBe(0);
  await tab.close();
});

test("Preview Netlist shows and downloads LTspice and Verilog", async () => {
  const fileId = files.get("20230001-2")!;
  await page.keyboard.press("i");
  await page.getByText("Version 4").waitFor();
  const [asc] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(asc.suggestedFilename()).toBe(`circuit_${fileId}.asc`);
  await capture(page, "circuit-evaluator-netlist");
  await page.getByRole("radio", { name: "Verilog" }).click();
  await page.getByText("endmodule").waitFor();
  const [verilog] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(verilog.suggestedFilename()).toBe(`circuit_${fileId}.v`);
  await expectAccessible(page);
});

test("a submission is graded by keys, with override, comment and log; the counter counts", async () => {
  await page.keyboard.press("g");
  const total = page.getByRole("textbox", { name: "Grade" });
  await expect.poll(() => total.inputValue()).toBe("5");
  for (const heading of ["Output", "Expression", "Grade", "Result"]) {
    await expect.poll(() => page.getByRole("columnheader", { name: heading }).count()).toBe(1);
  }
  await page.getByText("Match", { exact: true }).waitFor();
  await page.getByText("As proposed from the tables.").waitFor();
  const comment = page.getByRole("textbox", { name: "Comment" });
  await expect.poll(() => comment.getAttribute("placeholder")).toBe("The student reads this in the feedback");
  await page.keyboard.type("3");
  await page.getByText("Overrides the proposed 5.").waitFor();
  await expect
    .poll(() => comment.getAttribute("placeholder"))
    .toMatch(/differs from the proposal: the student reads this/);
  await comment.fill("Wires cross the border.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Grade 3/5 stored for 20230001_quiz[2].png.").waitFor();
  await page.getByText("1/3 graded").waitFor();
  await page.getByText("“Wires cross the border.”").waitFor();
  await expectAccessible(page);
  await capture(page, "circuit-evaluator-grade");
  const fileId = files.get("20230001-2")!;
  const stored = await ana.call("getGradeRows", { params: { fileId } });
  expect(stored).toMatchObject({ total_grade: 3, comment: "Wires cross the border." });
});

test("the panel's three tabs fit in it on a phone", async () => {
  const before = page.viewportSize()!;
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    const free = await page.getByRole("tablist").evaluate((list) => {
      return list.getBoundingClientRect().right - list.lastElementChild!.getBoundingClientRect().right;
    });
    expect(free, `px next to the tabs at ${width} px`).toBeGreaterThanOrEqual(0);
  }
  await page.setViewportSize(before);
});

test("a typed grade waits for its submission until it is stored; Grade and next moves on", async () => {
  await page.getByRole("textbox", { name: "Grade" }).fill("4");
  await page.keyboard.press("Escape");
  await choose("20230001", 1);
  await choose("20230001", 2);
  await expect.poll(() => page.getByRole("textbox", { name: "Grade" }).inputValue()).toBe("4");
  await page.getByRole("button", { name: "Grade and next" }).press("Enter");
  await page.getByRole("button", { name: /Submission: 20230002_quiz/ }).waitFor();
  await expectFocus(page.getByRole("tabpanel", { name: "Grade Submission" }));
});

test("a different number of inputs: the text, no automatic grade, Invalid as total", async () => {
  await page.getByRole("textbox", { name: "Grade" }).waitFor();
  await page.getByText("Invalid", { exact: true }).waitFor();
  await page.getByText("No grade is proposed. Look at the drawing, then enter one.").waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Grade" }).inputValue()).toBe("");
  await page.getByRole("tab", { name: "Compare Tables" }).click();
  const words = "The number of input signals in the answer table and the submitted table do not match.";
  await page.getByText(words).first().waitFor();
  expect(await page.getByRole("row", { name: "First differing row" }).count()).toBe(0);
});

test("the help sheet names every key; letters can be turned off", async () => {
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys of the circuit evaluator" }).waitFor();
  await expectAccessible(page);
  await capture(page, "circuit-evaluator-keys");
  await page.getByRole("switch", { name: "Single letters and signs are keys" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await page.getByText("3 / 3").waitFor();
  await page.getByRole("button", { name: "Keys" }).click();
  await page.getByRole("switch", { name: "Single letters and signs are keys" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Keys");
  await page.keyboard.press("p");
  await page.getByText("2 / 3").waitFor();
  expectCleanConsole(page);
});

test("a sheet with nothing drawn: no gates, no expressions, nothing to analyze", async () => {
  const blank = await makeTask("Nothing", [["A & B"]]);
  await handInBlank(site, { by: ana, taskId: blank, student: "20230001", item: 1 });
  await untilRead(ana, blank);
  const tab = await openEvaluator(blank);
  await tab.getByText("No gates were found on this page.").waitFor();
  const words = tab.getByText("No valid boolean expressions detected.").first();
  await words.waitFor();
  const heightOf = async (place: Locator) => (await place.boundingBox())!.y;
  expect(await heightOf(tab.getByText("No gates were found on this page."))).toBeLessThan(await heightOf(words));
  await tab.getByText("20230001 · Item 1").waitFor();
  const edge = tab.getByRole("separator", { name: "Width of the panel" });
  await edge.press("ArrowRight");
  await tab.reload();
  await expect.poll(() => edge.getAttribute("aria-valuenow")).toBe("580");
  await expect
    .poll(() => tab.getByRole("button", { name: "Analyze Circuit" }).getAttribute("aria-disabled"))
    .toBe("true");
  await expect.poll(() => tab.getByRole("tab", { name: "Preview Netlist" }).isDisabled()).toBe(true);
  await expectAccessible(tab);
  await capture(tab, "circuit-evaluator-nothing-found");
});

test("a task without submissions, and one that does not exist", async () => {
  const tab = await openEvaluator(await makeTask("Empty", [["A & B"]]));
  await tab.getByText("Pages appear here as soon as students hand them in.").waitFor();
  await tab.getByText("0/0 graded").waitFor();
  await expectAccessible(tab);
  await capture(tab, "circuit-evaluator-no-submissions");
  await tab.goto("/circuit-evaluator/nowhere");
  await tab.getByText("The resource you are looking for could not be found.").waitFor();
});

test("a picture that could not be loaded is there when it is tried again", async () => {
  const tab = await openTab(browser, { site, as: ana });
  await tab.route("**/*", (route) => (route.request().resourceType() === "image" ? route.abort() : route.fallback()));
  await tab.goto(`/circuit-evaluator/${taskId}`);
  const alert = tab.getByRole("alert").filter({ hasText: "The picture of the page could not be loaded." });
  await alert.waitFor();
  await tab.unroute("**/*");
  await alert.getByRole("button", { name: "Try again" }).click();
  await alert.waitFor({ state: "detached" });
  await tab.close();
});

test("without a connection the evaluator says so and continues afterwards", async () => {
  await page.context().setOffline(true);
  await choose("20230001", 1);
  await page.getByRole("alert").first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.getByRole("region", { name: "Answer table" }).waitFor();
});
