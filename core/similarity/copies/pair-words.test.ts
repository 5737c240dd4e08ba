import { expect, test } from "vitest";
import { chanceText, looksCopied, sharingText } from "./pair-words.ts";

test.each([
  [1e-9, "chance would give less than one such pair in a million classes"],
  [0.004, "chance would give one such pair in 250 classes"],
  [0.41, "chance would give 0.4 such pairs"],
])("%d expected pairs in words", (expected, words) => {
  expect(chanceText({ expected, identical: false, mirrored: false })).toBe(words);
});

test("a mirrored copy is called so", () => {
  const words = "mirrored top to bottom; chance would give one such pair in 250 classes";
  expect(chanceText({ expected: 0.004, identical: false, mirrored: true })).toBe(words);
});

test("one file is called so, and no chance", () => {
  expect(chanceText({ expected: 1e-70, identical: true, mirrored: false })).toBe("the same file");
  expect(sharingText({ sharing: 2, identical: true })).toBe("handed in twice");
});

test("distinguishes circuits that differ from shared ones", () => {
  const texts = [0, 12].map((sharing) => sharingText({ sharing, identical: false }));
  expect(texts).toEqual(["their circuits differ", "12 drawings have this circuit"]);
  expect([0, 2].map((sharing) => looksCopied({ sharing, identical: false }))).toEqual([false, true]);
  expect(looksCopied({ sharing: 0, identical: true })).toBe(true);
});
