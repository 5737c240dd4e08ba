import type { PagePoint } from "../geometry/coordinates.ts";

/** Unit vector from the start of a line to where it is `reach` pixels further on, or to its end. */
export function directionFromStart(points: readonly PagePoint[], reach: number): PagePoint {
  const start = points[0]!;
  let target = points.at(-1)!;
  for (let i = 1; i < points.length; i++) {
    const point = points[i]!;
    const distance = Math.hypot(point.x - start.x, point.y - start.y);
    if (distance < reach) continue;
    const before = points[i - 1]!;
    const near = Math.hypot(before.x - start.x, before.y - start.y);
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

/** The nearest place of a line to a point, and its distance in pixels. */
export function nearestOnLine(points: readonly PagePoint[], to: PagePoint): { at: PagePoint; distance: number } {
  let at = points[0]!;
  let distance = Math.hypot(at.x - to.x, at.y - to.y);
  for (let i = 0; i + 1 < points.length; i++) {
    const a = points[i]!;
    const dx = points[i + 1]!.x - a.x;
    const dy = points[i + 1]!.y - a.y;
    const squared = dx * dx + dy * dy;
    if (squared === 0) continue;
    const t = Math.min(1, Math.max(0, ((to.x - a.x) * dx + (to.y - a.y) * dy) / squared));
    const foot = { x: a.x + t * dx, y: a.y + t * dy };
    const gap = Math.hypot(foot.x - to.x, foot.y - to.y);
    if (gap >= distance) continue;
    at = foot;
    distance = gap;
  }
  return { at, distance };
}
