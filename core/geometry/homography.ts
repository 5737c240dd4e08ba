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

/** The map that does first what `first` does, then what `then` does. */
export function composed<A extends Space, B extends Space, C extends Space>(
  then: Homography<B, C>,
  first: Homography<A, B>,
): Homography<A, C> {
  const [a, b, c, d, e, f, g, h, i] = then.m;
  const [p, q, r, s, t, u, v, w, x] = first.m;
  const rows = [
    [a, b, c],
    [d, e, f],
    [g, h, i],
  ] as const;
  const m = rows.flatMap(([k, l, n]) => [k * p + l * s + n * v, k * q + l * t + n * w, k * r + l * u + n * x]);
  return { from: first.from, to: then.to, m: m as unknown as Homography<A, C>["m"] };
}

/** The smallest axis-parallel box around the four mapped corners of `box`. */
export function applyHomographyToBox<A extends Space, B extends Space>(h: Homography<A, B>, box: Box<A>): Box<B> {
  return boxAround(cornersOf(box).map((corner) => applyHomography(h, corner)));
}
