import { expect, it } from "vitest";
import { pairTexts } from "./pair-texts.ts";

function end(x: number, y: number) {
  return { at: { x, y }, heading: { x: 0, y: -1 } };
}

function letter(text: string, x: number) {
  return { box: { x, y: 0, width: 40, height: 40 }, text, complemented: false, confidence: 0.9 };
}

it("gives each end of a row its letter, even where the next letter is nearer", () => {
  // Letters are written wider apart than the wires below them.
  const ends = [end(76, 80), end(150, 80), end(224, 80)];
  const texts = [letter("A", 20), letter("B", 110), letter("C", 210)];
  expect(pairTexts(ends, texts, { reach: 100 })).toEqual([0, 1, 2]);
  // A letter that is nearest to the first two ends leaves each its own.
  expect(pairTexts([end(60, 90), end(140, 90)], [letter("A", 0), letter("B", 66)], { reach: 100 })).toEqual([0, 1]);
});

it("leaves texts out of reach, and ends without one, alone", () => {
  const ends = [end(20, 60), end(500, 60)];
  expect(pairTexts(ends, [letter("A", 0), letter("B", 250)], { reach: 100 })).toEqual([0, -1]);
  expect(pairTexts([], [letter("A", 0)], { reach: 100 })).toEqual([]);
});

it("prefers a letter to a value that is written nearer to the end, unless digits are names", () => {
  const digit = (text: string, x: number) => ({
    box: { x, y: 40, width: 4, height: 20 },
    text: null,
    readings: [{ text, score: 0.6 }],
    complemented: false,
    confidence: 0.6,
  });
  const pair = (...digits: string[]) =>
    pairTexts([end(20, 90)], [letter("C", 0), ...digits.map((text, k) => digit(text, 40 + 400 * k))], { reach: 100 });
  expect(pair("1")).toEqual([0]);
  expect(pair("1", "3")).toEqual([1]);
  expect(pairTexts([end(42, 90)], [digit("1", 40)], { reach: 100 })).toEqual([0]);
});
