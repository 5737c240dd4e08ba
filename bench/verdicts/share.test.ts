import { expect, it } from "vitest";
import { shareOf } from "./share.ts";

it("gives a share with an interval by drawing", () => {
  const counted = Array.from({ length: 90 }, (_, page) => ({
    drawing: `${page % 30}`,
    part: page % 3 === 0 ? 0 : 1,
    whole: 1,
  }));
  const { share, low, high } = shareOf(counted)!;
  expect(share).toBeCloseTo(2 / 3);
  expect(low).toBeLessThan(share);
  expect(high).toBeGreaterThan(share);
  // Three pages of a drawing tell no more than one.
  expect(high - low).toBeGreaterThan(0.25);
});

it("has no share of nothing", () => {
  expect(shareOf([{ drawing: "a", part: 0, whole: 0 }])).toBeNull();
});
