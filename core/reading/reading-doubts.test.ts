import { expect, it } from "vitest";
import type { PredictionClass } from "../rules/prediction-class.ts";
import { type DoubtfulReading, readingDoubts } from "./reading-doubts.ts";

function reading(confidence: number, predictions: readonly (readonly [PredictionClass, number])[]): DoubtfulReading {
  return {
    confidence,
    predictions: predictions.map(([className, confidence], i) => {
      return { className, confidence, box: { x: i, y: 0, width: 1, height: 1 } };
    }),
  };
}

const WEAK = [
  ["AND", 0.99],
  ["XOR", 0.41],
  ["junction", 0.55],
  ["intersection", 0.95],
  ["input", 0.3],
] as const;

it("accepts a page whose reading is certain enough, however weak one of its marks is", () => {
  expect(readingDoubts(reading(0.7, WEAK))).toEqual([]);
  expect(readingDoubts(reading(0.4, WEAK), 40)).toEqual([]);
});

it("names what an uncertain reading depends on, with the place", () => {
  const doubts = readingDoubts(reading(0.699, WEAK));
  expect(doubts.map(({ code, box }) => `${code} ${box?.x}`)).toEqual([
    "low-confidence undefined",
    "doubtful-gate 1",
    "ambiguous-crossing 2",
  ]);
  expect(doubts[0]?.message).toContain("69 %, less than 70 %");
  expect(doubts[1]?.message).toContain("XOR, with only 41 %");
});

it("writes the limit as people do", () => {
  const [doubt] = readingDoubts(reading(0.5, []), 100 * 0.57);
  expect(doubt?.message).toContain("less than 57 %.");
});
