import { expect, test } from "vitest";
import { fitPlane } from "./fit-plane.ts";

const tilted = ({ x, y }: { x: number; y: number }) => {
  const w = 0.0004 * x + 0.0001 * y + 1;
  return { x: (0.2 * x + 0.01 * y + 5) / w, y: (-0.02 * x + 0.21 * y + 9) / w };
};
const flat = ({ x, y }: { x: number; y: number }) => ({ x: 0.2 * x + 0.01 * y + 5, y: -0.02 * x + 0.21 * y + 9 });
const points = [
  { x: 100, y: 100 },
  { x: 900, y: 150 },
  { x: 850, y: 700 },
  { x: 120, y: 650 },
  { x: 500, y: 400 },
  { x: 300, y: 550 },
  { x: 700, y: 250 },
];

test.each([
  ["perspective from seven points", tilted, points],
  ["an affine map from three", flat, points.slice(0, 3)],
])("%s", (_, map, given) => {
  const fitted = fitPlane(given.map((from) => ({ from, to: map(from) })))!;
  const at = fitted({ x: 600, y: 300 });
  expect(at.x).toBeCloseTo(map({ x: 600, y: 300 }).x, 3);
  expect(at.y).toBeCloseTo(map({ x: 600, y: 300 }).y, 3);
});

test("few points keep their scale, none give no map, points on a line do not break it", () => {
  expect(fitPlane([])).toBeNull();
  const two = fitPlane([
    { from: { x: 0, y: 0 }, to: { x: 5, y: 5 } },
    { from: { x: 10, y: 0 }, to: { x: 10, y: 5 } },
  ])!;
  expect(two({ x: 0, y: 10 })).toEqual({ x: 5, y: 10 });
  const onLine = fitPlane([0, 1, 2, 3].map((k) => ({ from: { x: k, y: 0 }, to: { x: 2 * k, y: 1 } })))!;
  expect(onLine({ x: 1.5, y: 0 }).x).toBeCloseTo(3, 4);
});
