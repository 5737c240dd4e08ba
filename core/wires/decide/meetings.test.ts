import { expect, it } from "vitest";
import { bitmap } from "../trace/bitmap.ts";
import type { TracedWires } from "../trace/trace-wires.ts";
import { meetings } from "./meetings.ts";

/** Lines from the middle of a picture of 100 x 100 pixels to these places. */
function star(tips: readonly (readonly [number, number])[]): TracedWires {
  const middle = { x: 50, y: 50 };
  const nodes = [middle, ...tips.map(([x, y]) => ({ x, y }))];
  const edges = nodes.slice(1).map((tip, index) => ({ from: 0, to: index + 1, points: [middle, tip] }));
  return { nodes, edges, isComplete: true, pen: 3, ink: bitmap(100, new Uint8Array(100 * 100)) };
}

it("offers a T on a crossing with either of the lines that cross", () => {
  const wires = star([
    [50, 0],
    [50, 100],
    [0, 50],
    [100, 50],
    [90, 70],
  ]);
  const marks = { gates: [], doubtful: [], points: [], texts: [], mask: new Uint8Array(0) };
  const [decision] = meetings(wires, marks, {
    unit: 60,
    isTaken: () => false,
    inputsAt: () => [],
    nameBehind: () => 0,
  });
  const groups = decision!.options.map(({ links }) => {
    const group = [0, 1, 2, 3, 4];
    for (const [a, b] of links) {
      const [from, to] = [group[a]!, group[b]!];
      for (const edge of group.keys()) if (group[edge] === from) group[edge] = to;
    }
    const isTogether = (a: number, b: number) => group[a] === group[b];
    return `${isTogether(0, 2)} ${isTogether(4, 0)} ${isTogether(4, 2)}`;
  });
  expect(groups).toContain("false true false");
  expect(groups).toContain("false false true");
});
