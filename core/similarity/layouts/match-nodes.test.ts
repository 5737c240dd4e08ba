import { expect, test } from "vitest";
import { type LaidOutCircuit, type LaidOutNode, mirrored } from "./laid-out-circuit.ts";
import { matchNodes } from "./match-nodes.ts";

function gate(name: string, x: number, y: number): LaidOutNode {
  return { kind: "gate", name, x, y, width: 12, height: 10 };
}

const nodes = [gate("NOT", 10, 10), gate("AND", 40, 12), gate("OR", 70, 30), gate("AND", 40, 60), gate("XOR", 90, 75)];
const drawing: LaidOutCircuit = { id: "a", author: "a", structure: "", nodes, wires: [] };

test.each([
  ["a copy", drawing],
  ["a mirrored copy", mirrored(drawing)],
])("each gate of %s corresponds to itself", (_, copy) => {
  const { matches, scale } = matchNodes(drawing, copy)!;
  const pairs = matches.map(({ a, b }) => [a, b]).sort(([a = 0], [b = 0]) => a - b);
  expect(pairs).toEqual(nodes.map((_, index) => [index, index]));
  expect(scale).toBeCloseTo(1, 6);
});
