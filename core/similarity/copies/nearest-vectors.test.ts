import fc from "fast-check";
import { expect, test } from "vitest";
import { indexVectors } from "./nearest-vectors.ts";

test("finds the same as an exhaustive search", () => {
  const vector = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (all, count) => {
      const vectors = all.map((values) => Float64Array.from(values));
      const index = indexVectors(vectors);
      // Squares of whole numbers are exact; their roots may differ by a rounding where two are equally far.
      const square = (a: number, b: number) => all[a]!.reduce((sum, value, k) => sum + (value - all[b]![k]!) ** 2, 0);
      vectors.forEach((_, one) => {
        const expected = vectors
          .map((_, other) => other)
          .filter((other) => other !== one && square(one, other) <= 12 ** 2)
          .map((other) => square(one, other))
          .sort((a, b) => a - b)
          .slice(0, count);
        const found = index.nearest(one, { count, within: 12 });
        expect(found.map((other) => square(one, other))).toEqual(expected);
        expect(new Set(found).size).toBe(found.length);
      });
    }),
    { numRuns: 40 },
  );
});
