import { expect, test } from "vitest";
import { intersectionOverUnion } from "./boxes.ts";

test("intersectionOverUnion is 1 for the same box and 0 for boxes that only touch", () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  expect(intersectionOverUnion(box, box)).toBe(1);
  expect(intersectionOverUnion(box, { ...box, x: 5 })).toBeCloseTo(1 / 3);
  expect(intersectionOverUnion(box, { ...box, x: 10 })).toBe(0);
});
