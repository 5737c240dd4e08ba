import type { Point, Quad, Space } from "./coordinates.ts";
import type { Homography } from "./homography.ts";
import { solve } from "./solve.ts";

/**
 * The plane projective map that takes each of the four points of `from` to the corresponding one of `to` (Hartley and
 * Zisserman, Multiple View Geometry, 4.1, with the last coefficient 1). Null if three of the points lie on a line.
 *
 * @example
 * const quad = [{ x: 0, y: 0 }, { x: 9, y: 0 }, { x: 9, y: 9 }, { x: 0, y: 9 }];
 * const h = fitHomography({ space: "Page", quad }, { space: "Picture", quad });
 */
export function fitHomography<A extends Space, B extends Space>(
  from: { space: A; quad: Quad<A> },
  to: { space: B; quad: Quad<B> },
): Homography<A, B> | null {
  const rows: number[][] = [];
  for (let i = 0; i < 4; i++) {
    const { x, y } = from.quad[i] as Point<A>;
    const { x: u, y: v } = to.quad[i] as Point<B>;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u]);
    rows.push([0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  const m = solve(rows);
  if (m === null) return null;
  const [a, b, c, d, e, f, g, h] = m as [number, number, number, number, number, number, number, number];
  return { from: from.space, to: to.space, m: [a, b, c, d, e, f, g, h, 1] };
}
