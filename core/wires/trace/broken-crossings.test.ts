import { expect, it } from "vitest";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { joinBrokenCrossings } from "./broken-crossings.ts";
import type { LineGraph } from "./skeleton-graph.ts";

/** A T: a line from top to bottom, from whose middle at (100, 100) one goes to the right; a line from the left ends at `end`. */
function teeWithLineTo(end: PagePoint): LineGraph {
  const nodes = [{ x: 100, y: 100 }, { x: 100, y: 0 }, { x: 100, y: 200 }, { x: 200, y: 100 }, end, { x: 0, y: end.y }];
  const line = (from: number, to: number) => ({ from, to, points: [nodes[from]!, nodes[to]!] });
  return { nodes, edges: [line(0, 1), line(0, 2), line(0, 3), line(5, 4)] };
}

/** How many lines meet at the T. */
function meeting(end: PagePoint): number {
  const { edges } = joinBrokenCrossings(teeWithLineTo(end), { unit: 80, pen: 3 });
  return edges.filter(({ from, to }) => from === 0 || to === 0).length;
}

it("continues a line that breaks off just before the line that it crosses", () => {
  expect(meeting({ x: 88, y: 101 })).toBe(4);
  const { edges } = joinBrokenCrossings(teeWithLineTo({ x: 88, y: 101 }), { unit: 80, pen: 3 });
  expect(edges.at(-1)!.points).toEqual([
    { x: 0, y: 101 },
    { x: 88, y: 101 },
    { x: 100, y: 100 },
  ]);
});

it("leaves a line that ends farther away, or does not go on on the other side", () => {
  expect(meeting({ x: 70, y: 100 })).toBe(3);
  expect(meeting({ x: 96, y: 118 })).toBe(3);
  const aside = teeWithLineTo({ x: 88, y: 101 });
  const nodes = aside.nodes.map((node, index) => (index === 3 ? { x: 0, y: 60 } : node));
  const edges = aside.edges.map(({ from, to }) => ({ from, to, points: [nodes[from]!, nodes[to]!] }));
  expect(joinBrokenCrossings({ nodes, edges }, { unit: 80, pen: 3 }).edges).toEqual(edges);
});

it("continues one line to a T, the nearer one", () => {
  const { nodes, edges } = teeWithLineTo({ x: 88, y: 101 });
  const more = [...nodes, { x: 95, y: 99 }, { x: 0, y: 95 }];
  const second = { from: 7, to: 6, points: [more[7]!, more[6]!] };
  const joined = joinBrokenCrossings({ nodes: more, edges: [...edges, second] }, { unit: 80, pen: 3 }).edges;
  expect(joined.filter(({ from, to }) => from === 0 || to === 0)).toHaveLength(4);
});
