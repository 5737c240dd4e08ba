import { expect, it } from "vitest";
import { readGates } from "../gates/read-gates.ts";
import { type CircuitDrawing, drawMarkedCircuit } from "../testdata/drawn-circuit.ts";
import { line } from "../testdata/lines.ts";
import type { PageWireCorrection } from "../wires/correct/wire-correction.ts";
import { readWires } from "../wires/read-wires.ts";
import { touchingGates } from "./touching-gates.ts";

/** An AND at x = 200, whose upper input leads to a letter, and a NOT of 60 pixels that ends `apart` pixels before it. */
function read(
  { apart, ...drawing }: { apart: number } & Partial<CircuitDrawing>,
  said: readonly PageWireCorrection[] = [],
) {
  const not = { gateClass: "NOT", at: [140 - apart, 118] } as const;
  const wires = [
    line("40,106 200,106"),
    [
      [40, 143],
      [140 - apart, 143],
    ],
    line("260,125 360,125"),
  ] as const;
  const all = {
    gates: [{ gateClass: "AND", at: [200, 100] }, not],
    ...drawing,
    wires: [...wires, ...(drawing.wires ?? [])],
  } as const;
  const { page, marks } = drawMarkedCircuit(all);
  const gates = readGates(page, marks);
  const corrections = touchingGates(readWires(page, marks, { gates, corrections: said }));
  const { pins } = readWires(page, marks, { gates, corrections: [...corrections, ...said] });
  const classOf = (gate: number) => gates.bodies[gate]!.gateClass;
  const output = pins.find(({ gate, role }) => classOf(gate) === "NOT" && role === "output");
  const inputs = pins.filter(({ gate, role }) => classOf(gate) === "AND" && role === "input");
  return { corrections, isConnected: output !== undefined && inputs.some(({ net }) => net === output.net) };
}

it("connects a gate without an output wire to the gate behind it that lacks an input", () => {
  for (const apart of [-2, 0, 8]) expect(read({ apart }).isConnected).toBe(true);
});

it("leaves them apart where a person cuts or erases the wire between them", () => {
  const at = { x: 196, y: 143 };
  expect(read({ apart: 8 }, [{ kind: "cut", at }]).isConnected).toBe(false);
  expect(read({ apart: 8 }, [{ kind: "erase", points: [at, { x: 198, y: 143 }] }]).isConnected).toBe(false);
});

it("leaves gates apart that are farther from one another, or have their wires", () => {
  expect(read({ apart: 30 }).corrections).toEqual([]);
  const third = line("170,60 190,60 190,122 200,122");
  expect(read({ apart: 8, wires: [third] }).corrections).toEqual([]);
  const away = line("193,143 193,200 360,200");
  expect(read({ apart: 8, wires: [away] }).corrections).toEqual([]);
});
