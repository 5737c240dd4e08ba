import { expect, test } from "vitest";
import type { Netlist } from "../../netlist/netlist.ts";
import { structureKey } from "./structure-key.ts";

const pin = (net: number, inverted = false) => ({ net, inverted });

/** Y = (A & B) | C */
const circuit: Netlist = {
  nets: 5,
  gates: [
    { gateClass: "AND", inputs: [pin(0), pin(1)], output: 3 },
    { gateClass: "OR", inputs: [pin(3), pin(2)], output: 4 },
  ],
  inputs: [
    { name: "A", net: 0 },
    { name: "B", net: 1 },
    { name: "C", net: 2 },
  ],
  outputs: [{ name: "Y", net: 4 }],
};

test("the order of gates, numbers of nets and order of pins do not matter", () => {
  const renumbered: Netlist = {
    nets: 6,
    gates: [
      { gateClass: "OR", inputs: [pin(5), pin(1)], output: 0 },
      { gateClass: "AND", inputs: [pin(3), pin(4)], output: 1 },
    ],
    inputs: [
      { name: "C", net: 5 },
      { name: "B", net: 3 },
      { name: "A", net: 4 },
    ],
    outputs: [{ name: "Y", net: 0 }],
  };
  expect(structureKey(renumbered)).toBe(structureKey(circuit));
});

test.each<[string, Partial<Netlist>]>([
  ["another class", { gates: [{ ...circuit.gates[0]!, gateClass: "NAND" }, circuit.gates[1]!] }],
  ["a bubble", { gates: [{ ...circuit.gates[0]!, inputs: [pin(0, true), pin(1)] }, circuit.gates[1]!] }],
  ["an input elsewhere", { gates: [{ ...circuit.gates[0]!, inputs: [pin(0), pin(2)] }, circuit.gates[1]!] }],
  ["another name", { outputs: [{ name: "Z", net: 4 }] }],
  ["a complement", { inputs: [{ name: "A", net: 0, inverted: true }, ...circuit.inputs.slice(1)] }],
])("%s is another structure", (_, change) => {
  expect(structureKey({ ...circuit, ...change })).not.toBe(structureKey(circuit));
});

test("an open pin and a loop also have a structure", () => {
  const loop: Netlist = {
    nets: 1,
    gates: [{ gateClass: "NOR", inputs: [pin(0), { net: null, inverted: false }], output: 0 }],
    inputs: [],
    outputs: [],
  };
  expect(structureKey(loop)).toContain("open");
});
