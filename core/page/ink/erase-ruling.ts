import { fitHomography, type Quad } from "../../geometry/fit-homography.ts";
import { applyHomography, type Homography } from "../../geometry/homography.ts";
import { quadOfSize, sizeOfQuad } from "../../geometry/quads.ts";
import { kernels } from "../kernels/kernels.ts";
import type { Darkness } from "../light/darkness.ts";
import { FAINTEST_INK, type Pen, ROW_STEP } from "./ink-levels.ts";

/** Lines paler than this, as a share of the pen's depth, are not ink anyway: they are as coloured as a grid. */
const LEAST_DEPTH = 0.2;
/** A pixel is coloured if its channels differ by at least this much, and by this share of its darkness. */
const LEAST_COLOUR = 20;
const LEAST_SHARE = 0.35;
/** On a line that was found a pixel counts as coloured from this share on: JPEG files spread colours. */
const PALEST_SHARE = 0.15;
/** A ruling's lines are turned by less than this (tangent of 5.7°) relative to the sheet or picture. */
const MOST_SLOPE = 0.1;
/** Of a turned ruling, lines near a corner leave the sheet early: at least this share of its length is theirs. */
const LEAST_SPAN = 0.4;
/** A sheet's own edge is within this many pixels of its corners' lines. */
const EDGE = 4;
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

/** The sheet within the picture, as if it were seen straight from above with the picture's pixels. */
interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Null if it is the whole picture. */
  readonly maps: {
    readonly toSheet: Homography<"Picture", "Page">;
    readonly toPicture: Homography<"Page", "Picture">;
  } | null;
}

/** A sheet with one side taken as the length of lines; all numbers in its pixels. */
interface Direction {
  readonly length: number;
  readonly breadth: number;
  readonly isLevel: boolean;
}

/** A straight line from one side of the sheet to another. */
interface Line {
  /** Its place across at the start of the sheet's length, and how much that grows with each pixel along. */
  readonly at: number;
  readonly slope: number;
  /** The part of the length where it is on the sheet. */
  readonly start: number;
  readonly end: number;
}

/** Dark pixels: the place of each along and across and, if it is coloured, its darkness, otherwise 0. */
interface Points {
  readonly count: number;
  readonly alongs: Float32Array;
  readonly acrosses: Float32Array;
  readonly coloured: Uint8Array;
}

/**
 * Removes from `page` the coloured printed lines that run from one edge of the sheet (its corners are `paper`, in pixels;
 * null: the whole page) to the other, as on ruled paper and at its margin. They can be darker than a pencil, but no pen
 * draws them. Returns whether there were any.
 */
export function eraseRuling(page: Darkness, { pen, paper }: { pen: Pen; paper: Quad<"Picture"> | null }): boolean {
  const { width, height, dark, colour } = page;
  const leastDark = Math.max(FAINTEST_INK, LEAST_DEPTH * pen.depth);
  // Half of a line's minimum, because pixels are counted on some rows only.
  if (colouredPixels(pen, leastDark) < 0.5 * FEWEST * Math.min(width, height)) return false;
  const sheet = sheetOf(page, paper);
  const depths = new Uint8Array(kernels.memory.buffer, dark, width * height);
  const colours = new Uint8Array(kernels.memory.buffer, colour, width * height);
  const isColoured = (at: number) => colours[at]! >= PALEST_SHARE * depths[at]!;
  let isErased = false;
  for (const direction of [
    { length: sheet.height, breadth: sheet.width, isLevel: false },
    { length: sheet.width, breadth: sheet.height, isLevel: true },
  ]) {
    const points = darkPoints(page, { sheet, direction, depths, leastDark, isColoured });
    for (const line of straightLines(points, direction)) {
      const darkness = printedDarkness(line, points);
      if (darkness === 0) continue;
      isErased = true;
      for (const at of pixelsOf(line, { page, sheet, direction })) {
        if (depths[at]! > AS_DARK * darkness || !isColoured(at)) continue;
        depths[at] = 0;
        colours[at] = 0;
      }
    }
  }
  return isErased;
}

function sheetOf({ width, height }: Darkness, paper: Quad<"Picture"> | null): Sheet {
  if (paper === null) return { width, height, maps: null };
  const seen = sizeOfQuad(paper);
  const size = { width: Math.round(seen.width), height: Math.round(seen.height) };
  const quad = quadOfSize<"Page">(size);
  const toSheet = fitHomography({ space: "Picture", quad: paper }, { space: "Page", quad });
  const toPicture = fitHomography({ space: "Page", quad }, { space: "Picture", quad: paper });
  return { ...size, maps: toSheet && toPicture && { toSheet, toPicture } };
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

interface Seen {
  readonly sheet: Sheet;
  readonly direction: Direction;
  readonly depths: Uint8Array;
  readonly leastDark: number;
  isColoured(at: number): boolean;
}

function darkPoints(
  { width, height }: Darkness,
  { sheet: { maps }, direction: { length, breadth, isLevel }, depths, leastDark, isColoured }: Seen,
): Points {
  const [long, short] = isLevel ? [width, height] : [height, width];
  const [along, across] = isLevel ? [1, width] : [width, 1];
  const most = Math.ceil(long / STEP) * short;
  const points = { alongs: new Float32Array(most), acrosses: new Float32Array(most), coloured: new Uint8Array(most) };
  let count = 0;
  for (let s = STEP >> 1; s < long; s += STEP) {
    for (let t = 0, at = s * along; t < short; t++, at += across) {
      if (depths[at]! < leastDark) continue;
      let place = isLevel ? { x: s, y: t } : { x: t, y: s };
      if (maps !== null) place = applyHomography(maps.toSheet, place);
      const [onLength, onBreadth] = isLevel ? [place.x, place.y] : [place.y, place.x];
      if (maps !== null && !isWithin(onLength, length)) continue;
      if (maps !== null && !isWithin(onBreadth, breadth)) continue;
      points.alongs[count] = onLength;
      points.acrosses[count] = onBreadth;
      points.coloured[count] = isColoured(at) ? depths[at]! : 0;
      count++;
    }
  }
  return { count, ...points };
}

/** Whether a place is on a sheet of this size, and not its edge. */
function isWithin(at: number, size: number): boolean {
  return at >= EDGE && at <= size - EDGE;
}

/** The lines with enough `points` on them, those with most points first. */
function straightLines({ count, alongs, acrosses, coloured }: Points, { length, breadth }: Direction): Line[] {
  let bare = 0;
  for (let i = 0; i < count; i++) if (coloured[i] !== 0) bare++;
  if (bare < (FEWEST * length) / STEP) return [];
  const reach = Math.ceil(MOST_SLOPE * length);
  const counts = new Uint16Array(breadth + 2 * reach + 2);
  const found: (Line & { share: number })[] = [];
  // The far end moves by two pixels from slope to slope.
  for (let shift = -reach; shift <= reach; shift += 2) {
    const slope = shift / length;
    counts.fill(0);
    for (let i = 0; i < count; i++) counts[Math.round(acrosses[i]! - slope * alongs[i]!) + reach]!++;
    for (let bin = 0; bin < counts.length; bin++) {
      if (counts[bin]! < SEEN * LEAST_SPAN * (length / STEP)) continue;
      const at = bin - reach;
      const ends = [-at / slope, (breadth - 1 - at) / slope].sort((a, b) => a - b);
      const [start, end] = slope === 0 ? [0, length] : [Math.max(0, ends[0]!), Math.min(length, ends[1]!)];
      const share = counts[bin]! / ((end - start) / STEP);
      if (end - start >= LEAST_SPAN * length && share >= SEEN) found.push({ at, slope, start, end, share });
    }
  }
  const middleOf = ({ at, slope }: Line) => at + (slope * length) / 2;
  const lines: Line[] = [];
  for (const line of found.sort((a, b) => b.share - a.share)) {
    if (lines.every((other) => Math.abs(middleOf(other) - middleOf(line)) > HALF_WIDTH)) lines.push(line);
  }
  return lines;
}

/** How dark a line is at its ends, where nothing is drawn over it; 0 if it does not run from edge to edge. */
function printedDarkness({ at, slope, start, end }: Line, points: Points): number {
  const part = (end - start) / PARTS;
  let first = 0;
  let last = 0;
  for (let i = 0; i < points.count; i++) {
    const s = points.alongs[i]!;
    if (Math.abs(points.acrosses[i]! - at - slope * s) > 1.5) continue;
    if (s < start + part) first = Math.max(first, points.coloured[i]!);
    if (s > end - part) last = Math.max(last, points.coloured[i]!);
  }
  return Math.min(first, last) === 0 ? 0 : Math.max(first, last);
}

/** Indices of a line's pixels in the page. */
function* pixelsOf(
  { at, slope, start, end }: Line,
  {
    page: { width, height },
    sheet: { maps },
    direction: { isLevel },
  }: { page: Darkness; sheet: Sheet; direction: Direction },
): Generator<number> {
  const [along, across, breadth] = isLevel ? [1, width, height] : [width, 1, width];
  // A pixel of the sheet may be a little more than one of the picture.
  const step = maps === null ? 1 : 0.5;
  for (let s = Math.ceil(start); s < end; s += step) {
    let place = isLevel ? { x: s, y: at + slope * s } : { x: at + slope * s, y: s };
    if (maps !== null) place = applyHomography(maps.toPicture, place);
    const [onLength, middle] = (isLevel ? [place.x, place.y] : [place.y, place.x]).map(Math.round) as [number, number];
    const last = Math.min(breadth - 1, middle + HALF_WIDTH);
    for (let t = Math.max(0, middle - HALF_WIDTH); t <= last; t++) yield onLength * along + t * across;
  }
}
