import { expect, test } from "vitest";
import { circleProbability } from "./circle-probability.ts";

const SEEN = { confidence: 0.5, isClosed: true, roundness: 1, hasInverters: false, others: 0 };

test("a circle with a hole is likelier than a blot, one of many likelier than a lone one", () => {
  const lone = circleProbability(SEEN);
  expect(lone).toBeGreaterThan(0.5);
  expect(circleProbability({ ...SEEN, isClosed: false, roundness: 0.9 })).toBeLessThan(lone);
  expect(circleProbability({ ...SEEN, isClosed: false, roundness: 0.2 })).toBeLessThan(0.5);
  expect(circleProbability({ ...SEEN, others: 3 })).toBeGreaterThan(lone);
});

test("next to inverters only what is seen surely is a circle", () => {
  expect(circleProbability({ ...SEEN, hasInverters: true })).toBeLessThan(0.5);
  expect(circleProbability({ ...SEEN, hasInverters: true, confidence: 0.95 })).toBeGreaterThan(0.9);
  // What a person put there stays, whatever the page looks like.
  expect(circleProbability({ ...SEEN, hasInverters: true, isClosed: false, confidence: 1 })).toBeGreaterThan(0.9);
});
