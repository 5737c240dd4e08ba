import { sum } from "../../basics/numbers.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import type { GreyLight } from "../light/paper-light.ts";
import { sampleInk } from "../sample-ink.ts";
import type { Spot } from "./enclosing-quad.ts";

/** Through `at`, along the unit vector `along`. */
export interface Line {
  readonly at: Spot;
  readonly along: Spot;
}

/** Places along a side at which the edge is measured. */
const PLACES = 40;
/** Cells to both sides in which the edge is looked for; outwards fewer if the picture ends there. */
const REACH = { most: 4, least: 1 } as const;
/** Paper is at least this much brighter than the table next to it. */
const BRIGHTER = 1.12;
/** The edge is seen at no less than this share of a side's places. */
const LEAST_SEEN = 0.7;
/** A place this many cells off the line is left out: a curl, a dog-ear, a finger. */
const OUTLIER = 1.2;

/** The straight edge between table and paper near the side of a clockwise quadrilateral; null if none is seen. */
export function fitEdge(light: GreyLight, { from, to }: { from: Spot; to: Spot }): Line | null {
  const length = distanceBetween(to, from);
  const inwards = { x: (from.y - to.y) / length, y: (to.x - from.x) / length };
  const places: Spot[] = [];
  for (let n = 0; n < PLACES; n++) {
    // Not up to the corners, where the other edge gets in the way.
    const share = 0.06 + (0.88 * n) / (PLACES - 1);
    const start = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
    const place = edgeAt(light, { from: start, inwards });
    if (place !== null) places.push(place);
  }
  if (places.length < LEAST_SEEN * PLACES) return null;
  let kept = places;
  for (let round = 0; round < 3; round++) {
    const line = fitLine(kept);
    kept = places.filter((place) => distance(line, place) < OUTLIER * (3 - round));
    if (kept.length < 0.6 * PLACES) return null;
  }
  return fitLine(kept);
}

/** Where brightness passes the mean of outside and inside, going inwards through `from`. */
function edgeAt(light: GreyLight, { from, inwards }: { from: Spot; inwards: Spot }): Spot | null {
  const at = (d: number) => sample(light, { x: from.x + d * inwards.x, y: from.y + d * inwards.y });
  let reach: number = REACH.most;
  while (reach > REACH.least && at(-reach) === null) reach -= 0.5;
  const outside = at(-reach);
  const inside = at(REACH.most);
  if (outside === null || inside === null || inside < BRIGHTER * outside) return null;
  const level = (inside + outside) / 2;
  let before = outside;
  for (let d = -reach + 0.5; d <= REACH.most; d += 0.5) {
    const value = at(d);
    if (value === null) return null;
    if (value >= level) {
      const exact = d - (0.5 * (value - level)) / Math.max(1, value - before);
      return { x: from.x + exact * inwards.x, y: from.y + exact * inwards.y };
    }
    before = value;
  }
  return null;
}

/**
 * Bilinear; null outside the plane. Spots are measured from the corners of cells, brightness is that of their centres.
 */
function sample({ width, height, plane }: GreyLight, { x, y }: Spot): number | null {
  if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return null;
  const u = Math.max(0, Math.min(width - 1.001, x - 0.5));
  const v = Math.max(0, Math.min(height - 1.001, y - 0.5));
  return sampleInk({ width, height, ink: plane }, u, v);
}

/** The least-squares line. */
export function fitLine(places: readonly Spot[]): Line {
  const x = sum(places.map((p) => p.x)) / places.length;
  const y = sum(places.map((p) => p.y)) / places.length;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const p of places) {
    xx += (p.x - x) ** 2;
    yy += (p.y - y) ** 2;
    xy += (p.x - x) * (p.y - y);
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return { at: { x, y }, along: { x: Math.cos(angle), y: Math.sin(angle) } };
}

/** Distance of a place from the line. */
export function distance({ at, along }: Line, p: Spot): number {
  return Math.abs((p.x - at.x) * along.y - (p.y - at.y) * along.x);
}

/** Where two lines meet; null if they are almost parallel. */
export function meet(a: Line, b: Line): Spot | null {
  const cross = a.along.x * b.along.y - a.along.y * b.along.x;
  if (Math.abs(cross) < 0.2) return null;
  const t = ((b.at.x - a.at.x) * b.along.y - (b.at.y - a.at.y) * b.along.x) / cross;
  return { x: a.at.x + t * a.along.x, y: a.at.y + t * a.along.y };
}
