import { cornersOf } from "../../geometry/boxes.ts";
import type { Quad } from "../../geometry/coordinates.ts";
import { fitHomography } from "../../geometry/fit-homography.ts";
import { applyHomography, type Homography } from "../../geometry/homography.ts";
import { sizeOfQuad } from "../../geometry/quads.ts";
import { kernels } from "../kernels/kernels.ts";
import type { Darkness } from "../light/darkness.ts";

/** Of a turned line near a corner, which leaves the sheet early, at least this share of the sheet's length is seen. */
const LEAST_SPAN = 0.4;
/** A sheet's own edge is within this many pixels of its corners' lines. */
const EDGE = 4;
/** Step in pixels at which a line is looked for along its length. */
const STEP = 12;
/** With fewer of a line's pixels than this per row, there is no line to look for. */
export const FEWEST = 0.5;
/** The middles of lines are farther apart than this many pixels. */
const APART = 4;

/** Which lines are looked for. */
export interface LineKind {
  /** They are turned by less than this (tangent of the angle) relative to the sheet or picture. */
  readonly mostSlope: number;
  /** From slope to slope that is tried, the far end moves by this many pixels. */
  readonly shift: number;
  /** A line, or what is drawn over it, is seen in this share of its length. */
  readonly seen: number;
  /** Paler pixels belong to no line. */
  readonly leastDark: number;
  /** It goes to the edges: it is bare somewhere in this share of its length at both ends. */
  readonly ends: number;
  /** Whether a dark pixel, by its index, belongs to the line and not to something that is drawn over it. */
  isBare(pixel: number): boolean;
}

/** A straight line from one edge of the sheet, or of the picture, to the opposite one. */
export interface LineAcross {
  /** The most darkness, 1 … 255, near its ends, where nothing is drawn over it. */
  readonly darkest: number;
  /** The places along it, one or more per pixel of its length. */
  sections(): Iterable<Section>;
}

/** The pixels on both sides of a line at one place. */
export interface Section {
  /** Index of the pixel in the line's middle. */
  readonly pixel: number;
  /** From a pixel's index to that of the next one across the line, and along it. */
  readonly across: number;
  readonly along: number;
  /** Pixels between the middle and the picture's edges, across the line. */
  readonly before: number;
  readonly after: number;
}

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

interface Line {
  /** Its place across at the start of the sheet's length, and how much that grows with each pixel along. */
  readonly at: number;
  readonly slope: number;
  /** The part of the length where it is on the sheet. */
  readonly start: number;
  readonly end: number;
}

/** Dark pixels: the place of each along and across and, if it is bare, its darkness, otherwise 0. */
interface Points {
  readonly count: number;
  readonly alongs: Float32Array;
  readonly acrosses: Float32Array;
  readonly bare: Uint8Array;
}

/**
 * The lines across a sheet (its corners are `paper`, in pixels; null: the whole page), first those from top to bottom.
 * What is erased between two of them counts for the second direction.
 */
export function* linesAcross(page: Darkness, paper: Quad<"Picture"> | null, kind: LineKind): Generator<LineAcross> {
  const sheet = sheetOf(page, paper);
  for (const direction of [
    { length: sheet.height, breadth: sheet.width, isLevel: false },
    { length: sheet.width, breadth: sheet.height, isLevel: true },
  ]) {
    const points = darkPoints(page, { sheet, direction, kind });
    for (const line of straightLines(points, direction, kind)) {
      const darkest = darkestAtEnds(line, points, kind);
      if (darkest !== null) yield { darkest, sections: () => sectionsOf(line, { page, sheet, direction }) };
    }
  }
}

function sheetOf({ width, height }: Darkness, paper: Quad<"Picture"> | null): Sheet {
  if (paper === null) return { width, height, maps: null };
  const seen = sizeOfQuad(paper);
  const size = { width: Math.round(seen.width), height: Math.round(seen.height) };
  const quad = cornersOf<"Page">({ x: 0, y: 0, ...size });
  const toSheet = fitHomography({ space: "Picture", quad: paper }, { space: "Page", quad });
  const toPicture = fitHomography({ space: "Page", quad }, { space: "Picture", quad: paper });
  return { ...size, maps: toSheet && toPicture && { toSheet, toPicture } };
}

interface Seen {
  readonly sheet: Sheet;
  readonly direction: Direction;
  readonly kind: LineKind;
}

function darkPoints(
  { width, height, dark }: Darkness,
  { sheet: { maps }, direction: { length, breadth, isLevel }, kind }: Seen,
): Points {
  const depths = new Uint8Array(kernels.memory.buffer, dark, width * height);
  const [long, short] = isLevel ? [width, height] : [height, width];
  const [along, across] = isLevel ? [1, width] : [width, 1];
  const most = Math.ceil(long / STEP) * short;
  const points = { alongs: new Float32Array(most), acrosses: new Float32Array(most), bare: new Uint8Array(most) };
  let count = 0;
  for (let s = STEP >> 1; s < long; s += STEP) {
    // On most pages nothing is at the edge.
    if (count === 0 && maps === null && s - STEP > endPart(kind, length)) break;
    for (let t = 0, at = s * along; t < short; t++, at += across) {
      if (depths[at]! < kind.leastDark) continue;
      let place = isLevel ? { x: s, y: t } : { x: t, y: s };
      if (maps !== null) place = applyHomography(maps.toSheet, place);
      const [onLength, onBreadth] = isLevel ? [place.x, place.y] : [place.y, place.x];
      if (maps !== null && !isWithin(onLength, length)) continue;
      if (maps !== null && !isWithin(onBreadth, breadth)) continue;
      points.alongs[count] = onLength;
      points.acrosses[count] = onBreadth;
      points.bare[count] = kind.isBare(at) ? depths[at]! : 0;
      count++;
    }
  }
  return { count, ...points };
}

/** Whether a place is on a sheet of this size, and not its edge. */
function isWithin(at: number, size: number): boolean {
  return at >= EDGE && at <= size - EDGE;
}

/** The lines with enough `points` on them, the darkest ones first. */
function straightLines(
  { count, alongs, acrosses, bare }: Points,
  { length, breadth }: Direction,
  kind: LineKind,
): Line[] {
  const { mostSlope, shift, seen } = kind;
  const part = endPart(kind, length);
  let [all, first, last] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    if (bare[i] === 0) continue;
    all++;
    if (alongs[i]! < part) first++;
    if (alongs[i]! > length - part) last++;
  }
  if (first === 0 || last === 0 || all < (FEWEST * length) / STEP) return [];
  const reach = Math.ceil(mostSlope * length);
  const counts = new Uint16Array(breadth + 2 * reach + 2);
  const depths = new Float32Array(counts.length);
  const found: (Line & { depth: number })[] = [];
  for (let move = -reach; move <= reach; move += shift) {
    const slope = move / length;
    counts.fill(0);
    depths.fill(0);
    for (let i = 0; i < count; i++) {
      const bin = Math.round(acrosses[i]! - slope * alongs[i]!) + reach;
      counts[bin]!++;
      depths[bin]! += bare[i]!;
    }
    for (let bin = 0; bin < counts.length; bin++) {
      if (counts[bin]! < seen * LEAST_SPAN * (length / STEP)) continue;
      const at = bin - reach;
      const ends = [-at / slope, (breadth - 1 - at) / slope].sort((a, b) => a - b);
      const [start, end] = slope === 0 ? [0, length] : [Math.max(0, ends[0]!), Math.min(length, ends[1]!)];
      const rows = (end - start) / STEP;
      if (end - start < LEAST_SPAN * length || counts[bin]! < seen * rows) continue;
      found.push({ at, slope, start, end, depth: depths[bin]! / rows });
    }
  }
  const middleOf = ({ at, slope }: Line) => at + (slope * length) / 2;
  const lines: Line[] = [];
  for (const line of found.sort((a, b) => b.depth - a.depth)) {
    if (lines.every((other) => Math.abs(middleOf(other) - middleOf(line)) > APART)) lines.push(line);
  }
  return lines;
}

/** How near to an edge a line must be bare, in pixels. */
function endPart({ ends }: LineKind, length: number): number {
  return Math.max(STEP, ends * length);
}

/** How dark a line is at its ends, where nothing is drawn over it; null if it does not run from edge to edge. */
function darkestAtEnds({ at, slope, start, end }: Line, points: Points, kind: LineKind): number | null {
  const part = endPart(kind, end - start);
  let first = 0;
  let last = 0;
  for (let i = 0; i < points.count; i++) {
    const s = points.alongs[i]!;
    if (Math.abs(points.acrosses[i]! - at - slope * s) > 1.5) continue;
    if (s < start + part) first = Math.max(first, points.bare[i]!);
    if (s > end - part) last = Math.max(last, points.bare[i]!);
  }
  return Math.min(first, last) === 0 ? null : Math.max(first, last);
}

function* sectionsOf(
  { at, slope, start, end }: Line,
  {
    page: { width, height },
    sheet: { maps },
    direction: { isLevel },
  }: { page: Darkness; sheet: Sheet; direction: Direction },
): Generator<Section> {
  const [along, across, breadth] = isLevel ? [1, width, height] : [width, 1, width];
  // A pixel of the sheet may be a little more than one of the picture.
  const step = maps === null ? 1 : 0.5;
  for (let s = Math.ceil(start); s < end; s += step) {
    let place = isLevel ? { x: s, y: at + slope * s } : { x: at + slope * s, y: s };
    if (maps !== null) place = applyHomography(maps.toPicture, place);
    const [onLength, middle] = (isLevel ? [place.x, place.y] : [place.y, place.x]).map(Math.round) as [number, number];
    yield { pixel: onLength * along + middle * across, along, across, before: middle, after: breadth - 1 - middle };
  }
}
