import type { CleanPage } from "../../page/clean-page.ts";
import { settledPixels } from "../../page/ink/set-pixels.ts";

/** Ink at or above this counts as drawn. */
export const DETECTOR_INK = 96;

/** The detector's window consists of whole cells of this many pixels. */
const MULTIPLE = 32;

/** The part of a page that holds its ink, as the detector sees it. */
export interface InkWindow {
  /** Model pixels; both are multiples of 32. */
  readonly width: number;
  readonly height: number;
  /** `width` x `height` values 0 … 1, row by row. */
  readonly ink: Float32Array;
  /** Page position of the window's top left corner. */
  readonly x: number;
  readonly y: number;
  /** Model pixels per page pixel. */
  readonly scale: number;
}

/** The box around all ink, or null on a blank page. Rows and columns with less than 2 ink pixels do not count. */
function inkBounds(
  { width, height, ink }: CleanPage,
  pixels: Int32Array,
): { x0: number; y0: number; x1: number; y1: number } | null {
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  for (const at of pixels) {
    if (ink[at]! < DETECTOR_INK) continue;
    const y = Math.floor(at / width);
    rows[y]!++;
    columns[at - y * width]!++;
  }
  const isInked = (count: number) => count > 1;
  const x0 = columns.findIndex(isInked);
  const y0 = rows.findIndex(isInked);
  if (y0 < 0 || x0 < 0) return null;
  return { x0, y0, x1: columns.findLastIndex(isInked) + 1, y1: rows.findLastIndex(isInked) + 1 };
}

/**
 * Cuts the page to its ink (with a margin) and scales it to at most `longSide` by `longSide` model pixels and by at
 * most `largestScale`. Null on a blank page.
 */
export function inkWindow(
  page: CleanPage,
  { longSide, largestScale }: { longSide: number; largestScale: number },
): InkWindow | null {
  const pixels = settledPixels(page.ink);
  const bounds = inkBounds(page, pixels);
  if (bounds === null) return null;
  const margin = 16;
  const x = bounds.x0 - margin;
  const y = bounds.y0 - margin;
  const pageWidth = bounds.x1 + margin - x;
  const pageHeight = bounds.y1 + margin - y;
  const scale = Math.min(largestScale, longSide / Math.max(pageWidth, pageHeight));
  const width = Math.ceil((pageWidth * scale) / MULTIPLE) * MULTIPLE;
  const height = Math.ceil((pageHeight * scale) / MULTIPLE) * MULTIPLE;
  return { width, height, ink: resample(page, { pixels, x, y, scale, width, height }), x, y, scale };
}

/** Area average when shrinking, linear interpolation when growing: each output pixel averages its footprint. */
function resample(
  page: CleanPage,
  window: { pixels: Int32Array; x: number; y: number; scale: number; width: number; height: number },
): Float32Array {
  const { pixels, x, y, scale, width, height } = window;
  const across = sharesOf(width, { start: x, scale, limit: page.width });
  const down = sharesOf(height, { start: y, scale, limit: page.height });
  const out = new Float32Array(width * height);
  // Paper adds nothing: only ink is transferred.
  for (const at of pixels) {
    const row = Math.floor(at / page.width);
    const column = at - row * page.width;
    const ink = page.ink[at]! / 255;
    for (let v = down.first[row]!; v < down.first[row + 1]!; v++) {
      const from = down.target[v]! * width;
      const value = ink * down.weight[v]!;
      for (let u = across.first[column]!; u < across.first[column + 1]!; u++) {
        out[from + across.target[u]!]! += value * across.weight[u]!;
      }
    }
  }
  return out;
}

/** For each source pixel k the output pixels that average it, with its weight: entries `first[k]` to `first[k + 1]`. */
function sharesOf(length: number, { start, scale, limit }: { start: number; scale: number; limit: number }) {
  const reach = Math.max(1, 1 / scale);
  const overlapOf = (source: number, target: number) => {
    const low = start + (target + 0.5) / scale - reach / 2;
    return Math.max(0, Math.min(source + 1, low + reach) - Math.max(source, low));
  };
  const first = new Int32Array(limit + 1);
  const target: number[] = [];
  const weight: number[] = [];
  for (let source = 0; source < limit; source++) {
    const from = Math.floor((source - start - reach / 2) * scale - 0.5);
    const to = Math.ceil((source + 1 - start + reach / 2) * scale - 0.5);
    for (let u = Math.max(0, from); u <= Math.min(length - 1, to); u++) {
      const overlap = overlapOf(source, u);
      if (overlap === 0) continue;
      target.push(u);
      weight.push(overlap / reach);
    }
    first[source + 1] = target.length;
  }
  return { first, target: Int32Array.from(target), weight: Float32Array.from(weight) };
}
