/** A place among the cells of a plane. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/**
 * A small quadrilateral around all `spots`, clockwise with y downwards: their convex hull, from which sides are removed
 * until four are left, always the one whose neighbours, extended until they meet, add the least area. Null if the hull
 * has fewer than four corners.
 */
export function enclosingQuad(spots: readonly Spot[]): Spot[] | null {
  const hull = convexHull(spots);
  while (hull.length > 4) {
    let best: { at: number; corner: Spot; added: number } | null = null;
    for (let i = 0; i < hull.length; i++) {
      // Without the side from hull[i] to the next one.
      const a = hull[(i + hull.length - 1) % hull.length]!;
      const b = hull[i]!;
      const c = hull[(i + 1) % hull.length]!;
      const d = hull[(i + 2) % hull.length]!;
      const corner = beyond({ a, b, c, d });
      if (corner === null) continue;
      const added = Math.abs(cross(b, corner, c)) / 2;
      if (best === null || added < best.added) best = { at: i, corner, added };
    }
    if (best === null) return null;
    const next = (best.at + 1) % hull.length;
    hull[best.at] = best.corner;
    hull.splice(next, 1);
  }
  return hull.length === 4 ? hull : null;
}

/** Where the lines from `a` through `b` and from `d` through `c` meet; null if they diverge. */
function beyond({ a, b, c, d }: { a: Spot; b: Spot; c: Spot; d: Spot }): Spot | null {
  const u = { x: b.x - a.x, y: b.y - a.y };
  const v = { x: c.x - d.x, y: c.y - d.y };
  const turn = u.x * v.y - u.y * v.x;
  if (Math.abs(turn) < 1e-9) return null;
  const t = ((c.x - b.x) * v.y - (c.y - b.y) * v.x) / turn;
  const s = ((c.x - b.x) * u.y - (c.y - b.y) * u.x) / turn;
  return t < 0 || s < 0 ? null : { x: b.x + t * u.x, y: b.y + t * u.y };
}

/** Andrew's monotone chain; without the corners on a line. */
function convexHull(spots: readonly Spot[]): Spot[] {
  const sorted = [...spots].sort((a, b) => a.x - b.x || a.y - b.y);
  const upper = chain(sorted);
  const lower = chain(sorted.reverse());
  return [...upper.slice(0, -1), ...lower.slice(0, -1)];
}

function chain(sorted: readonly Spot[]): Spot[] {
  const hull: Spot[] = [];
  for (const spot of sorted) {
    while (hull.length >= 2 && cross(hull.at(-2)!, hull.at(-1)!, spot) <= 0) hull.pop();
    hull.push(spot);
  }
  return hull;
}

/** Positive if the path from `a` through `b` to `c` turns right, y downwards. */
function cross(a: Spot, b: Spot, c: Spot): number {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}
