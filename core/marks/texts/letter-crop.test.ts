import { expect, test } from "vitest";
import { plainPage } from "../../testdata/plain-page.ts";
import { LETTER_SIDE } from "./letter-classes.ts";
import { cutLetter } from "./letter-crop.ts";
import type { TextPart } from "./text-parts.ts";

const WIDTH = 120;
const HEIGHT = 100;

interface Block {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: number;
}

/** The crop of the blocks labelled 1 on a page of filled blocks. */
function crop(blocks: readonly Block[]): Float32Array {
  const ink = new Uint8Array(WIDTH * HEIGHT);
  const labels = new Int32Array(WIDTH * HEIGHT);
  for (const { x, y, width, height, label } of blocks) {
    for (let v = y; v < y + height; v++) {
      ink.fill(255, v * WIDTH + x, v * WIDTH + x + width);
      labels.fill(label, v * WIDTH + x, v * WIDTH + x + width);
    }
  }
  const page = plainPage({ width: WIDTH, height: HEIGHT, ink });
  const parts: TextPart[] = blocks
    .filter(({ label }) => label === 1)
    .map(({ label, ...box }) => ({ box, labels: [label], attached: false }));
  const out = new Float32Array(LETTER_SIDE * LETTER_SIDE);
  cutLetter(page, { parts, labels, out });
  return out;
}

/** Rows and columns that hold ink, and the sum of all. */
function extent(out: Float32Array) {
  const at = [...out.keys()].filter((k) => out[k]! > 0.5);
  const columns = at.map((k) => k % LETTER_SIDE);
  const rows = at.map((k) => Math.floor(k / LETTER_SIDE));
  return {
    columns: [Math.min(...columns), Math.max(...columns)],
    rows: [Math.min(...rows), Math.max(...rows)],
    sum: out.reduce((a, b) => a + b, 0),
  };
}

const EDGE = 3;

test.each([13, 26, 52, 78])("the longer side of a %s pixels high block is 26 pixels, centred", (height) => {
  const { columns, rows, sum } = extent(crop([{ x: 40, y: 10, width: Math.floor(height / 2), height, label: 1 }]));
  expect(rows).toEqual([EDGE, LETTER_SIDE - EDGE - 1]);
  expect(columns[0]! + columns[1]!).toBeGreaterThanOrEqual(LETTER_SIDE - 2);
  expect(columns[0]! + columns[1]!).toBeLessThanOrEqual(LETTER_SIDE);
  expect(sum).toBeGreaterThan(26 * 11);
  expect(sum).toBeLessThan(26 * 15);
});

test("ink of others is left out", () => {
  const letter = { x: 40, y: 20, width: 10, height: 26, label: 1 };
  const alone = crop([letter]);
  expect(crop([letter, { x: 52, y: 22, width: 4, height: 20, label: 2 }])).toEqual(alone);
});

test("a character of two parts is one crop", () => {
  const { rows, columns } = extent(
    crop([
      { x: 40, y: 20, width: 4, height: 26, label: 1 },
      { x: 50, y: 20, width: 4, height: 26, label: 1 },
    ]),
  );
  expect(rows).toEqual([EDGE, LETTER_SIDE - EDGE - 1]);
  expect(columns).toEqual([9, 22]);
});

test("a letter at the page's edge is cut", () => {
  const { rows } = extent(crop([{ x: 0, y: HEIGHT - 26, width: 10, height: 26, label: 1 }]));
  expect(rows).toEqual([EDGE, LETTER_SIDE - EDGE - 1]);
});
