import { expect, it } from "vitest";
import { seededRandom } from "../testdata/render/random.ts";
import { cheapestPairs } from "./cheapest-pairs.ts";

/** The least sum over all ways to give each row a column of its own. */
function leastSum([row, ...rest]: readonly (readonly number[])[], taken: readonly number[] = []): number {
  if (row === undefined) return 0;
  return Math.min(
    ...row.flatMap((cost, column) => (taken.includes(column) ? [] : [cost + leastSum(rest, [...taken, column])])),
  );
}

it("finds the pairs of the least sum, as trying all of them does", () => {
  const random = seededRandom("pairs");
  for (let round = 0; round < 200; round++) {
    const rows = Math.floor(5 * random.next());
    const columns = rows + Math.floor(3 * random.next());
    const costs = Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.next()));
    const pairs = cheapestPairs(costs);
    expect(new Set(pairs).size).toBe(rows);
    expect(pairs.reduce((sum, column, row) => sum + costs[row]![column]!, 0)).toBeCloseTo(leastSum(costs), 9);
  }
});

it("gives up a row's nearest column for another row that has no other", () => {
  expect(
    cheapestPairs([
      [1, 2],
      [1, 5],
    ]),
  ).toEqual([1, 0]);
});
