import { expect, test } from "vitest";
import type { TextPart } from "./text-parts.ts";
import { findWords } from "./text-words.ts";

const UNIT = 40;

function part(x: number, y: number, width: number, height: number): TextPart {
  return { box: { x, y, width, height }, labels: [1], attached: false };
}

test("letters under one another are separate words", () => {
  const words = findWords([part(0, 0, 30, 40), part(0, 60, 30, 40), part(0, 120, 30, 40)], UNIT);
  expect(words.map(({ atoms }) => atoms.length)).toEqual([1, 1, 1]);
});

test("letters side by side are one word, far ones are not", () => {
  const words = findWords([part(0, 0, 30, 40), part(40, 4, 26, 38), part(120, 0, 30, 40)], UNIT);
  expect(words.map(({ atoms }) => atoms.length).sort()).toEqual([1, 2]);
});

test("an index below belongs to its letter", () => {
  const [word, ...others] = findWords([part(0, 0, 30, 40), part(34, 22, 12, 26)], UNIT);
  expect(others).toEqual([]);
  expect(word!.atoms).toHaveLength(2);
});

test("an index may be lower and farther than a letter of a word, but not as large as its letter", () => {
  const words = (other: TextPart) => findWords([part(0, 0, 30, 40), other], UNIT).length;
  expect(words(part(50, 34, 8, 20))).toBe(1);
  expect(words(part(50, 34, 30, 40))).toBe(2);
});

test("a flat stroke above is a bar, also over several letters", () => {
  const bar = part(-2, -14, 74, 5);
  const [word, ...others] = findWords([part(0, 0, 30, 40), part(40, 0, 28, 40), bar], UNIT);
  expect(others).toEqual([]);
  expect(word!.atoms).toHaveLength(2);
  expect(word!.bar).toEqual({ part: bar, gap: 9 });
});

test("a dash far above or below is not a bar", () => {
  const words = findWords([part(0, 0, 30, 40), part(0, -60, 30, 4), part(0, 70, 30, 4)], UNIT);
  expect(words).toHaveLength(1);
  expect(words[0]!.bar).toBeNull();
});

test("a short stroke behind, at the top, is a prime", () => {
  const prime = part(36, -4, 6, 14);
  const [word] = findWords([part(0, 0, 30, 40), prime], UNIT);
  expect(word!.prime).toBe(prime);
  expect(word!.atoms).toHaveLength(1);
});

test("the dot of an i is not a prime", () => {
  const [word] = findWords([part(0, 0, 30, 40), part(40, 14, 5, 26), part(40, 3, 5, 5)], UNIT);
  expect(word!.prime).toBeNull();
  expect(word!.atoms.map((own) => own.length)).toEqual([1, 2]);
  const tiny = findWords([part(0, 0, 30, 40), part(34, 18, 4, 11), part(34, 6, 4, 6)], UNIT);
  expect(tiny[0]!.prime).toBeNull();
});

test("the middle stroke of an E belongs to it", () => {
  const [word, ...others] = findWords([part(0, 0, 30, 40), part(10, 18, 20, 4)], UNIT);
  expect(others).toEqual([]);
  expect(word!.atoms).toEqual([[expect.anything(), expect.anything()]]);
  expect(word!.bar).toBeNull();
});

test("a closed line around a letter is its frame", () => {
  const frame = part(-15, -12, 80, 64);
  const [word, ...others] = findWords([frame, part(0, 0, 30, 40)], UNIT);
  expect(others).toEqual([]);
  expect(word!.frame).toBe(frame);
  expect(word!.atoms).toHaveLength(1);
});

test("specks and lone dashes are nothing", () => {
  expect(findWords([part(0, 0, 3, 3), part(100, 100, 30, 5)], UNIT)).toEqual([]);
});
