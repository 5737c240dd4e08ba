import { boxAround, cornersOf } from "./boxes.ts";
import type { Box, Point, Space } from "./coordinates.ts";

/**
 * A plane projective map from space `A` to space `B`, row-major 3 x 3:
 * `[x', y', w] = m · [x, y, 1]`, then divided by `w`.
 */
export interface Homography<A extends Space, B extends Space> {
  readonly from: A;
  readonly to: B;
  readonly m: readonly [number, number, number, number, number, number, number, number, number];
}

/** The point `p` mapped by `h`. */
export function applyHomography<A extends Space, B extends Space>(h: Homography<A, B>, p: Point<A>): Point<B> {
  const [a, b, c, d, e, f, g, i, j] = h.m;
  const w = g * p.x + i * p.y + j;
  return { x: (a * p.x + b * p.y + c) / w, y: (d * p.x + e * p.y + f) / w };
}

/** The smallest axis-parallel box around the four mapped corners of `box`. */
export function applyHomographyToBox<A extends Space, B extends Space>(h: Homography<A, B>, box: Box<A>): Box<B> {
  return boxAround(cornersOf(box).map((corner) => applyHomography(h, corner)));
}
