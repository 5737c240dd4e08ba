import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";

/** Unit vector from the start of a line to the place `reach` pixels further on, or to its end. */
export function directionFromStart(points: readonly PagePoint[], reach: number): PagePoint {
  const start = points[0]!;
  let target = points.at(-1)!;
  for (let i = 1; i < points.length; i++) {
    const point = points[i]!;
    const distance = distanceBetween(point, start);
    if (distance < reach) continue;
    const before = points[i - 1]!;
    const near = distanceBetween(before, start);
    const t = distance === near ? 1 : (reach - near) / (distance - near);
    target = { x: before.x + t * (point.x - before.x), y: before.y + t * (point.y - before.y) };
    break;
  }
  return unitVector({ x: target.x - start.x, y: target.y - start.y });
}

/** The vector with length 1, or zero for a zero vector. */
export function unitVector({ x, y }: PagePoint): PagePoint {
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 0, y: 0 } : { x: x / length, y: y / length };
}

/** Cosine of the angle between two unit vectors. */
export function cosine(a: PagePoint, b: PagePoint): number {
  return a.x * b.x + a.y * b.y;
}
