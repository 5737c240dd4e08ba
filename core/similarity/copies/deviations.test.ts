import { expect, test } from "vitest";
import type { LaidOutCircuit, LaidOutNode } from "../layouts/laid-out-circuit.ts";
import { layoutShape } from "../layouts/layout-shape.ts";
import { deviationKinds, deviations, KINDS } from "./deviations.ts";
import { UsualDeviations } from "./usual-deviations.ts";

function gate(name: string, x: number, y: number, width = 10): LaidOutNode {
  return { kind: "gate", name, x, y, width, height: 10 };
}

function shapeOf(nodes: readonly LaidOutNode[], shift = 0) {
  const moved = nodes.map((node) => ({ ...node, x: node.x + shift }));
  const wire = [shift + 4, shift + 14].map((x) => ({ x, y: 0 }));
  const circuit: LaidOutCircuit = { id: "", author: null, structure: "", nodes: moved, wires: [wire] };
  return layoutShape(circuit)!;
}

const NODES = [gate("AND", 0, 0, 12), gate("OR", 0, 20), gate("XOR", 30, 10), gate("NOT", 60, 10, 8)];
const LETTER: LaidOutNode = { kind: "input", name: "A", x: -15, y: 0, width: 0, height: 0 };

test("a moved drawing does not deviate; swapped gates coincide and keep their sizes", () => {
  const original = shapeOf([...NODES, LETTER]);
  const same = deviations(original, shapeOf([...NODES, LETTER], 25));
  expect([...deviationKinds(original)].map((kind) => KINDS[kind])).toEqual([
    ...Array(4).fill("gates"),
    "ends",
    ...Array(4).fill("sizes"),
  ]);
  expect(same).toHaveLength(18);
  for (const value of same) expect(value).toBeCloseTo(0, 9);
  const swapped = [gate("AND", 0, 20, 12), gate("OR", 0, 0), ...NODES.slice(2), LETTER];
  for (const value of deviations(original, shapeOf(swapped))) expect(value).toBeCloseTo(0, 9);
});

test("a class that the other drawing lacks has no size, and a missing end has no place", () => {
  const other = deviations(shapeOf([...NODES, LETTER]), shapeOf([gate("NAND", 0, 0, 12), ...NODES.slice(1)]));
  expect([...other.slice(8, 12)]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  expect(Number.isNaN(other[12])).toBe(false);
});

test("nearness indicates a copy if the class is not near, but not if everybody is", () => {
  const kinds = Uint8Array.from([0, 0, 0]);
  const classOf = (spread: number) =>
    Array.from({ length: 60 }, (_, k) => Float64Array.from({ length: 6 }, (_, j) => spread * Math.sin(7 * k + 3 * j)));
  const near = Float64Array.from([0.05, -0.03, 0.02, 0.06, -0.05, 0.01]);
  const far = near.map((value) => 12 * value);
  const spread = new UsualDeviations(kinds, classOf(0.8));
  const narrow = new UsualDeviations(kinds, classOf(0.05));
  expect(spread.evidence(near)).toBeGreaterThan(5);
  expect(spread.evidence(far)).toBeLessThan(0);
  expect(narrow.evidence(near)).toBeLessThan(0);
});

test("a drawing does not count in the class that it is compared with", () => {
  const kinds = Uint8Array.from([0, 0]);
  const others = Array.from({ length: 12 }, (_, k) => Float64Array.from([1, 2, 3, 4], (j) => Math.sin(5 * k + j)));
  const near = new Float64Array(4);
  const learned = new UsualDeviations(kinds, [...others, near]);
  expect(learned.evidence(near)).toBeGreaterThan(learned.evidence(new Float64Array(4)));
});
