import type { CleanPage } from "../page/clean-page.ts";

/** Ink at or above this counts as drawn. */
export const INK_THRESHOLD = 96;

/** The detector sees whole cells of this many pixels. */
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
  /** Model pixels a page pixel. */
  readonly scale: number;
}

/** The box around all ink, or null on a blank page. Rows and columns with less than 2 ink pixels do not count. */
function inkBounds({ width, height, ink }: CleanPage): { x0: number; y0: number; x1: number; y1: number } | null {
  const columns = new Uint32Array(width);
  let y0 = -1;
  let y1 = -1;
  for (let y = 0; y < height; y++) {
    let count = 0;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (ink[i]! < INK_THRESHOLD) continue;
      count++;
      columns[x]!++;
    }
    if (count < 2) continue;
    if (y0 < 0) y0 = y;
    y1 = y + 1;
  }
  const x0 = columns.findIndex((count) => count > 1);
  if (y0 < 0 || x0 < 0) return null;
  return { x0, y0, x1: columns.findLastIndex((count) => count > 1) + 1, y1 };
}

/**
 * Cuts the page to its ink (with a margin) and scales it to at most `longSide` by `longSide` model pixels and by at
 * most `largestScale`. Null on a blank page.
 */
export function inkWindow(
  page: CleanPage,
  { longSide, largestScale }: { longSide: number; largestScale: number },
): InkWindow | null {
  const bounds = inkBounds(page);
  if (bounds === null) return null;
  const margin = 16;
  const x = bounds.x0 - margin;
  const y = bounds.y0 - margin;
  const pageWidth = bounds.x1 + margin - x;
  const pageHeight = bounds.y1 + margin - y;
  const scale = Math.min(largestScale, longSide / Math.max(pageWidth, pageHeight));
  const width = Math.ceil((pageWidth * scale) / MULTIPLE) * MULTIPLE;
  const height = Math.ceil((pageHeight * scale) / MULTIPLE) * MULTIPLE;
  return { width, height, ink: resample(page, { x, y, scale, width, height }), x, y, scale };
}

/** Area average when shrinking, linear interpolation when growing: each output pixel averages its footprint. */
function resample(
  page: CleanPage,
  { x, y, scale, width, height }: { x: number; y: number; scale: number; width: number; height: number },
): Float32Array {
  const across = footprints(width, { start: x, scale, limit: page.width });
  const down = footprints(height, { start: y, scale, limit: page.height });
  const out = new Float32Array(width * height);
  const row = new Float32Array(page.width);
  // Only these columns are asked for.
  const left = Math.max(0, Math.floor(x) - 1);
  const right = Math.min(page.width, Math.ceil(x + width / scale) + 1);
  for (let v = 0; v < height; v++) {
    row.fill(0, left, right);
    let isBlank = true;
    for (let k = down.first[v]!, n = 0; n < down.count[v]!; k++, n++) {
      const weight = down.weights[v * down.most + n]! / 255;
      const from = k * page.width;
      for (let i = left; i < right; i++) {
        const ink = page.ink[from + i]!;
        if (ink === 0) continue;
        row[i]! += weight * ink;
        isBlank = false;
      }
    }
    if (isBlank) continue;
    for (let u = 0; u < width; u++) {
      let sum = 0;
      for (let k = across.first[u]!, n = 0; n < across.count[u]!; k++, n++) {
        sum += across.weights[u * across.most + n]! * row[k]!;
      }
      out[v * width + u] = sum;
    }
  }
  return out;
}

/** For each output pixel the source pixels that it averages and their weights; those off the page weigh nothing. */
function footprints(length: number, { start, scale, limit }: { start: number; scale: number; limit: number }) {
  const reach = Math.max(1, 1 / scale);
  const most = Math.ceil(reach) + 2;
  const first = new Int32Array(length);
  const count = new Int32Array(length);
  const weights = new Float32Array(length * most);
  for (let u = 0; u < length; u++) {
    const centre = start + (u + 0.5) / scale;
    const low = centre - reach / 2;
    const begin = Math.floor(low - 0.5);
    const values: number[] = [];
    let total = 0;
    for (let k = begin; k < begin + most; k++) {
      // A source pixel counts by the overlap of its own unit width with the footprint.
      const overlap = Math.max(0, Math.min(k + 1, low + reach) - Math.max(k, low));
      values.push(overlap);
      total += overlap;
    }
    let kept = 0;
    for (let n = 0; n < values.length; n++) {
      const k = begin + n;
      if (k < 0 || k >= limit) continue;
      if (kept === 0) first[u] = k;
      weights[u * most + kept] = total === 0 ? 0 : values[n]! / total;
      kept++;
    }
    count[u] = kept;
  }
  return { first, count, weights, most };
}
