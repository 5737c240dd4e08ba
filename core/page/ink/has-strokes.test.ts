import { expect, it } from "vitest";
import { hasStrokes } from "./has-strokes.ts";

const WIDTH = 100;

/** Ink with a bar of `length` pixels, across or down. */
function inkWith(length: number, step = 1): Uint8Array {
  const ink = new Uint8Array(WIDTH * WIDTH);
  for (let k = 0; k < length; k++) ink[20 * WIDTH + 20 + k * step] = 200;
  return ink;
}

it.each([1, WIDTH, WIDTH + 1])("takes marks of 11 pixels for strokes, and shorter ones for dust (step %i)", (step) => {
  expect(hasStrokes(inkWith(10, step), { width: WIDTH })).toBe(false);
  expect(hasStrokes(inkWith(11, step), { width: WIDTH })).toBe(true);
});

it("much dust is no stroke, and a page without ink has none", () => {
  const ink = inkWith(0);
  for (let k = 0; k < ink.length; k += 7) ink[k] = 255;
  expect(
    hasStrokes(
      ink.map((value, k) => (Math.floor(k / WIDTH) % 3 === 0 ? value : 0)),
      { width: WIDTH },
    ),
  ).toBe(false);
  expect(hasStrokes(inkWith(0), { width: WIDTH })).toBe(false);
});
