import { describe, expect, it } from "vitest";
import { type CircuitProblemCode, canBeDrawn, circuitProblem } from "../../core/netlist/circuit-problems.ts";
import type { Netlist } from "../../core/netlist/netlist.ts";
import type { Problem } from "../../core/rules/problem.ts";
import { type OfferedPage, problemOffers } from "./problem-offers.ts";

const gate = { x: 400, y: 100, width: 60, height: 50 };
const input = { x: 90, y: 95, width: 20, height: 20 };
const joint = { x: 295, y: 295, width: 10, height: 10 };
const line = (x: number, y: number, to: number) => [
  { x, y },
  { x: to, y },
];

/** An AND whose upper input's wire ends 30 pixels before it, and whose output is joined to another wire. */
const netlist: Netlist = {
  nets: 3,
  gates: [{ gateClass: "AND", inputs: [{ net: 1, inverted: false }], output: 2, box: gate }],
  inputs: [],
  outputs: [],
};
const page: OfferedPage = {
  netlist,
  corrections: [{ kind: "cut", at: { x: 200, y: 200 } }],
  scene: {
    size: { width: 800, height: 600 },
    predictions: [
      { id: "g", class_name: "AND", confidence: 1, label: "AND 1", name: "", ...gate },
      { id: "a", class_name: "input", confidence: 1, label: "A", name: "A", ...input },
      { id: "j", class_name: "junction", confidence: 1, label: "junction 1", name: "", ...joint },
    ],
    aside: [],
    wires: [
      { net: 0, lines: [line(100, 110, 370)] },
      { net: 1, lines: [line(100, 140, 400)] },
      { net: 2, lines: [line(460, 125, 600), line(200, 300, 600)] },
    ],
    terminals: [],
    problems: [],
  },
};

function offered(code: string, box?: Problem["box"]) {
  return problemOffers({ code, message: "", ...(box && { box }) }, page);
}

const labels = (code: string, box?: Problem["box"]) => offered(code, box).map(({ label }) => label);

describe("problemOffers", () => {
  it("joins the nearest wire that leads to no pin of the gate", () => {
    expect(offered("open-input", gate)[0]).toEqual({
      label: "Join the nearest wire",
      does: "correct",
      correction: { kind: "attach", end: { x: 370, y: 110 }, pin: { x: 400, y: 110 }, role: "input" },
    });
    // A wire that leads to no gate is of no net, as the open input is.
    const [upper, ...rest] = page.scene.wires;
    const inputs = [1, null].map((net) => ({ net, inverted: false }));
    const loose: OfferedPage = {
      ...page,
      netlist: { ...netlist, gates: [{ ...netlist.gates[0]!, inputs }] },
      scene: { ...page.scene, wires: [{ ...upper!, net: null }, ...rest] },
    };
    expect(problemOffers({ code: "open-input", message: "", box: gate }, loose)[0]).toEqual(
      offered("open-input", gate)[0],
    );
    expect(labels("open-input", { ...gate, x: 700 })).toEqual(["Lead a wire here", "Drawn like this"]);
  });

  it("lets wires cross at the only junction of a short or a loop, and shows the place of several", () => {
    const crosses = { kind: "meeting", at: { x: 300, y: 300 }, as: "crosses" };
    expect(offered("shorted-outputs", gate)[0]).toMatchObject({ does: "correct", correction: crosses });
    expect(offered("feedback-loop", gate)[1]).toMatchObject({ view: { wiresAt: { x: 300, y: 300 } } });
    const other = { ...page.scene.predictions[2]!, id: "k", x: 495, y: 120 };
    const scene = { ...page.scene, predictions: [...page.scene.predictions, other] };
    const offers = problemOffers({ code: "feedback-loop", message: "", box: gate }, { ...page, scene });
    expect(offers.map(({ does }) => does)).toEqual(["show", "correct"]);
  });

  it("names the end that is there, or puts one there", () => {
    expect(offered("unlettered-input", input)).toMatchObject([
      { view: { type: "select", id: "a", edit: true } },
      { does: "remove-box", id: "a" },
      { label: "Drawn like this" },
    ]);
    const letter = { x: 20, y: 400, width: 20, height: 20 };
    expect(offered("idle-letter", letter)[0]).toMatchObject({
      label: "Name an input or output",
      view: { type: "ask", box: letter, asks: "name" },
    });
  });

  it("shows the input whose letter is the least sure if there are too many, or leads to the grade", () => {
    const sure = page.scene.predictions[1]!;
    const scene = { ...page.scene, predictions: [sure, { ...sure, id: "b", confidence: 0.4 }] };
    const offers = problemOffers({ code: "too-many-inputs", message: "" }, { ...page, scene });
    expect(offers).toMatchObject([
      { does: "show", view: { type: "select", id: "b", edit: true } },
      { does: "show", view: { type: "tool", tool: "erase" } },
      { does: "run", command: "grade" },
    ]);
    expect(labels("too-many-lines")).toEqual(["Erase lines", "Grade it by hand"]);
  });

  it("takes back the correction that is lost", () => {
    const around = { x: 185, y: 185, width: 30, height: 30 };
    expect(offered("lost-correction", around)).toEqual([{ label: "Take it back", does: "take-back", index: 0 }]);
  });

  it("has a change for every problem that a person can settle", () => {
    const codes = Object.keys(EVERY_CODE) as CircuitProblemCode[];
    for (const code of codes.filter((each) => canBeDrawn({ code: each }))) {
      const label = labels(code, code === "unnamed-input" ? input : gate).at(-1);
      expect(label, code).toBe("Drawn like this");
    }
    const around = { x: 185, y: 185, width: 250, height: 30 };
    const lacking = (code: CircuitProblemCode) => labels(code, code === "lost-correction" ? around : gate).length === 0;
    expect(codes.filter(lacking)).toEqual([]);
    expect(labels("no-ink")).toEqual(["Drawn like this"]);
    expect(circuitProblem("no-output", {}).code in EVERY_CODE).toBe(true);
  });
});

/** A problem that is added must be named here: what settles it? */
const EVERY_CODE: Record<CircuitProblemCode, true> = {
  "no-gates": true,
  "no-output": true,
  "wrong-pin-count": true,
  "open-input": true,
  "undriven-output": true,
  "shorted-outputs": true,
  "feedback-loop": true,
  "unnamed-input": true,
  "unnamed-output": true,
  "duplicate-output": true,
  "unused-gate": true,
  "too-many-inputs": true,
  "too-many-rows": true,
  "expression-too-long": true,
  "too-many-lines": true,
  "unclear-drawing": true,
  "other-symbol": true,
  "unread-gate": true,
  "undriven-wire": true,
  "joined-inputs": true,
  "loose-bubble": true,
  "closed-loop": true,
  "extra-wire": true,
  "unused-wire": true,
  "cut-wire": true,
  "no-output-wire": true,
  "unlettered-input": true,
  "idle-letter": true,
  "part-of-name": true,
  "sequential-circuit": true,
  "no-wire-at-terminal": true,
  "lost-correction": true,
};
