import type { Random } from "../render/random.ts";
import { bezier, type HandLine, penLine, type StrokePoint, wobble } from "./hand.ts";

/** A letter's strokes in a box of height 1: `l` draws lines, `c` a curve through its control points. */
type Template = readonly (readonly ["l" | "c", ...StrokePoint[]])[];

const LETTERS: Readonly<Record<string, Template>> = {
  A: [
    ["l", [0, 1], [0.34, 0], [0.7, 1]],
    ["l", [0.12, 0.64], [0.6, 0.62]],
  ],
  B: [
    ["l", [0.06, 0], [0.04, 1]],
    ["c", [0.02, 0.03], [0.75, -0.1], [0.75, 0.5], [0.06, 0.48]],
    ["c", [0.06, 0.48], [0.9, 0.42], [0.85, 1.1], [0.02, 0.98]],
  ],
  C: [["c", [0.62, 0.14], [0.3, -0.2], [-0.2, 0.35], [-0.1, 0.9], [0.35, 1.12], [0.66, 0.82]]],
  D: [
    ["l", [0.06, 0], [0.05, 1]],
    ["c", [0, 0.02], [0.95, -0.05], [0.95, 1.05], [0.02, 0.99]],
  ],
  E: [
    ["l", [0.6, 0.02], [0.05, 0.03], [0.04, 0.98], [0.62, 0.97]],
    ["l", [0.05, 0.5], [0.5, 0.48]],
  ],
  F: [
    ["l", [0.6, 0.02], [0.06, 0.04], [0.04, 1]],
    ["l", [0.05, 0.5], [0.48, 0.48]],
  ],
  G: [
    ["c", [0.62, 0.14], [0.2, -0.2], [-0.25, 0.5], [0, 1.1], [0.6, 1.1], [0.62, 0.6]],
    ["l", [0.36, 0.6], [0.68, 0.58]],
  ],
  S: [["c", [0.6, 0.12], [0.3, -0.15], [-0.2, 0.25], [0.3, 0.5], [0.95, 0.75], [0.4, 1.2], [0, 0.88]]],
  Y: [
    ["l", [0, 0], [0.32, 0.46]],
    ["l", [0.66, 0], [0.2, 1]],
  ],
  Z: [["l", [0.03, 0.04], [0.62, 0.02], [0.02, 0.97], [0.66, 0.96]]],
  "0": [["c", [0.3, 0], [-0.25, 0.2], [-0.1, 1.15], [0.3, 1], [0.75, 0.85], [0.65, -0.1], [0.28, 0]]],
  "1": [["l", [0.08, 0.22], [0.3, 0], [0.28, 1]]],
  "2": [
    ["c", [0.03, 0.2], [0.2, -0.25], [0.85, 0.05], [0.35, 0.6], [0.02, 0.98]],
    ["l", [0.02, 0.98], [0.6, 0.95]],
  ],
  "3": [
    ["c", [0.03, 0.1], [0.7, -0.25], [0.6, 0.5], [0.2, 0.46]],
    ["c", [0.2, 0.46], [0.85, 0.45], [0.6, 1.3], [0, 0.9]],
  ],
  "4": [
    ["l", [0.35, 0], [0.02, 0.6], [0.6, 0.58]],
    ["l", [0.42, 0.3], [0.4, 1]],
  ],
  "5": [
    ["l", [0.55, 0.02], [0.12, 0.03], [0.08, 0.42]],
    ["c", [0.08, 0.42], [0.8, 0.25], [0.75, 1.2], [0, 0.92]],
  ],
  "6": [["c", [0.5, 0.02], [-0.05, 0.2], [-0.1, 1.2], [0.5, 1], [0.6, 0.4], [0.2, 0.5], [0.06, 0.7]]],
  "7": [["l", [0.02, 0.03], [0.56, 0.02], [0.2, 1]]],
  "8": [
    [
      "c",
      [0.5, 0.12],
      [-0.3, -0.2],
      [0.1, 0.45],
      [0.35, 0.55],
      [0.9, 0.8],
      [0.2, 1.3],
      [-0.2, 0.85],
      [0.35, 0.5],
      [0.75, 0.2],
      [0.45, 0],
    ],
  ],
  "9": [
    ["c", [0.52, 0.2], [0.2, -0.3], [-0.25, 0.5], [0.35, 0.6], [0.55, 0.2]],
    ["l", [0.54, 0.15], [0.42, 1]],
  ],
};

/** Width of a letter and the space behind it, in units of its height. */
export const LETTER_STEP = 0.82;

/**
 * The strokes of `text`, `height` high, its left middle at `at`. Characters behind the first are smaller, as an index is.
 *
 * @throws {RangeError} for a character that has no template: the letters A to G, S, Y, Z and the digits have one.
 */
export function letterStrokes(
  random: Random,
  text: string,
  { at, height, isIndex = false }: { at: StrokePoint; height: number; isIndex?: boolean },
): HandLine[] {
  let x = at[0];
  return [...text].flatMap((letter, index) => {
    const template = LETTERS[letter];
    if (template === undefined) throw new RangeError(`Cannot write "${letter}"`);
    const small = isIndex && index > 0;
    const size = height * (small ? 0.62 : 1) * random.range(0.92, 1.08);
    const slant = random.normal() * 0.06;
    const turn = random.normal() * 0.04;
    const top = at[1] - height / 2 + (small ? height * 0.45 : 0) + random.normal() * 0.03 * height;
    const left = x;
    x += LETTER_STEP * size;
    return template.map(([kind, ...control]) => {
      const line = kind === "c" ? bezier(control, 18) : penLine(control, { step: 0.12 });
      return wobble(random, line, 0.035).map(([u, v]): StrokePoint => {
        const sheared = u + slant * (0.5 - v);
        return [left + size * (sheared - turn * v), top + size * (v + turn * u)];
      });
    });
  });
}
