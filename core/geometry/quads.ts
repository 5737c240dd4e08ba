import type { Quad, Space } from "./coordinates.ts";
import { distanceBetween } from "./distances.ts";

/** The mean lengths of a quadrilateral's opposite sides; its corners are top left, then clockwise. */
export function sizeOfQuad<S extends Space>([a, b, c, d]: Quad<S>): { width: number; height: number } {
  return {
    width: (distanceBetween(a, b) + distanceBetween(d, c)) / 2,
    height: (distanceBetween(a, d) + distanceBetween(b, c)) / 2,
  };
}
