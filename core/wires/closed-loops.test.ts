import { expect, it } from "vitest";
import { line } from "../testdata/lines.ts";
import { closedLoops } from "./closed-loops.ts";

const UNIT = 60;

/** A wire to a square of `side` pixels, four lines around it. */
function square(side: number) {
  const nodes = [
    { x: 0, y: 0 },
    { x: side, y: 0 },
    { x: side, y: side },
    { x: 0, y: side },
    { x: -90, y: 0 },
  ];
  const edges = line("0,1 1,2 2,3 3,0 4,0").map(([from, to]) => ({
    from: from!,
    to: to!,
    points: [nodes[from!]!, nodes[to!]!],
  }));
  return { nodes, edges };
}

/** Corners where lines connect. */
function corners(graph: ReturnType<typeof square>, links: readonly (readonly [number, number])[][]) {
  return links.map((own, node) => ({
    decision: { at: graph.nodes[node]! },
    chosen: { links: own, name: "joined" as const },
  }));
}

it("finds a box of wires, without the wire that leads to it", () => {
  const graph = square(80);
  const read = corners(graph, [line("3,0 3,4"), [[0, 1]], [[1, 2]], [[2, 3]]]);
  expect(closedLoops(graph, { read, unit: UNIT })).toEqual([{ x: 0, y: 0, width: 80, height: 80 }]);
});

it("is silent where the box is open, or where lines only cross at a corner", () => {
  const graph = square(80);
  expect(closedLoops(graph, { read: corners(graph, [[[3, 0]], [[0, 1]], [[1, 2]], []]), unit: UNIT })).toEqual([]);
  const read = corners(graph, [[[3, 4]], [[0, 1]], [[1, 2]], [[2, 3]]]);
  expect(closedLoops(graph, { read, unit: UNIT })).toEqual([]);
});

it("takes a little ring for a dot or a hop", () => {
  const graph = square(30);
  const read = corners(graph, [[[3, 0]], [[0, 1]], [[1, 2]], [[2, 3]]]);
  expect(closedLoops(graph, { read, unit: UNIT })).toEqual([]);
});
