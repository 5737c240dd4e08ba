import fc from "fast-check";
import { expect, it } from "vitest";
import type { Quad } from "./coordinates.ts";
import { fitHomography } from "./fit-homography.ts";
import { applyHomography } from "./homography.ts";

const UNIT: Quad<"Page"> = [
  { x: 0, y: 0 },
  { x: 1000, y: 0 },
  { x: 1000, y: 700 },
  { x: 0, y: 700 },
];

it("maps the four points to the four points", () => {
  const offset = fc.record({
    x: fc.double({ min: -150, max: 150, noNaN: true }),
    y: fc.double({ min: -150, max: 150, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.tuple(offset, offset, offset, offset), (offsets) => {
      const quad = UNIT.map((p, i) => ({
        x: p.x + offsets[i]!.x,
        y: p.y + offsets[i]!.y,
      })) as unknown as Quad<"Picture">;
      const h = fitHomography({ space: "Page", quad: UNIT }, { space: "Picture", quad });
      for (let i = 0; i < 4; i++) {
        const carried = applyHomography(h!, UNIT[i]!);
        expect(Math.hypot(carried.x - quad[i]!.x, carried.y - quad[i]!.y)).toBeLessThan(1e-6);
      }
    }),
  );
});

it("maps the crossing of the diagonals to the crossing of the diagonals", () => {
  const quad: Quad<"Picture"> = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 75, y: 50 },
    { x: 25, y: 50 },
  ];
  const centre = applyHomography(fitHomography({ space: "Page", quad: UNIT }, { space: "Picture", quad })!, {
    x: 500,
    y: 350,
  });
  expect(centre.x).toBeCloseTo(50, 9);
  expect(centre.y).toBeCloseTo(100 / 3, 9);
});

it("returns null for points on a line", () => {
  const line = [0, 1, 2, 3].map((i) => ({ x: i * 10, y: i * 10 })) as unknown as Quad<"Picture">;
  expect(fitHomography({ space: "Picture", quad: line }, { space: "Page", quad: UNIT })).toBeNull();
});
