import type { Page, Request } from "playwright-core";
import { afterAll, test } from "vitest";
import { ENDPOINTS } from "../../server/contract/endpoints.ts";
import type { CircuitAnalysis } from "../../server/contract/results/detection.ts";
import { expectCleanConsole, openBrowser, openTab, PHONE } from "./browser.ts";
import { between, finger, type Hand, keys, mouse, type Place, type ToolName } from "./correcting-hands.ts";
import { newClass, newTask } from "./course.ts";
import { HALF_ADDER, handIn, untilRead } from "./evaluator-pages.ts";
import { openSite } from "./site.ts";

const STUDENTS = { mouse: "20230001", finger: "20230002", keys: "20230003" } as const;

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const answers = ["A ^ B", "A & B"].map((expression) => ({ expression, grade: "5" }));
const students = Object.values(STUDENTS);
const taskId = await newTask(ana, {
  classId: await newClass(ana, { studentList: students }),
  answerKeys: [{ keys: answers }],
});
for (const student of students) await handIn(site, { by: ana, taskId, student, item: 1, sample: HALF_ADDER });
const files = await untilRead(ana, taskId);

afterAll(() => browser.close());

const WAITS = { timeout: 40_000 };

interface Work {
  readonly page: Page;
  readonly hand: Hand;
  /** The half adder as it was read. */
  readonly before: CircuitAnalysis;
}

interface Step {
  readonly what: string;
  make(work: Work): Promise<void>;
  /** What the reading with the change is compared by, and what it is then. */
  shows(circuit: CircuitAnalysis): unknown;
  readonly is: unknown;
}

const names = ({ outputs }: CircuitAnalysis) => outputs.map(({ name }) => name).sort();
const functions = ({ outputs }: CircuitAnalysis) =>
  outputs.map(({ name, expression }) => `${name} = ${expression}`).sort();
const problems = (circuit: CircuitAnalysis) => circuit.problems.map(({ code }) => code).sort();
const HALF_ADDER_IS = ["C = A & B", "S = A ^ B"];

function boxOf({ predictions }: CircuitAnalysis, wanted: { className?: string; name?: string }) {
  return predictions.find(
    ({ class_name, name }) => class_name === (wanted.className ?? class_name) && name === (wanted.name ?? name),
  )!;
}

/** At shares of a box's width and height from its corner. */
function within(
  circuit: CircuitAnalysis,
  wanted: { className?: string; name?: string },
  [across, down]: [number, number],
): Place {
  const { x, y, width, height } = boxOf(circuit, wanted);
  return { x: x + across * width, y: y + down * height };
}

/** The line to the output S: at the gate, and at the letter. */
function lineOfS({ wires, netlist }: CircuitAnalysis): [Place, Place] {
  const net = netlist!.outputs.find(({ name }) => name === "S")!.net;
  const [line] = [...wires.find((wire) => wire.net === net)!.lines].sort((a, b) => b.length - a.length);
  const [one, other] = [line![0]!, line!.at(-1)!];
  return one.x < other.x ? [one, other] : [other, one];
}

const choose = async ({ page, hand }: Work, name: string) =>
  hand.press(page.getByRole("button", { name, exact: true }));

/** In the window at a place of the wires. */
const say = (what: string, at: (circuit: CircuitAnalysis) => Place, shows: Step["shows"], is: unknown): Step => ({
  what,
  async make(work) {
    await work.hand.act(at(work.before));
    await choose(work, what);
  },
  shows,
  is,
});

const pull = (
  what: string,
  way: (circuit: CircuitAnalysis) => [Place, Place],
  shows: Step["shows"],
  is: unknown,
): Step => ({
  what,
  make: ({ hand, before }) => hand.pull(...way(before)),
  shows,
  is,
});

const OFF_S = ["C = A & B", "OUT 2 = A ^ B"];
const onLineOfS = (share: number) => (circuit: CircuitAnalysis) => between(...lineOfS(circuit), share);
const cutS = say("Cut the wire", onLineOfS(0.5), functions, OFF_S);

/** The line that comes into the AND's lower input, and the pin. */
const lowerInput = (circuit: CircuitAnalysis): Place => within(circuit, { className: "AND" }, [0.15, 0.73]);
const beforeLowerInput = (circuit: CircuitAnalysis, gap: number): Place => {
  const { x, y } = lowerInput(circuit);
  return { x: x - gap, y };
};
const centre = (className: string) => (circuit: CircuitAnalysis) => within(circuit, { className }, [0.5, 0.5]);
const upperInput = (circuit: CircuitAnalysis) => within(circuit, { className: "AND" }, [0.1, 0.28]);
/** Where A's line forks: the first of two dots. */
const fork = (circuit: CircuitAnalysis): Place => {
  const dots = circuit.predictions.filter(({ class_name }) => class_name === "junction");
  const [{ x, y, width, height } = dots[0]!] = dots.sort((a, b) => a.y - b.y);
  return { x: x + width / 2, y: y + height / 2 };
};
/** On bare paper below the drawing. */
const spare = (circuit: CircuitAnalysis, [across, down]: [number, number]): Place => {
  const { x, y, width, height } = boxOf(circuit, { className: "XOR" });
  return { x: x + across * width, y: y + height + 60 + down * height };
};

async function nameIt({ page, hand }: Work, [name, button]: [string, string]): Promise<void> {
  const field = page.getByRole("textbox", { name: "Name" });
  await field.waitFor();
  if (!(await field.evaluate((each) => each === document.activeElement))) await field.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(name);
  await hand.press(page.getByRole("button", { name: button }));
}

const classes = ({ predictions }: CircuitAnalysis) => predictions.map(({ class_name }) => class_name).sort();
const HAS = ["AND", "XOR", "input", "input", "intersection", "junction", "junction", "output", "output"];

/** Every tool: changes that are made one after the other, then all undone. */
const TOOLS: Readonly<Record<string, readonly [ToolName, ...Step[]]>> = {
  "cut a wire, join two ends": [
    "Correct wires",
    cutS,
    pull("join", (circuit) => [onLineOfS(0.3)(circuit), onLineOfS(0.7)(circuit)], functions, HALF_ADDER_IS),
  ],
  "draw a missing wire to a letter": [
    "Correct wires",
    cutS,
    pull(
      "draw",
      (circuit) => [onLineOfS(0.3)(circuit), within(circuit, { name: "S" }, [0.5, 0.5])],
      functions,
      HALF_ADDER_IS,
    ),
  ],
  "attach an end to a pin": [
    "Correct wires",
    say(
      "Cut the wire",
      (circuit) => beforeLowerInput(circuit, 90),
      (circuit) => functions(circuit).join() === HALF_ADDER_IS.join(),
      false,
    ),
    pull("attach", (circuit) => [beforeLowerInput(circuit, 140), lowerInput(circuit)], functions, HALF_ADDER_IS),
  ],
  "lines that cross join, and cross again": [
    "Correct wires",
    say("Lines are joined here", centre("intersection"), functions, ["C = A & A", "S = A ^ A"]),
    say("Lines cross here", centre("intersection"), functions, HALF_ADDER_IS),
  ],
  "a line at a T passes by": [
    "Correct wires",
    say("Lines cross here", fork, (circuit) => problems(circuit).includes("undriven-wire"), true),
  ],
  "rename an end, and name one": [
    "Correct wires",
    {
      what: "rename",
      async make(work) {
        await work.hand.act(within(work.before, { name: "S" }, [0.5, 0.5]));
        await choose(work, "Name an input or output here");
        await nameIt(work, ["Q", "Rename"]);
      },
      shows: names,
      is: ["C", "Q"],
    },
    {
      what: "name",
      async make(work) {
        await work.hand.act(onLineOfS(0.4)(work.before));
        await choose(work, "Name an input or output here");
        await nameIt(work, ["Z", "Name it"]);
      },
      shows: (circuit) => names(circuit).includes("Z"),
      is: true,
    },
  ],
  "an inversion on and off": [
    "Correct wires",
    say("This input is inverted", upperInput, functions, ["C = ~A & B", "S = A ^ B"]),
    say("This input is not inverted", upperInput, functions, HALF_ADDER_IS),
  ],
  "the class of a gate": [
    "Select",
    {
      what: "NAND",
      async make(work) {
        await work.hand.act("AND");
        await choose(work, "NAND");
      },
      shows: functions,
      is: ["C = ~(A & B)", "S = A ^ B"],
    },
  ],
  "add, move and remove a box": [
    "Add box",
    {
      what: "add",
      async make(work) {
        await work.hand.pull(spare(work.before, [0, 0]), spare(work.before, [0.6, 0.6]));
        await choose(work, "NOT");
      },
      shows: classes,
      is: [...HAS, "NOT"].sort(),
    },
    {
      what: "move",
      async make({ hand, before }) {
        // The box that was just drawn is chosen.
        await hand.take("Select");
        await hand.pull(spare(before, [0.3, 0.3]), spare(before, [0.9, 0.3]));
      },
      shows: (circuit) => boxOf(circuit, { className: "NOT" }).x > boxOf(circuit, { className: "XOR" }).x + 20,
      is: true,
    },
    {
      what: "remove, as the problem offers",
      make: ({ page, hand }) => hand.press(page.getByRole("button", { name: /^Remove the gate/ })),
      shows: classes,
      is: HAS,
    },
  ],
};

/** Waits until the page has the answer to everything that it asked, and shows it. */
function whenSettled(page: Page): () => Promise<void> {
  let asked = 0;
  const count = (by: number) => (request: Request) => {
    if (!request.url().includes(ENDPOINTS.events.path)) asked += by;
  };
  page.on("request", count(1));
  page.on("requestfinished", count(-1));
  page.on("requestfailed", count(-1));
  const frames = () =>
    page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  return async () => {
    do {
      while (asked > 0) await page.waitForTimeout(50);
      await frames();
    } while (asked > 0);
  };
}

test.concurrent.for(["mouse", "finger", "keys"] as const)("every tool works with %s", async (kind, { expect }) => {
  const fileId = files.get(`${STUDENTS[kind]}-1`)!;
  const circuit = async () => (await ana.call("getCircuitData", { params: { fileId } })).circuit_analysis;
  const state = async () => {
    const now = await circuit();
    const { proposed_grade: points } = await ana.call("getGradeRows", { params: { fileId } });
    return {
      corrections: now.wire_corrections,
      classes: classes(now),
      table: now.truth_table,
      problems: problems(now),
      points,
    };
  };
  const page = await openTab(browser, {
    site,
    as: ana,
    ...(kind === "finger" ? { touch: true, viewport: PHONE, theme: "dark" } : {}),
  });
  await page.goto(`/circuit-evaluator/${taskId}?file=${fileId}`);
  await page.getByRole("region", { name: "Submitted table" }).waitFor();
  const settled = whenSettled(page);
  const hand =
    kind === "mouse" ? mouse(page, circuit) : kind === "keys" ? keys(page, circuit) : await finger(page, circuit);
  const work = { page, hand, before: await circuit() };
  const untouched = await state();
  for (const [name, [tool, ...steps]] of Object.entries(TOOLS)) {
    await hand.take(tool);
    for (const { what, make, shows, is } of steps) {
      const message = `${name}: ${what}`;
      await make(work).catch((error) => {
        throw new Error(message, { cause: error });
      });
      await expect.poll(async () => shows(await circuit()), { ...WAITS, message }).toEqual(is);
      // The next step refers to what this one shows: the server has it before the page.
      await settled();
    }
    await hand.undo();
    await hand.redo();
    await settled();
    // Keys may have moved a box in several steps.
    const undo = page.getByRole("button", { name: /^Undo/ });
    while (await undo.isEnabled()) {
      await hand.undo();
      await settled();
    }
    await expect.poll(state, { ...WAITS, message: `${name}: undo` }).toEqual(untouched);
    await settled();
  }
  expectCleanConsole(page);
  await page.context().close();
});
