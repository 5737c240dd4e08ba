import { expect, test } from "vitest";
import { wireCorners } from "./wire-corners.ts";

const line = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));
/** The line in steps of 0.1. */
const inSteps = (points: { x: number; y: number }[]) =>
  points.flatMap((to, index) => {
    const from = points[index - 1];
    if (from === undefined) return [to];
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.1);
    return Array.from({ length: steps }, (_, k) => {
      const share = (k + 1) / steps;
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    });
  });

test("finds a wire's turns, also in lines of many steps; a slope is not a turn", () => {
  const wire = line([0, 0], [2, 0], [2, 3], [5, 3.2]);
  for (const drawn of [wire, inSteps(wire)]) {
    const corners = wireCorners([drawn], { reach: 0.2 });
    expect(corners).toHaveLength(2);
    expect(corners[0]!.x).toBeCloseTo(2, 1);
    expect(corners[1]!.y).toBeCloseTo(3, 1);
  }
  expect(wireCorners([line([0, 0], [5, 0.4])], { reach: 0.2 })).toEqual([]);
});

test("a branch is a corner; a place where two wires only meet at their ends is not", () => {
  expect(wireCorners([line([0, 0], [5, 0]), line([2, 0], [2, 2])], { reach: 0.2 })).toEqual([{ x: 2, y: 0 }]);
  expect(wireCorners([line([0, 0], [5, 0]), line([5, 0], [7, 0])], { reach: 0.2 })).toEqual([]);
});
