import type { PageImage } from "../scan/page-image.ts";

/** The brightness of the bare paper, one cell for each `CELL` x `CELL` pixels, three planes R, G, B. */
export interface PaperLight {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly [Uint8Array, Uint8Array, Uint8Array];
}

/** Pixels along a cell's side. */
export const CELL = 4;

/** Half the closing window in cells: dark things narrower than (2 * 4 + 1) * 4 = 36 px are not paper. */
const REACH = 4;

/**
 * The light on the paper: what each place would show without ink. A grey-scale closing, because it takes thin dark
 * things out and still leaves the edge of a shadow where it is, which a blur or a tile mean does not.
 */
export function paperLight(image: PageImage): PaperLight {
  const width = Math.ceil(image.width / CELL);
  const height = Math.ceil(image.height / CELL);
  const planes = averageCells(image, width, height);
  for (const plane of planes) {
    close(plane, { width, height });
    blur(plane, { width, height });
    // At a shadow's edge rather too dark than too bright: too bright would draw the edge as ink.
    slide(plane, { width, height, reach: 1, flip: 255 });
  }
  return { width, height, planes };
}

/** A closing in place. What lies at the rim goes on behind it, so that a shadow's tip there is no narrow dark thing. */
function close(plane: Uint8Array, { width, height }: { width: number; height: number }): void {
  const size = { width: width + 2 * REACH, height: height + 2 * REACH };
  const wide = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const from = Math.max(0, Math.min(height - 1, y - REACH)) * width;
    const to = y * size.width;
    wide.fill(plane[from] as number, to, to + REACH);
    wide.set(plane.subarray(from, from + width), to + REACH);
    wide.fill(plane[from + width - 1] as number, to + REACH + width, to + size.width);
  }
  slide(wide, { ...size, reach: REACH, flip: 0 });
  slide(wide, { ...size, reach: REACH, flip: 255 });
  for (let y = 0; y < height; y++) {
    const from = (y + REACH) * size.width + REACH;
    plane.set(wide.subarray(from, from + width), y * width);
  }
}

function averageCells(image: PageImage, width: number, height: number): [Uint8Array, Uint8Array, Uint8Array] {
  const size = width * height;
  const planes: [Uint8Array, Uint8Array, Uint8Array] = [
    new Uint8Array(size),
    new Uint8Array(size),
    new Uint8Array(size),
  ];
  const [red, green, blue] = planes;
  const { rgb } = image;
  for (let y = 0; y < height; y++) {
    // Cells at the rim that hang over are read from the last full cell instead.
    const top = Math.max(0, Math.min(y * CELL, image.height - CELL));
    const rows = Math.min(CELL, image.height);
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, Math.min(x * CELL, image.width - CELL));
      const run = Math.min(CELL, image.width) * 3;
      let r = 0;
      let g = 0;
      let b = 0;
      let p = (top * image.width + left) * 3;
      for (let row = 0; row < rows; row++) {
        for (let q = p; q < p + run; q += 3) {
          r += rgb[q] as number;
          g += rgb[q + 1] as number;
          b += rgb[q + 2] as number;
        }
        p += image.width * 3;
      }
      const i = y * width + x;
      const pixels = (rows * run) / 3;
      red[i] = r / pixels;
      green[i] = g / pixels;
      blue[i] = b / pixels;
    }
  }
  return planes;
}

/**
 * A sliding maximum over a square of 2 * `reach` + 1 cells, in place; with `flip` 255 a minimum, which is the negated
 * maximum of the negative.
 */
function slide(
  plane: Uint8Array,
  { width, height, reach, flip }: { width: number; height: number; reach: number; flip: 0 | 255 },
): void {
  // Rows and columns lie in a line that is padded with zeros: they never win a maximum.
  const line = new Uint8Array(Math.max(width, height) + 2 * reach);
  for (let y = 0; y < height; y++) slideLine(plane, line, { start: y * width, step: 1, length: width, reach, flip });
  for (let x = 0; x < width; x++) slideLine(plane, line, { start: x, step: width, length: height, reach, flip });
}

function slideLine(
  plane: Uint8Array,
  line: Uint8Array,
  { start, step, length, reach, flip }: { start: number; step: number; length: number; reach: number; flip: number },
): void {
  line.fill(0, 0, reach);
  for (let i = 0, at = start; i < length; i++, at += step) line[i + reach] = (plane[at] as number) ^ flip;
  line.fill(0, length + reach, length + 2 * reach);
  const window = 2 * reach + 1;
  const padded = length + 2 * reach;
  // Maxima over 2, 4, 8 … cells, then two overlapping ones make up the window.
  let span = 1;
  for (; span * 2 <= window; span *= 2) {
    for (let i = 0; i + span < padded; i++) {
      const next = line[i + span] as number;
      if (next > (line[i] as number)) line[i] = next;
    }
  }
  const rest = window - span;
  for (let i = 0, at = start; i < length; i++, at += step) {
    const a = line[i] as number;
    const b = line[i + rest] as number;
    plane[at] = Math.max(a, b) ^ flip;
  }
}

/** A 3 x 3 mean in place; the outermost cells stay. */
function blur(plane: Uint8Array, { width, height }: { width: number; height: number }): void {
  const source = plane.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      let sum = 4;
      for (let row = i - width; row <= i + width; row += width) {
        sum += (source[row - 1] as number) + (source[row] as number) + (source[row + 1] as number);
      }
      plane[i] = sum / 9;
    }
  }
}
