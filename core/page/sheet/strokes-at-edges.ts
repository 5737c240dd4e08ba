import type { Quad } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import { blankOutside } from "../blank-outside.ts";
import type { DarkPlane } from "../light/grey-darkness.ts";
import type { Spot } from "./enclosing-quad.ts";

/** Pixels to both sides of an edge at which a stroke that crosses it is looked for. */
const OFFSETS = [-11, -7, 7, 11] as const;
/** A stroke is at least this much darker than the paper next to it. */
const INK = 70;
/** Pixels along the edge: a wider dark place is a finger, not a stroke. */
const WIDEST = 14;
/** How many pixels a stroke may shift between two offsets on one side of the edge, and across the edge. */
const SLANT = { beside: 4, over: 12 } as const;
/** Share of a side that is left out at its corners. */
const CORNER = 0.04;

/**
 * Whether a drawn stroke crosses a side of the quadrilateral: strokes end at the edge of a sheet, but not at the edge
 * of a shadow. `corners` are in pixels of the plane.
 */
export function isCrossed(plane: DarkPlane, corners: readonly Spot[]): boolean {
  return corners.some((from, side) => {
    const to = corners[(side + 1) % corners.length]!;
    const rows = OFFSETS.map((offset) => strokesAlong(plane, { from, to, offset }));
    const [outer, outside, inside, inner] = rows as [number[], number[], number[], number[]];
    const isNear = (places: readonly number[], at: number, reach: number) =>
      places.some((place) => Math.abs(place - at) <= reach);
    return outside.some(
      (at) =>
        isNear(outer, at, SLANT.beside) &&
        inside.some((other) => Math.abs(other - at) <= SLANT.over && isNear(inner, other, SLANT.beside)),
    );
  });
}

/** Number of pixels that are as dark as ink, within the corners of a clockwise quadrilateral or everywhere. */
export function darkPixels(plane: DarkPlane, corners?: Quad<"Picture">): number {
  const inside = corners === undefined ? plane.dark : plane.dark.slice();
  if (corners !== undefined) blankOutside(inside, { ...plane, corners });
  let count = 0;
  for (let i = 0; i < inside.length; i++) if (inside[i]! >= INK) count++;
  return count;
}

/** The middles of narrow dark places on a line `offset` pixels inside a side, in pixels along it. */
function strokesAlong(plane: DarkPlane, { from, to, offset }: { from: Spot; to: Spot; offset: number }): number[] {
  const length = distanceBetween(to, from);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const found: number[] = [];
  let begin = -1;
  const last = Math.floor(length * (1 - CORNER));
  for (let at = Math.ceil(length * CORNER); at <= last; at++) {
    const x = Math.round(from.x + at * along.x - offset * along.y);
    const y = Math.round(from.y + at * along.y + offset * along.x);
    const isInside = x >= 0 && y >= 0 && x < plane.width && y < plane.height;
    const isDark = isInside && plane.dark[y * plane.width + x]! >= INK;
    if (isDark && begin === -1) begin = at;
    if (isDark || begin === -1) continue;
    if (at - begin <= WIDEST) found.push((begin + at - 1) / 2);
    begin = -1;
  }
  return found;
}
