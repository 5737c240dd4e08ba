import { expect, it } from "vitest";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { joinBrokenLines } from "./broken-lines.ts";

const SETTINGS = { unit: 80, pen: 3, isAtGate: () => false };

/** Lines, each from the first to the second of its places. */
function graph(...lines: readonly [PagePoint, PagePoint][]) {
  const nodes = lines.flat();
  return { nodes, edges: lines.map((points, line) => ({ from: 2 * line, to: 2 * line + 1, points })) };
}

const at = (x: number, y: number) => ({ x, y });

it("joins the pieces of a line, each end to the nearest one", () => {
  const pieces = graph([at(0, 50), at(40, 50)], [at(80, 51), at(56, 51)], [at(90, 50), at(160, 50)]);
  const { nodes, edges } = joinBrokenLines(pieces, SETTINGS);
  expect(nodes).toEqual(pieces.nodes);
  expect(edges.slice(3)).toEqual([
    { from: 2, to: 4, points: [at(80, 51), at(90, 50)] },
    { from: 1, to: 3, points: [at(40, 50), at(56, 51)] },
  ]);
});

it("joins nothing over a wide gap, around a corner, side by side, at a gate, or one line to itself", () => {
  const wide = graph([at(0, 50), at(40, 50)], [at(65, 50), at(120, 50)]);
  expect(joinBrokenLines(wide, SETTINGS)).toBe(wide);
  const corner = graph([at(0, 50), at(40, 50)], [at(50, 55), at(50, 120)]);
  expect(joinBrokenLines(corner, SETTINGS)).toBe(corner);
  const beside = graph([at(0, 50), at(40, 50)], [at(42, 62), at(120, 62)]);
  expect(joinBrokenLines(beside, SETTINGS)).toBe(beside);
  const ring = graph([at(0, 50), at(4, 50)]);
  expect(joinBrokenLines(ring, SETTINGS)).toBe(ring);
  const near = graph([at(0, 50), at(40, 50)], [at(55, 50), at(120, 50)]);
  expect(joinBrokenLines(near, { ...SETTINGS, isAtGate: ({ x }) => x > 45 })).toBe(near);
  expect(joinBrokenLines(near, SETTINGS).edges).toHaveLength(3);
});
