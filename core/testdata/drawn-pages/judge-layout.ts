import type { StrokePoint } from "./hand.ts";
import type { Layout } from "./route-wires.ts";

/** Nearer than this, in gate heights, two wires cannot be distinguished. */
const CLEAR = 0.19;

interface Segment {
  readonly group: string;
  readonly a: StrokePoint;
  readonly b: StrokePoint;
}

/** A rectangle that wires must keep out of: left, top, right, bottom. */
export type Obstacle = readonly [number, number, number, number];

/** What is wrong with a layout (0: nothing), where its wires cross, and how far they run in all. */
export interface LayoutJudgement {
  readonly faults: number;
  readonly crossings: readonly { readonly at: StrokePoint; readonly groups: readonly [string, string] }[];
  readonly length: number;
}

/** Counts wires that run too close to another wire's corner or end, or through a gate or a letter. */
export function judgeLayout({ routes }: Layout, obstacles: readonly Obstacle[]): LayoutJudgement {
  const segments = routes.flatMap(({ group, strokes }) =>
    strokes.flatMap((line) => line.slice(1).map((b, i): Segment => ({ group, a: line[i]!, b }))),
  );
  let faults = 0;
  let length = 0;
  const crossings: { at: StrokePoint; groups: [string, string] }[] = [];
  segments.forEach((one, i) => {
    length += Math.hypot(one.b[0] - one.a[0], one.b[1] - one.a[1]);
    for (const box of obstacles) if (entersBox(one, box)) faults++;
    for (const other of segments.slice(i + 1)) {
      if (other.group === one.group) continue;
      const ends = [distance(one.a, other), distance(one.b, other), distance(other.a, one), distance(other.b, one)];
      if (Math.min(...ends) < CLEAR) faults++;
      const at = crossing(one, other);
      if (at !== null) crossings.push({ at, groups: [one.group, other.group] });
    }
  });
  return { faults, crossings, length };
}

function distance([x, y]: StrokePoint, { a, b }: Segment): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / square));
  return Math.hypot(a[0] + t * dx - x, a[1] + t * dy - y);
}

function crossing(p: Segment, q: Segment): StrokePoint | null {
  const [rx, ry] = [p.b[0] - p.a[0], p.b[1] - p.a[1]];
  const [sx, sy] = [q.b[0] - q.a[0], q.b[1] - q.a[1]];
  const cross = rx * sy - ry * sx;
  if (Math.abs(cross) < 1e-9) return null;
  const t = ((q.a[0] - p.a[0]) * sy - (q.a[1] - p.a[1]) * sx) / cross;
  const u = ((q.a[0] - p.a[0]) * ry - (q.a[1] - p.a[1]) * rx) / cross;
  return t > 0 && t < 1 && u > 0 && u < 1 ? [p.a[0] + t * rx, p.a[1] + t * ry] : null;
}

/** True if the segment comes into the box, looked at in small steps. */
function entersBox({ a, b }: Segment, [left, top, right, bottom]: Obstacle): boolean {
  const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.05));
  for (let step = 0; step <= steps; step++) {
    const x = a[0] + ((b[0] - a[0]) * step) / steps;
    const y = a[1] + ((b[1] - a[1]) * step) / steps;
    if (x > left && x < right && y > top && y < bottom) return true;
  }
  return false;
}
