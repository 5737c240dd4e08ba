import { expect, test } from "vitest";
import { circleProbability } from "./circle-probability.ts";

const SEEN = { confidence: 0.5, isClosed: true, roundness: 1, hasInverters: false, others: 0 };

test("a circle with a hole is more likely than a blot, and one of many more likely than a single one", () => {
  const lone = circleProbability(SEEN);
  expect(lone).toBeGreaterThan(0.5);
  expect(circleProbability({ ...SEEN, isClosed: false, roundness: 0.9 })).toBeLessThan(lone);
  expect(circleProbability({ ...SEEN, isClosed: false, roundness: 0.2 })).toBeLessThan(0.5);
  expect(circleProbability({ ...SEEN, others: 3 })).toBeGreaterThan(lone);
});

test("on a page with inverters, only a certain circle counts", () => {
  expect(circleProbability({ ...SEEN, hasInverters: true })).toBeLessThan(0.5);
  expect(circleProbability({ ...SEEN, hasInverters: true, confidence: 0.95 })).toBeGreaterThan(0.9);
  // What a person placed stays, whatever the page looks like.
  expect(circleProbability({ ...SEEN, hasInverters: true, isClosed: false, confidence: 1 })).toBeGreaterThan(0.9);
});
