import { expect, it } from "vitest";
import { readGates } from "../gates/read-gates.ts";
import type { GateClass } from "../rules/gates.ts";
import { drawMarkedCircuit } from "../testdata/drawn-circuit.ts";
import { readWires } from "../wires/read-wires.ts";
import { framedLetters } from "./framed-letters.ts";

/** A fed AND, and something else in front of its upper input. */
function lettersOf({
  gateClass,
  confidence,
  isFed = true,
}: {
  gateClass: GateClass;
  confidence: number;
  isFed?: boolean;
}) {
  const gates = [
    { gateClass: "AND", at: [300, 100] },
    { gateClass, at: [40, 90] },
  ] as const;
  const wire = (y: number, from: number) =>
    [
      [from, y],
      [300, y],
    ] as const;
  const { page, marks } = drawMarkedCircuit({ gates, wires: isFed ? [wire(112, 104), wire(138, 160)] : [] });
  const seen = { ...marks, gates: marks.gates.map((gate, index) => (index === 0 ? gate : { ...gate, confidence })) };
  return framedLetters(readWires(page, seen, { gates: readGates(page, seen) })).map(({ x }) => x);
}

it("a gate without inputs is a letter if the detector doubts it, or if it is an AND", () => {
  expect(lettersOf({ gateClass: "NAND", confidence: 0.3 })).toEqual([40]);
  expect(lettersOf({ gateClass: "NAND", confidence: 0.8 })).toEqual([]);
  expect(lettersOf({ gateClass: "AND", confidence: 0.9 })).toEqual([40]);
});

it("on a page whose gates all lack inputs none is", () => {
  expect(lettersOf({ gateClass: "AND", confidence: 0.3, isFed: false })).toEqual([]);
});
