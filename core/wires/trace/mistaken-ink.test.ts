import { expect, it } from "vitest";
import { readGates } from "../../gates/read-gates.ts";
import { INK } from "../../marks/marks.ts";
import { drawMarkedCircuit } from "../../testdata/drawn-circuit.ts";
import { line } from "../../testdata/lines.ts";
import { wireInk } from "./wire-ink.ts";

type Place = readonly [number, number];

/**
 * Whether ink at places is a wire's, where the detector takes the drawn strokes right of x = `from` for an AND's, which
 * is at (200, 100) and 60 pixels wide.
 */
function isWire(
  strokes: readonly (readonly Place[])[],
  { from, at }: { from: number; at: readonly Place[] },
): boolean[] {
  const { page, marks } = drawMarkedCircuit({ gates: [{ gateClass: "AND", at: [200, 100] }], wires: strokes });
  const mask = marks.mask.map((ink, place) => (ink === INK.wire && place % page.width >= from ? INK.gate : ink));
  const seen = { ...marks, mask };
  const { bits } = wireInk(page, seen, { gates: readGates(page, seen) });
  return at.map(([x, y]) => bits[y * page.width + x] === 1);
}

const TO_GATE = line("125,112 200,112");

it("a stroke of gate ink that leads to a gate is a wire, on its own or at the end of one", () => {
  const at = line("130,112 150,112 185,112");
  for (const from of [0, 140]) expect(isWire([TO_GATE], { from, at })).toEqual([true, true, true]);
});

it("short bits at a gate, and what may be the outline of a gate that was not found, are none", () => {
  const tail = line("188,112 200,112");
  expect(isWire([tail], { from: 0, at: [[192, 112]] })).toEqual([false]);
  const outline = line("100,112 100,160 150,160 150,112 100,112");
  const long = line("80,112 200,112");
  expect(isWire([long], { from: 0, at: [[130, 112]] })).toEqual([false]);
  const feet = [60, 100].map((x) => [x, 136] as const);
  expect(isWire([feet, outline], { from: 96, at: [[125, 160]] })).toEqual([false]);
});
