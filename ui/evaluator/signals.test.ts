import { expect, test } from "vitest";
import type { Netlist } from "../../core/netlist/netlist.ts";
import { signalValues } from "./signals.ts";

const pin = (net: number | null, inverted = false) => ({ net, inverted });

/** OUT = ~(A & ~B) with an open OR next to it. */
const netlist: Netlist = {
  nets: 5,
  inputs: [
    { name: "A", net: 0 },
    { name: "B", net: 1 },
  ],
  outputs: [{ name: "OUT 1", net: 2 }],
  gates: [
    { gateClass: "NAND", inputs: [pin(0), pin(1, true)], output: 2 },
    { gateClass: "OR", inputs: [pin(0), pin(null)], output: 3 },
    { gateClass: "NOT", inputs: [pin(3)], output: 4 },
  ],
};

test("signalValues returns the value of every net in the row", () => {
  const at = (row: number) => [...signalValues(netlist, { inputs: ["A", "B"], row })];
  expect(at(0b10)).toEqual([
    [0, 1],
    [1, 0],
    [2, 0],
  ]);
  expect(at(0b11)).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ]);
});

test("signalValues leaves out loops and nets that two gates drive", () => {
  const loop: Netlist = {
    ...netlist,
    gates: [
      { gateClass: "AND", inputs: [pin(0), pin(3)], output: 2 },
      { gateClass: "NOT", inputs: [pin(2)], output: 3 },
      { gateClass: "NOT", inputs: [pin(0)], output: 4 },
      { gateClass: "NOT", inputs: [pin(1)], output: 4 },
    ],
  };
  expect([...signalValues(loop, { inputs: ["A", "B"], row: 0 }).keys()]).toEqual([0, 1]);
});
