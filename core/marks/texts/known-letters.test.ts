import { expect, test } from "vitest";
import type { Detector } from "../detector/detector.ts";
import { withKnownLetters } from "./known-letters.ts";
import { LETTER_CLASSES, LETTER_SIDE } from "./letter-classes.ts";

const AREA = LETTER_SIDE * LETTER_SIDE;

/** Crops of one grey each. */
function crops(...greys: number[]): Float32Array {
  return Float32Array.from({ length: greys.length * AREA }, (_, k) => greys[Math.floor(k / AREA)]!);
}

/** Says of each crop its grey, and notes how many it was asked for. */
function counting() {
  const asked: number[] = [];
  const readLetters: Detector["readLetters"] = async (pixels, count) => {
    asked.push(count);
    return Float32Array.from({ length: count * LETTER_CLASSES.length }, (_, k) => {
      return pixels[Math.floor(k / LETTER_CLASSES.length) * AREA]!;
    });
  };
  return { asked, detector: withKnownLetters({ readLetters } as Detector) };
}

test("equal crops are read once, and all get their scores", async () => {
  const { asked, detector } = counting();
  await detector.readLetters(crops(0.25, 0.5), 2);
  const scores = await detector.readLetters(crops(0.5, 0.75, 0.25, 0.75), 4);
  expect(asked).toEqual([2, 1]);
  const firsts = scores.filter((_, k) => k % LETTER_CLASSES.length === 0);
  expect([...firsts]).toEqual([0.5, 0.75, 0.25, 0.75]);
  expect(scores).toHaveLength(4 * LETTER_CLASSES.length);
});
