import { kernels } from "../kernels/kernels.ts";
import type { Darkness } from "../light/darkness.ts";
import { FAINTEST_INK, type Pen, ROW_STEP } from "./ink-levels.ts";

/** Lines paler than this, as a share of the pen's depth, are not ink anyway: they are as coloured as a grid. */
const LEAST_DEPTH = 0.3;
/** A pixel is coloured if its channels differ by at least this much, and by this share of its darkness. */
const LEAST_COLOUR = 20;
const LEAST_SHARE = 0.35;
/** A ruling's lines are turned by less than this (tangent of 2.3°) relative to the page. */
const MOST_SLOPE = 0.04;
/** Step in pixels at which a line is looked for along its length. */
const STEP = 12;
/** A line of a ruling, or what is drawn over it, is seen in this share of its length. */
const SEEN = 0.75;
/** With fewer coloured pixels per row than this, there is no ruling to look for. */
const FEWEST = 0.5;
/**
 * A ruling's lines are printed to the edge: each is bare in the first and in the last of this many parts of its length.
 */
const PARTS = 25;
/** Pixels on each side of a line's middle that belong to it. */
const HALF_WIDTH = 4;
/** What is darker than the line by this factor is drawn over it. */
const AS_DARK = 1.25;

/** A page's pixels with one side taken as the length of lines. */
interface Direction {
  readonly length: number;
  readonly breadth: number;
  /** The steps of a pixel's index along the length and across it. */
  readonly along: number;
  readonly across: number;
}

/** A straight line from one side of the page to the other. */
interface Line {
  /** Its place across at the start, in pixels, and how much that grows with each pixel along. */
  readonly at: number;
  readonly slope: number;
}

/** Dark pixels: the place of each along and across and, if it is coloured, its darkness, otherwise 0. */
interface Points {
  readonly count: number;
  readonly alongs: Int16Array;
  readonly acrosses: Int16Array;
  readonly coloured: Uint8Array;
}

/**
 * Removes from `page` the coloured printed lines that run from one edge to the other, as on ruled paper and at its
 * margin. They can be darker than a pencil, but no pen draws them. Returns whether there were any.
 */
export function eraseRuling({ width, height, dark, colour }: Darkness, pen: Pen): boolean {
  const leastDark = Math.max(FAINTEST_INK, LEAST_DEPTH * pen.depth);
  // Half of a line's minimum, because pixels are counted on some rows only.
  if (colouredPixels(pen, leastDark) < 0.5 * FEWEST * Math.min(width, height)) return false;
  const depths = new Uint8Array(kernels.memory.buffer, dark, width * height);
  const colours = new Uint8Array(kernels.memory.buffer, colour, width * height);
  const isColoured = (at: number) => isColour(depths[at]!, colours[at]!);
  let isErased = false;
  for (const direction of [
    { length: height, breadth: width, along: width, across: 1 },
    { length: width, breadth: height, along: 1, across: width },
  ]) {
    const points = darkPoints(direction, { depths, leastDark, isColoured });
    for (const line of straightLines(points, direction)) {
      const darkness = printedDarkness(line, points, direction);
      if (darkness === 0) continue;
      isErased = true;
      for (const at of pixelsOf(line, direction)) {
        if (depths[at]! > AS_DARK * darkness || !isColoured(at)) continue;
        depths[at] = 0;
        colours[at] = 0;
      }
    }
  }
  return isErased;
}

function isColour(dark: number, colour: number): boolean {
  return colour >= LEAST_COLOUR && colour >= LEAST_SHARE * dark;
}

/** Roughly the number of the page's coloured pixels of at least this darkness. */
function colouredPixels({ pairs }: Pen, leastDark: number): number {
  let seen = 0;
  for (let pair = Math.ceil(leastDark) << 8; pair < pairs.length; pair++) {
    if (pairs[pair] !== 0 && isColour(pair >> 8, pair & 255)) seen += pairs[pair]!;
  }
  return seen * ROW_STEP;
}

function darkPoints(
  { length, breadth, along, across }: Direction,
  { depths, leastDark, isColoured }: { depths: Uint8Array; leastDark: number; isColoured: (at: number) => boolean },
): Points {
  const most = Math.ceil(length / STEP) * breadth;
  const points = { alongs: new Int16Array(most), acrosses: new Int16Array(most), coloured: new Uint8Array(most) };
  let count = 0;
  for (let s = STEP >> 1; s < length; s += STEP) {
    for (let t = 0, at = s * along; t < breadth; t++, at += across) {
      if (depths[at]! < leastDark) continue;
      points.alongs[count] = s;
      points.acrosses[count] = t;
      points.coloured[count] = isColoured(at) ? depths[at]! : 0;
      count++;
    }
  }
  return { count, ...points };
}

/** The lines with enough `points` on them, those with most points first. */
function straightLines({ count, alongs, acrosses, coloured }: Points, { length, breadth }: Direction): Line[] {
  const rows = Math.floor(length / STEP);
  let bare = 0;
  for (let i = 0; i < count; i++) if (coloured[i] !== 0) bare++;
  if (bare < FEWEST * rows) return [];
  const reach = Math.ceil(MOST_SLOPE * length);
  const counts = new Uint16Array(breadth + 2 * reach + 2);
  const found: (Line & { seen: number })[] = [];
  // The far end moves by two pixels from slope to slope.
  for (let shift = -reach; shift <= reach; shift += 2) {
    const slope = shift / length;
    counts.fill(0);
    for (let i = 0; i < count; i++) counts[Math.round(acrosses[i]! - slope * alongs[i]!) + reach]!++;
    for (let bin = 0; bin < counts.length; bin++) {
      if (counts[bin]! >= SEEN * rows) found.push({ at: bin - reach, slope, seen: counts[bin]! });
    }
  }
  const middleOf = ({ at, slope }: Line) => at + (slope * length) / 2;
  const lines: Line[] = [];
  for (const line of found.sort((a, b) => b.seen - a.seen)) {
    if (lines.every((other) => Math.abs(middleOf(other) - middleOf(line)) > HALF_WIDTH)) lines.push(line);
  }
  return lines;
}

/** How dark a line is at its ends, where nothing is drawn over it; 0 if it does not run from edge to edge. */
function printedDarkness({ at, slope }: Line, points: Points, { length }: Direction): number {
  const part = length / PARTS;
  let first = 0;
  let last = 0;
  for (let i = 0; i < points.count; i++) {
    const s = points.alongs[i]!;
    if (Math.abs(points.acrosses[i]! - at - slope * s) > 1.5) continue;
    if (s < part) first = Math.max(first, points.coloured[i]!);
    if (s > length - part) last = Math.max(last, points.coloured[i]!);
  }
  return Math.min(first, last);
}

/** Indices of a line's pixels. */
function* pixelsOf({ at, slope }: Line, { length, breadth, along, across }: Direction): Generator<number> {
  for (let s = 0; s < length; s++) {
    const middle = Math.round(at + slope * s);
    const last = Math.min(breadth - 1, middle + HALF_WIDTH);
    for (let t = Math.max(0, middle - HALF_WIDTH); t <= last; t++) yield s * along + t * across;
  }
}
