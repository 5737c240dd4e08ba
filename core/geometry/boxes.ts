import { clamp } from "../basics/numbers.ts";
import type { Box, Point, Quad, Space } from "./coordinates.ts";

/**
 * The middle of a box.
 *
 * @example
 * middleOf({ x: 10, y: 20, width: 4, height: 6 }); // { x: 12, y: 23 }
 */
export function middleOf<S extends Space>({ x, y, width, height }: Box<S>): Point<S> {
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * The smallest box around some points; there must be at least one.
 *
 * @example
 * boxAround([{ x: 1, y: 5 }, { x: 4, y: 2 }]); // { x: 1, y: 2, width: 3, height: 3 }
 */
export function boxAround<S extends Space>(points: Iterable<Point<S>>): Box<S> {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The corners of a box: top left, then clockwise.
 *
 * @example
 * cornersOf({ x: 0, y: 0, width: 2, height: 1 })[2]; // { x: 2, y: 1 }
 */
export function cornersOf<S extends Space>({ x, y, width, height }: Box<S>): Quad<S> {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

/**
 * The box with a margin of `by` on each side.
 *
 * @example
 * grown({ x: 2, y: 2, width: 1, height: 1 }, 2); // { x: 0, y: 0, width: 5, height: 5 }
 */
export function grown<S extends Space>({ x, y, width, height }: Box<S>, by: number): Box<S> {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/**
 * The place in a box that is nearest to a point.
 *
 * @example
 * nearestInBox({ x: 0, y: 0, width: 4, height: 4 }, { x: 9, y: 1 }); // { x: 4, y: 1 }
 */
export function nearestInBox<S extends Space>({ x, y, width, height }: Box<S>, to: Point<S>): Point<S> {
  return { x: clamp(to.x, x, x + width), y: clamp(to.y, y, y + height) };
}

/**
 * The distance from a box to a point, in pixels; 0 inside.
 *
 * @example
 * distanceToBox({ x: 0, y: 0, width: 4, height: 4 }, { x: 7, y: 8 }); // 5
 */
export function distanceToBox<S extends Space>(box: Box<S>, at: Point<S>): number {
  const dx = Math.max(box.x - at.x, 0, at.x - box.x - box.width);
  const dy = Math.max(box.y - at.y, 0, at.y - box.y - box.height);
  return Math.hypot(dx, dy);
}

/**
 * Whether a point lies in a box, its edges included.
 *
 * @example
 * isInside({ x: 0, y: 0, width: 2, height: 2 }, { x: 2, y: 1 }); // true
 */
export function isInside<S extends Space>({ x, y, width, height }: Box<S>, at: Point<S>): boolean {
  return at.x >= x && at.y >= y && at.x <= x + width && at.y <= y + height;
}

/**
 * Whether two boxes have more than an edge in common.
 *
 * @example
 * overlaps({ x: 0, y: 0, width: 2, height: 2 }, { x: 2, y: 0, width: 2, height: 2 }); // false
 */
export function overlaps<S extends Space>(a: Box<S>, b: Box<S>): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/**
 * How much two boxes overlap: 0 if they do not, up to 1 for the same box.
 *
 * @example
 * intersectionOverUnion({ x: 0, y: 0, width: 2, height: 1 }, { x: 1, y: 0, width: 1, height: 1 }); // 0.5
 */
export function intersectionOverUnion<S extends Space>(a: Box<S>, b: Box<S>): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}

/**
 * Whether two boxes are the same except for rounding.
 *
 * @example
 * isSameBox({ x: 0, y: 0, width: 2, height: 2 }, { x: 0.4, y: 0, width: 2, height: 2 }); // true
 */
export function isSameBox<S extends Space>(a: Box<S>, b: Box<S>): boolean {
  const near = (p: number, q: number) => Math.abs(p - q) < 0.5;
  return near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height);
}

/**
 * Whether two boxes are at the same place: the same box, or `b` with its centre in `a`.
 *
 * @example
 * isAt({ x: 0, y: 0, width: 9, height: 9 }, { x: 4, y: 4, width: 2, height: 2 }); // true
 */
export function isAt<S extends Space>(a: Box<S>, b: Box<S>): boolean {
  return isSameBox(a, b) || isInside(a, middleOf(b));
}
