import { expect, it } from "vitest";
import { bitmap } from "./bitmap.ts";
import { lengthOf, skeletonGraph } from "./skeleton-graph.ts";

function skeleton(rows: readonly string[]) {
  const bits = Uint8Array.from(rows.join(""), (character) => (character === "#" ? 1 : 0));
  return bitmap(rows[0]!.length, bits);
}

it("finds a T: three ends, one branch, three lines", () => {
  const graph = skeletonGraph(skeleton([".........", ".#######.", "....#....", "....#....", "....#....", "........."]));
  const degree = graph.nodes.map(
    (_, node) => graph.edges.filter((edge) => edge.from === node || edge.to === node).length,
  );
  expect([...degree].sort()).toEqual([1, 1, 1, 3]);
  expect(graph.edges.map((edge) => Math.round(lengthOf(edge.points))).sort()).toEqual([3, 3, 3]);
});

it("gives a closed line one node and one edge", () => {
  const graph = skeletonGraph(skeleton([".......", "..###..", ".#...#.", ".#...#.", "..###..", "......."]));
  expect(graph.edges).toHaveLength(1);
  expect(graph.edges[0]!.from).toBe(graph.edges[0]!.to);
});
