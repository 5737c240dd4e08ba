import type { Space } from "./coordinates.ts";
import { distanceBetween } from "./distances.ts";
import type { Quad } from "./fit-homography.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The corners of an upright rectangle at the origin: top left, then clockwise. */
export function quadOfSize<S extends Space>({ width, height }: Size): Quad<S> {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
}

/** The mean lengths of a quadrilateral's opposite sides; its corners are top left, then clockwise. */
export function sizeOfQuad<S extends Space>([a, b, c, d]: Quad<S>): Size {
  return {
    width: (distanceBetween(a, b) + distanceBetween(d, c)) / 2,
    height: (distanceBetween(a, d) + distanceBetween(b, c)) / 2,
  };
}
