import type { PageImage } from "../scan/page-image.ts";
import type { GreyImage } from "./grey-image.ts";
import { cutInto, padded, slide } from "./slide.ts";

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
  const size = cellsOf(image);
  const planes = averageCells(image, size);
  for (const plane of planes) evenOut(plane, size);
  return { ...size, planes };
}

/** The brightness of the bare paper whatever its colour, one byte for each `CELL` x `CELL` pixels. */
export interface GreyLight {
  readonly width: number;
  readonly height: number;
  readonly plane: Uint8Array;
}

/** The same as `paperLight`, of brightness alone. */
export function greyLight(image: GreyImage): GreyLight {
  const size = cellsOf(image);
  const plane = new Uint8Array(size.width * size.height);
  for (let y = 0, i = 0; y < size.height; y++) {
    const rows = span(y, image.height);
    for (let x = 0; x < size.width; x++, i++) {
      const columns = span(x, image.width);
      let sum = 0;
      for (let row = rows.from; row < rows.to; row++) {
        for (let p = row * image.width + columns.from; p < row * image.width + columns.to; p++) sum += image.grey[p]!;
      }
      plane[i] = sum / ((rows.to - rows.from) * (columns.to - columns.from));
    }
  }
  evenOut(plane, size);
  return { ...size, plane };
}

function cellsOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width: Math.ceil(width / CELL), height: Math.ceil(height / CELL) };
}

/** The pixels of a cell along one side. A cell at the rim that hangs over is read from the last full cell instead. */
function span(cell: number, pixels: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(cell * CELL, pixels - CELL));
  return { from, to: Math.min(pixels, from + CELL) };
}

/** Cells' means to the light on the paper, in place. */
function evenOut(plane: Uint8Array, size: { width: number; height: number }): void {
  // What lies at the rim goes on behind it, so that a shadow's tip there is no narrow dark thing.
  const closed = padded({ ...size, bytes: plane }, 2 * REACH);
  slide(closed, { window: 2 * REACH + 1, keep: "largest" });
  slide(closed, { window: 2 * REACH + 1, keep: "smallest" });
  cutInto(plane, closed, size);
  blur(plane, size);
  // At a shadow's edge rather too dark than too bright: too bright would draw the edge as ink.
  const darker = padded({ ...size, bytes: plane }, 1);
  slide(darker, { window: 3, keep: "smallest" });
  cutInto(plane, darker, size);
}

function averageCells(image: PageImage, { width, height }: { width: number; height: number }): PaperLight["planes"] {
  const size = width * height;
  const planes = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)] as const;
  const [red, green, blue] = planes;
  const { rgb } = image;
  for (let y = 0, i = 0; y < height; y++) {
    const rows = span(y, image.height);
    for (let x = 0; x < width; x++, i++) {
      const columns = span(x, image.width);
      const run = 3 * (columns.to - columns.from);
      let r = 0;
      let g = 0;
      let b = 0;
      for (let row = rows.from; row < rows.to; row++) {
        const p = (row * image.width + columns.from) * 3;
        for (let q = p; q < p + run; q += 3) {
          r += rgb[q]!;
          g += rgb[q + 1]!;
          b += rgb[q + 2]!;
        }
      }
      const share = 1 / ((rows.to - rows.from) * (columns.to - columns.from));
      red[i] = r * share;
      green[i] = g * share;
      blue[i] = b * share;
    }
  }
  return planes;
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
