import { expect, test } from "vitest";
import { quantile } from "./quantile.ts";

test.each([
  [[3, 1, 2], 0.5, 2],
  [[4, 1, 3, 2], 0.5, 3],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95, 10],
  [[5], 1, 5],
  [[], 0.5, Number.NaN],
])("of %j, %d do not exceed %d", (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});
