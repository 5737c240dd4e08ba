import { sum } from "../basics/numbers.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { setPixels } from "../page/ink/set-pixels.ts";

/** A circle of ink on the page. */
export interface DrawnCircle {
  readonly at: PagePoint;
  /** From the centre to the outer rim of the ink, in page pixels. */
  readonly radius: number;
  /** The same in equal steps around, clockwise from the right: circles are rarely round. */
  readonly rim: readonly number[];
  /** Ink surrounds it: it has a hole of paper. */
  readonly isClosed: boolean;
  /** 1 if ink surrounds it and the inside is paper; 0 for a blot; less if it is off-centre; 1 for closed ones. */
  readonly roundness: number;
}

/** Ink of at least this value closes a circle. */
const CLOSING_INK = 110;

/** A hole is searched up to this many gate sizes from the expected place. */
const SEARCH = 0.12;

/** The square root of a hole's area, in gate sizes: smaller is a speck, larger is the inside of something else. */
const HOLE = { least: 0.025, most: 0.27 } as const;

/** A hole covers at least this share of the disc around it, a large one more: the gap between a wire and a gate does not. */
const COMPACT = { small: 0.26, large: 0.5, from: 0.15 } as const;

/** The middle of a circle's hole is at most this many gate sizes from where the circle is thought to be. */
const ASIDE = 0.15;

/** An open circle is one from this roundness on. */
export const ROUND = 0.65;

/** How much a ring's roundness is reduced for each gate size between it and the expected place. */
const ASIDE_COST = 2;

/** The radius of a circle whose rim cannot be made out, in gate sizes. */
const USUAL_RADIUS = 0.08;

/** A rim this much farther out than most of it is not the circle's. */
const UNEVEN = 1.5;

/** The ways around a circle, as vectors of length 1. */
const SPOKES = Array.from({ length: 24 }, (_, k) => {
  const angle = (2 * Math.PI * k) / 24;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

/**
 * The small circle drawn at or near a place: its centre is that of the paper it encloses. A circle that the pen did not
 * close, or that is blotted, stays at the expected place.
 */
export function drawnCircle(page: CleanPage, around: PagePoint, unit: number): DrawnCircle {
  const hole = holeNear(page, around, unit);
  if (hole !== null) return { at: hole, ...rimOf(page, hole, unit), isClosed: true, roundness: 1 };
  const found = roundest(page, around, unit);
  const { roundness } = found;
  const at = roundness >= ROUND ? found.at : around;
  return { at, ...rimOf(page, at, unit), isClosed: false, roundness };
}

/** The centre of the nearest enclosed piece of paper. */
function holeNear(page: CleanPage, around: PagePoint, unit: number): PagePoint | null {
  for (let radius = 0; radius <= SEARCH * unit; radius++) {
    const steps = radius === 0 ? 1 : 12;
    for (let k = 0; k < steps; k++) {
      const angle = (2 * Math.PI * k) / steps;
      const x = Math.round(around.x + radius * Math.cos(angle));
      const y = Math.round(around.y + radius * Math.sin(angle));
      // The first paper decides: behind it is something else.
      if (hasInk(page, x, y)) continue;
      return enclosed(page, { start: { x, y }, around, unit });
    }
  }
  return null;
}

/** The centre of the paper around a place, if ink encloses it and it is as large as a circle's hole. */
function enclosed(
  page: CleanPage,
  { start, around, unit }: { start: PagePoint; around: PagePoint; unit: number },
): PagePoint | null {
  const hole = holeAround(page, start, HOLE.most * unit);
  if (hole === null || hole.side < HOLE.least * unit) return null;
  if (hole.roundness < (hole.side > COMPACT.from * unit ? COMPACT.large : COMPACT.small)) return null;
  return distanceBetween(hole.at, around) > ASIDE * unit ? null : hole.at;
}

/** Paper that ink encloses. */
export interface Hole {
  readonly at: PagePoint;
  /** The square root of its area. */
  readonly side: number;
  /** From its centre to where it reaches farthest. */
  readonly reach: number;
  /** Its share of the disc around it: 1 for a circle. */
  readonly roundness: number;
}

/** The paper around `start`, if ink encloses it and the square root of its area is at most `most`. */
function holeAround(page: CleanPage, start: PagePoint, most: number): Hole | null {
  const { pixels, isEnclosed } = paperAround(page, start, most);
  return isEnclosed ? shapeOf(page, pixels) : null;
}

/** The holes whose paper is somewhere in a box, as large as for `holeAround`. */
export function holesIn(page: CleanPage, { x, y, width, height }: PageBox, most: number): Hole[] {
  const seen = new Set<number>();
  const holes: Hole[] = [];
  for (let row = Math.max(0, Math.ceil(y)); row < Math.min(page.height, y + height); row++) {
    for (let column = Math.max(0, Math.ceil(x)); column < Math.min(page.width, x + width); column++) {
      const at = row * page.width + column;
      if (page.ink[at]! >= CLOSING_INK || seen.has(at)) continue;
      const { pixels, isEnclosed } = paperAround(page, { x: column, y: row }, most);
      for (const pixel of pixels) seen.add(pixel);
      if (isEnclosed) holes.push(shapeOf(page, pixels));
    }
  }
  return holes;
}

/** All holes of a page, as large as for `holeAround`. */
export function holesOf(page: CleanPage, most: number): Hole[] {
  const { width, ink } = page;
  const holes: Hole[] = [];
  for (const before of setPixels(ink)) {
    const start = before + 1;
    // Above the first row of a hole is ink: most other paper ends the search here.
    if (start <= width || ink[before]! < CLOSING_INK || ink[start]! >= CLOSING_INK) continue;
    let end = start;
    while (end < ink.length && ink[end]! < CLOSING_INK && ink[end - width]! >= CLOSING_INK) end++;
    if (end === start || end - start > most || ink[end]! < CLOSING_INK) continue;
    const { pixels, isEnclosed } = paperAround(page, { x: start % width, y: Math.floor(start / width) }, most);
    if (isEnclosed && pixels.every((at) => at >= start)) holes.push(shapeOf(page, pixels));
  }
  return holes;
}

/** Kept between calls: 1 where `paperAround` has been, and 0 again when it ends. */
let visited = new Uint8Array(0);

/** The indices of paper around `start`: all of it if ink encloses it, otherwise only the first pixels. */
function paperAround(
  { width, ink }: CleanPage,
  start: PagePoint,
  most: number,
): { readonly pixels: readonly number[]; readonly isEnclosed: boolean } {
  if (visited.length < ink.length) visited = new Uint8Array(ink.length);
  const first = start.y * width + start.x;
  const pixels = [first];
  visited[first] = 1;
  const visit = (at: number) => {
    if (visited[at] === 1 || ink[at]! >= CLOSING_INK) return;
    visited[at] = 1;
    pixels.push(at);
  };
  let isEnclosed = true;
  for (let k = 0; k < pixels.length; k++) {
    const at = pixels[k]!;
    isEnclosed = pixels.length <= most ** 2 && at >= width && at < ink.length - width;
    if (!isEnclosed) break;
    visit(at - 1);
    visit(at + 1);
    visit(at - width);
    visit(at + width);
  }
  for (const at of pixels) visited[at] = 0;
  return { pixels, isEnclosed };
}

function shapeOf({ width }: CleanPage, pixels: readonly number[]): Hole {
  const places = pixels.map((at) => ({ x: at % width, y: Math.floor(at / width) }));
  const at = {
    x: sum(places.map(({ x }) => x)) / pixels.length,
    y: sum(places.map(({ y }) => y)) / pixels.length,
  };
  const reach = Math.max(...places.map((place) => distanceBetween(place, at)));
  return { at, side: Math.sqrt(pixels.length), reach, roundness: pixels.length / (Math.PI * (reach + 0.5) ** 2) };
}

/** Where the ink around a hole ends; where a wire or the gate continues, as far out as on most other sides. */
export function rimOf(page: CleanPage, at: PagePoint, unit: number): Pick<DrawnCircle, "radius" | "rim"> {
  const limit = 0.35 * unit;
  const rims: number[] = [];
  for (const way of SPOKES) {
    let isInRing = false;
    let r = 0;
    for (; r < limit; r++) {
      const isInk = hasInk(page, at.x + r * way.x, at.y + r * way.y);
      if (isInRing && !isInk) break;
      isInRing ||= isInk;
    }
    rims.push(isInRing && r < limit ? r : Number.POSITIVE_INFINITY);
  }
  const seen = rims.filter((r) => r < limit).sort((a, b) => a - b);
  const radius = 3 * seen.length < SPOKES.length ? USUAL_RADIUS * unit : seen[seen.length >> 1]!;
  return { radius, rim: rims.map((r) => (r <= UNEVEN * radius ? r : radius)) };
}

/** The centre, near a place, of what looks most like a ring of ink with paper in it. */
function roundest(page: CleanPage, around: PagePoint, unit: number): { at: PagePoint; roundness: number } {
  let best = { at: around, roundness: 0 };
  const step = 0.05 * unit;
  for (let down = -2; down <= 2; down++) {
    for (let right = -2; right <= 2; right++) {
      const at = { x: around.x + right * step, y: around.y + down * step };
      const aside = (ASIDE_COST * step * Math.hypot(right, down)) / unit;
      for (let r = Math.max(2, step); r <= 0.25 * unit; r += Math.max(1, 0.02 * unit)) {
        const roundness = inkOnCircle(page, at, r) - inkOnCircle(page, at, 0.4 * r) - aside;
        if (roundness > best.roundness) best = { at, roundness };
      }
    }
  }
  return best;
}

/** Share of a circle that lies on ink. */
function inkOnCircle(page: CleanPage, at: PagePoint, radius: number): number {
  let hits = 0;
  for (const way of SPOKES) if (hasInk(page, at.x + radius * way.x, at.y + radius * way.y)) hits++;
  return hits / SPOKES.length;
}

/** True where ink covers the pixel at a place; outside the page is none. */
export function hasInk(page: CleanPage, x: number, y: number): boolean {
  const column = Math.round(x);
  const row = Math.round(y);
  if (column < 0 || row < 0 || column >= page.width || row >= page.height) return false;
  return page.ink[row * page.width + column]! >= CLOSING_INK;
}
