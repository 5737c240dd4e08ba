import { expect, it } from "vitest";
import { certaintyTexts, neededCertainty, percentText } from "./certainty.ts";

it("asks for more certainty where points are lost", () => {
  const needed = (points: number) => neededCertainty({ points, maximum: 10, certainty: 98 });
  expect(needed(10)).toBeCloseTo(0.98);
  expect(needed(5)).toBeCloseTo(0.995);
  expect(needed(0)).toBeCloseTo(0.995);
  expect(certaintyTexts(98)).toEqual({ full: "98 %", fewer: "99.5 %" });
  expect(certaintyTexts(90)).toEqual({ full: "90 %", fewer: "97.5 %" });
});

it("never says that something is surer than it is", () => {
  expect([0.99, 0.9899, 0.99999, 1, 0].map(percentText)).toEqual(["99 %", "98.9 %", "99.9 %", "100 %", "0 %"]);
});
