import type { PagePoint } from "../../geometry/coordinates.ts";

/**
 * The corners of a line: no point of `points` is further than `tolerance` pixels from the line through the points that
 * are kept. Both ends are kept.
 *
 * Method: Ramer (1972), Douglas and Peucker (1973).
 *
 * @example
 * simplifyLine([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }], 0.5); // [{ x: 0, y: 0 }, { x: 2, y: 0 }]
 */
export function simplifyLine(points: readonly PagePoint[], tolerance: number): PagePoint[] {
  const keep = new Uint8Array(points.length);
  keep[0] = 1;
  keep[points.length - 1] = 1;
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to] = range;
    const a = points[from]!;
    const dx = points[to]!.x - a.x;
    const dy = points[to]!.y - a.y;
    const length = Math.hypot(dx, dy);
    let furthest = -1;
    let most = tolerance;
    for (let at = from + 1; at < to; at++) {
      const x = points[at]!.x - a.x;
      const y = points[at]!.y - a.y;
      const distance = length === 0 ? Math.hypot(x, y) : Math.abs(x * dy - y * dx) / length;
      if (distance <= most) continue;
      most = distance;
      furthest = at;
    }
    if (furthest === -1) continue;
    keep[furthest] = 1;
    open.push([from, furthest], [furthest, to]);
  }
  return points.filter((_, index) => keep[index] === 1);
}
