import { expect, it } from "vitest";
import { readGates } from "../gates/read-gates.ts";
import { type CircuitDrawing, drawMarkedCircuit } from "../testdata/drawn-circuit.ts";
import { line } from "../testdata/lines.ts";
import { readWires } from "../wires/read-wires.ts";
import { wiringProblems } from "./wiring-problems.ts";

/** The codes of what the ink of a drawing shows. */
function codes(drawing: CircuitDrawing): string[] {
  const { page, marks } = drawMarkedCircuit(drawing);
  const wires = readWires(page, marks, { gates: readGates(page, marks) });
  return wiringProblems(page, wires).map(({ code }) => code);
}

const NOT = { gateClass: "NOT", at: [200, 100] } as const;
const OUTPUT = line("260,125 360,125");

it("reports a second wire at an inverter", () => {
  const one = line("60,118 200,118");
  const two = line("60,138 200,138");
  expect(codes({ gates: [NOT], wires: [one, OUTPUT] })).toEqual([]);
  const texts = [
    { at: [45, 114], text: "A" },
    { at: [45, 142], text: "B" },
  ] as const;
  const found = codes({ gates: [NOT], wires: [one, two, OUTPUT], texts });
  expect(found).toEqual(["extra-wire"]);
});

it("reports a box of wires", () => {
  const input = line("60,125 200,125");
  const box = line("360,90 450,90 450,190 360,190 360,90");
  expect(codes({ gates: [NOT], wires: [input, OUTPUT, box] })).toContain("closed-loop");
});

it("reports a fault of the ink once, and leaves faults of the circuit to the netlist", () => {
  const input = line("60,125 200,125");
  const { page, marks } = drawMarkedCircuit({ gates: [NOT], wires: [input, OUTPUT] });
  const wires = readWires(page, marks, { gates: readGates(page, marks) });
  const faults = [
    { kind: "open-input", gate: 0 },
    { kind: "lost-bubble", gate: 0 },
    { kind: "lost-bubble", gate: 0 },
    { kind: "joined-inputs", net: 0 },
    { kind: "undriven", net: 1 },
    { kind: "feedback", gate: 0 },
  ] as const;
  const found = wiringProblems(page, { ...wires, faults });
  expect(found.map(({ code }) => code)).toEqual(["loose-bubble", "joined-inputs", "undriven-wire"]);
  expect(found.every(({ box }) => box !== undefined)).toBe(true);
});
