import { expect, it } from "vitest";
import { points } from "../testdata/lines.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { markChange } from "./mark-change.ts";

const GATE = { x: 100, y: 100, width: 60, height: 40 };
const LETTER = { x: 10, y: 100, width: 12, height: 16 };

function drawn() {
  const plain = netlistOf(["Y = AND(A, B)"]);
  const netlist = {
    ...plain,
    gates: plain.gates.map((gate) => ({ ...gate, box: GATE })),
    inputs: plain.inputs.with(0, { ...plain.inputs[0]!, box: LETTER }),
  };
  const wires = [
    {
      net: 0,
      lines: [points("24,110 98,110")],
    },
    {
      net: 1,
      lines: [points("24,130 99,130")],
    },
  ];
  return { netlist, wires };
}

it("marks a gate by its box", () => {
  expect(markChange({ kind: "gate-class", gate: 0, to: "OR" }, drawn())).toEqual([{ role: "change", box: GATE }]);
});

it("marks a pin by the end of its wire, and where the wire should come from", () => {
  const marks = markChange({ kind: "pin-source", gate: 0, pin: 1, net: 0 }, drawn());
  expect(marks).toEqual([
    { role: "change", box: { x: 90, y: 121, width: 18, height: 18 } },
    { role: "source", box: LETTER },
  ]);
});

it("marks the gate if the wire was not drawn, and nothing without a place", () => {
  const { netlist } = drawn();
  const bare = { netlist, wires: [] };
  expect(markChange({ kind: "pin-inversion", gate: 0, pin: 0 }, bare)).toEqual([{ role: "change", box: GATE }]);
  expect(markChange({ kind: "input-name", input: 1, name: "C" }, bare)).toEqual([]);
  expect(markChange({ kind: "output-inversion", output: 0 }, bare)).toEqual([]);
});
