import { expect, it } from "vitest";
import { readGates } from "../gates/read-gates.ts";
import { type CircuitDrawing, drawCircuit } from "../testdata/drawn-circuit.ts";
import { readWires } from "../wires/read-wires.ts";
import { wiringProblems } from "./wiring-problems.ts";

/** The codes of what is wrong with a drawing that has one output. */
function codes(drawing: CircuitDrawing): string[] {
  const { page, marks } = drawCircuit(drawing);
  const wires = readWires(page, marks, { gates: readGates(page, marks) });
  return wiringProblems(page, wires, { outputs: 1 }).map(({ code }) => code);
}

const NOT = { gateClass: "NOT", at: [200, 100] } as const;
const OUTPUT = [
  [260, 125],
  [360, 125],
] as const;

it("reports a second wire at an inverter", () => {
  const one = [
    [60, 118],
    [200, 118],
  ] as const;
  const two = [
    [60, 138],
    [200, 138],
  ] as const;
  expect(codes({ gates: [NOT], wires: [one, OUTPUT] })).toEqual([]);
  const texts = [
    { at: [45, 114], text: "A" },
    { at: [45, 142], text: "B" },
  ] as const;
  const found = codes({ gates: [NOT], wires: [one, two, OUTPUT], texts });
  expect(found.some((code) => code === "extra-wire" || code === "extra-input")).toBe(true);
});

it("reports a box of wires", () => {
  const input = [
    [60, 125],
    [200, 125],
  ] as const;
  const box = [
    [360, 90],
    [450, 90],
    [450, 190],
    [360, 190],
    [360, 90],
  ] as const;
  expect(codes({ gates: [NOT], wires: [input, OUTPUT, box] })).toContain("closed-loop");
});
