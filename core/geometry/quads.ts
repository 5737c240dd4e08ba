import type { Point, Quad, Space } from "./coordinates.ts";
import { distanceBetween } from "./distances.ts";

/** The mean lengths of a quadrilateral's opposite sides; its corners are top left, then clockwise. */
export function sizeOfQuad<S extends Space>([a, b, c, d]: Quad<S>): { width: number; height: number } {
  return {
    width: (distanceBetween(a, b) + distanceBetween(d, c)) / 2,
    height: (distanceBetween(a, d) + distanceBetween(b, c)) / 2,
  };
}

/** The area in a ring of points, in square pixels. */
export function areaIn<S extends Space>(points: readonly Point<S>[]): number {
  const twice = points.reduce((sum, { x, y }, index) => {
    const after = points[(index + 1) % points.length]!;
    return sum + x * after.y - after.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}
