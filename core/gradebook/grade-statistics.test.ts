import { describe, expect, test } from "vitest";
import { gradeStatistics } from "./grade-statistics.ts";

const NONE = { maximum: 0, grades: [] };

function spread(maximum: number, grades: readonly (number | null)[]) {
  return gradeStatistics({ maximum, grades }, []).total;
}

describe("gradeStatistics", () => {
  test("counts those who have points: mean, median of odd and even classes", () => {
    expect(spread(10, [9, null, 2, 4])).toMatchObject({ count: 3, mean: 5, median: 4 });
    expect(spread(10, [9, 2, 4, 10])).toMatchObject({ count: 4, mean: 6.25, median: 6.5 });
    expect(spread(10, [10, 9])).toMatchObject({ median: 9.5 });
    expect(spread(10, [null, null])).toBeNull();
  });

  test("has a bar for each number of points, empty ones too", () => {
    expect(spread(3, [0, 3, 3])?.histogram).toEqual([
      { from: 0, to: 0, count: 1 },
      { from: 1, to: 1, count: 0 },
      { from: 2, to: 2, count: 0 },
      { from: 3, to: 3, count: 2 },
    ]);
    expect(spread(10, [1])?.histogram).toHaveLength(11);
    expect(spread(0, [0, 0])?.histogram).toEqual([{ from: 0, to: 0, count: 2 }]);
  });

  test.each([11, 20, 37, 100, 1000])("shares %i points out over ten bars, each grade in one", (maximum) => {
    const grades = Array.from({ length: maximum + 1 }, (_, points) => points);
    const bars = spread(maximum, grades)!.histogram;
    expect(bars).toHaveLength(10);
    expect([bars[0]!.from, bars[9]!.to]).toEqual([0, maximum]);
    for (const [index, { from, to, count }] of bars.entries()) {
      expect(count).toBe(to - from + 1);
      if (index > 0) expect(from).toBe(bars[index - 1]!.to + 1);
    }
    const widths = bars.map(({ count }) => count);
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
  });

  test("counts more than the maximum as the most points", () => {
    expect(spread(2, [5])?.histogram.at(-1)).toEqual({ from: 2, to: 2, count: 1 });
    expect(spread(50, [60])?.histogram.at(-1)?.count).toBe(1);
  });

  test("names the hardest items by their share of the points, at most half of them and three", () => {
    const hardest = (...items: [maximum: number, ...grades: number[]][]) =>
      gradeStatistics(
        NONE,
        items.map(([maximum, ...grades]) => ({ maximum, grades })),
      ).hardest;
    expect(hardest([10, 4, 6], [2, 2, 2])).toEqual([0]);
    expect(hardest([10, 4], [2, 0], [5, 5], [4, 3], [1, 1])).toEqual([1, 0]);
    expect(hardest([9, 1], [9, 2], [9, 3], [9, 4], [9, 5], [9, 6], [9, 7], [9, 8])).toEqual([0, 1, 2]);
    expect(hardest([10, 10], [5, 5])).toEqual([]);
    expect(hardest([10, 1])).toEqual([]);
    expect(hardest([10], [5, 2])).toEqual([1]);
  });
});
