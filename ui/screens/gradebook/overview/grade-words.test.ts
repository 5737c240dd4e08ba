import { expect, test } from "vitest";
import { pointsNumber } from "../../../format.ts";
import { hardestText, rangeText } from "./grade-words.ts";

test("points and their ranges", () => {
  expect([pointsNumber(6.25), pointsNumber(7), pointsNumber(1234.04)]).toEqual(["6.3", "7", "1,234"]);
  expect([rangeText({ from: 3, to: 3 }), rangeText({ from: 10, to: 14 })]).toEqual(["3", "10–14"]);
});

test("the hardest items with their share of the points", () => {
  const spread = (mean: number) => ({ count: 2, mean, median: mean, histogram: [] });
  const items = [
    { item: 1, maximum: 10, spread: spread(8), mistake: null },
    { item: 2, maximum: 5, spread: spread(2.05), mistake: null },
  ];
  expect(hardestText({ hardest: [2, 1], items })).toBe("Hardest: item 2 (41 %), item 1 (80 %).");
  expect(hardestText({ hardest: [], items })).toBeNull();
});
