import { expect, it } from "vitest";
import { readGates } from "../../gates/read-gates.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { drawMarkedCircuit } from "../../testdata/drawn-circuit.ts";
import { assessor } from "./assess.ts";
import type { Decision } from "./decision.ts";

const INSIDE = { x: 205, y: 125 };
const OUTSIDE = { x: 120, y: 125 };

function end(edge: number, at: PagePoint): Decision {
  return { at, edge, options: [{ cost: 0, links: [], free: true, name: "free" }] };
}

function pin(edge: number, across: number, role: "input" | "output" = "input", gate = 0): Decision {
  const at = { x: role === "input" ? 200 : 260, y: 100 + 50 * across };
  return { at, edge, options: [{ cost: 0, links: [], pin: { gate, role, bubble: -1, across }, name: "pin" }] };
}

/** What speaks against a third input of an AND, next to A and B, whose wire begins at `start`. */
function costOf(start: PagePoint, name?: string): number {
  const { page, marks } = drawMarkedCircuit({ gates: [{ gateClass: "AND", at: [200, 100] }], wires: [] });
  const gates = readGates(page, marks);
  const decisions = [
    ...[end(0, { x: 60, y: 110 }), pin(0, 0.2)],
    ...[end(1, { x: 60, y: 140 }), pin(1, 0.8)],
    ...[end(2, start), pin(2, 0.5)],
    ...[end(3, { x: 360, y: 125 }), pin(3, 0.5, "output")],
  ];
  const names = [[0, "A"] as const, [2, "B"] as const, ...(name === undefined ? [] : [[4, name] as const])];
  const lettered = new Map(
    names.map(([decision, letter]) => [decision, { name: letter, isInput: true, isOutput: false }]),
  );
  return assessor({ edges: 4, decisions, gates, lettered }).assess(decisions.map(() => 0)).cost;
}

it("an unnamed input whose wire begins in a gate is unlikelier than one that begins elsewhere", () => {
  expect(costOf(INSIDE)).toBeGreaterThan(costOf(OUTSIDE) + 1);
});

it("a name says that a wire begins there, wherever it is", () => {
  expect(costOf(INSIDE, "C")).toBe(costOf(OUTSIDE, "C"));
});

it("a letter at an end is lost where the end goes on, unless an output's letter may be there", () => {
  const { page, marks } = drawMarkedCircuit({ gates: [{ gateClass: "AND", at: [200, 100] }], wires: [] });
  const gates = readGates(page, marks);
  const joined: Decision = { ...end(0, { x: 60, y: 60 }), options: [{ cost: 0, links: [[0, 1]], name: "tee" }] };
  const costWith = (isOutput: boolean) => {
    const lettered = new Map([[0, { name: "A", isInput: false, isOutput }]]);
    return assessor({ edges: 2, decisions: [joined], gates, lettered }).assess([0]).cost;
  };
  expect(costWith(false)).toBeGreaterThan(costWith(true) + 0.5);
});

it("a gate's third line is rather of a third input than of the input next to it", () => {
  const { page, marks } = drawMarkedCircuit({
    gates: [
      { gateClass: "AND", at: [200, 100] },
      { gateClass: "NOT", at: [200, 220] },
    ],
    wires: [],
  });
  const gates = readGates(page, marks);
  const [and, not] = ["AND", "NOT"].map((name) => gates.bodies.findIndex(({ gateClass }) => gateClass === name));
  // A and B lead to the AND, C to the NOT; the AND's third line, next to that of B, comes from B or from C.
  const costFrom = (input: number) => {
    const tap: Decision = { at: OUTSIDE, options: [{ cost: 0, links: [[3, input]], name: "joined" }] };
    const decisions = [
      ...[end(0, { x: 60, y: 110 }), end(1, { x: 60, y: 130 }), end(2, { x: 60, y: 240 }), tap],
      ...[pin(0, 0.2, "input", and), pin(1, 0.65, "input", and), pin(3, 0.8, "input", and)],
      ...[pin(2, 0.5, "input", not), pin(4, 0.5, "output", and), pin(5, 0.5, "output", not)],
      ...[end(4, { x: 360, y: 125 }), end(5, { x: 360, y: 240 })],
    ];
    const lettered = new Map(["A", "B", "C"].map((name, index) => [index, { name, isInput: true, isOutput: false }]));
    return assessor({ edges: 6, decisions, gates, lettered }).assess(decisions.map(() => 0)).cost;
  };
  expect(costFrom(2)).toBeLessThan(costFrom(1));
});

it("a letter at the end of a wire that a gate drives is an output's, ahead of the drawing rather than aside", () => {
  const { page, marks } = drawMarkedCircuit({ gates: [{ gateClass: "NOT", at: [200, 100] }], wires: [] });
  const gates = readGates(page, marks);
  const decisions = [end(0, { x: 60, y: 125 }), pin(0, 0.5), end(1, { x: 360, y: 60 }), pin(1, 0.5, "output")];
  const costWith = (isOutput: boolean) => {
    const lettered = new Map([[2, { name: "B", isInput: false, isOutput }]]);
    return assessor({ edges: 2, decisions, gates, lettered }).assess(decisions.map(() => 0)).cost;
  };
  expect(costWith(false)).toBeGreaterThan(costWith(true) + 1);
});
