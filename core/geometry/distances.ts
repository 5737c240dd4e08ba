import type { Point, Space } from "./coordinates.ts";

/**
 * The distance between two points, in pixels.
 *
 * @example
 * distanceBetween({ x: 0, y: 0 }, { x: 3, y: 4 }); // 5
 */
export function distanceBetween<S extends Space>(a: Point<S>, b: Point<S>): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * The point of a polyline nearest to a given point, and its distance in pixels.
 *
 * @example
 * nearestOnLine([{ x: 0, y: 0 }, { x: 9, y: 0 }], { x: 4, y: 3 }); // { at: { x: 4, y: 0 }, distance: 3 }
 */
export function nearestOnLine<S extends Space>(
  points: readonly Point<S>[],
  to: Point<S>,
): { at: Point<S>; distance: number } {
  let at = points[0]!;
  let distance = distanceBetween(at, to);
  for (let i = 0; i + 1 < points.length; i++) {
    const a = points[i]!;
    const dx = points[i + 1]!.x - a.x;
    const dy = points[i + 1]!.y - a.y;
    const squared = dx * dx + dy * dy;
    if (squared === 0) continue;
    const t = Math.min(1, Math.max(0, ((to.x - a.x) * dx + (to.y - a.y) * dy) / squared));
    const foot = { x: a.x + t * dx, y: a.y + t * dy };
    const gap = distanceBetween(foot, to);
    if (gap >= distance) continue;
    at = foot;
    distance = gap;
  }
  return { at, distance };
}
