import { expect, it } from "vitest";
import { simplifyLine } from "./simplify-line.ts";

it("keeps ends and corners, and nothing between", () => {
  const points = [0, 1, 2, 3, 4].map((x) => ({ x, y: 0 })).concat([1, 2, 3].map((y) => ({ x: 4, y })));
  expect(simplifyLine(points, 0.5)).toEqual([
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 3 },
  ]);
});

it("keeps a detour that is further off than the tolerance", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 5, y: 2 },
    { x: 10, y: 0 },
  ];
  expect(simplifyLine(points, 1)).toHaveLength(3);
  expect(simplifyLine(points, 3)).toHaveLength(2);
});
