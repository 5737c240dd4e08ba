import { expect, test } from "vitest";
import { samePictureBits } from "./same-picture.ts";

test("only layouts without any deviation indicate one picture, in proportion to what could differ", () => {
  const same = new Float64Array(24).fill(0.004);
  expect(samePictureBits(same, same)).toBeCloseTo(64, 9);
  expect(samePictureBits(same.subarray(0, 3), same)).toBe(0);
  for (const other of [0.02, -0.02, Number.NaN]) expect(samePictureBits(same, same.with(7, other))).toBe(0);
});
