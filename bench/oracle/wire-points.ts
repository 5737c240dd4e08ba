import { sum } from "../../core/basics/numbers.ts";
import type { PageBox, PagePoint } from "../../core/geometry/coordinates.ts";
import type { PointMark } from "../../core/marks/marks.ts";
import type { Stroke } from "../../core/testdata/render/sketch.ts";

type Point = readonly [number, number];

export interface WirePointSettings {
  /** Usual gate size in pixels. */
  readonly size: number;
  readonly gates: readonly PageBox[];
  readonly bubbles: readonly PagePoint[];
  /** The entries of `nets` are not electrical nets (as in the survey): strokes that cross do not connect. */
  readonly netsAreMixed: boolean;
}

interface Line {
  readonly net: number;
  readonly points: Stroke;
  readonly along: readonly number[];
  readonly length: number;
}

/**
 * Junctions, crossings and free ends of wires, from their strokes, labelled as in the detector's training. Each entry
 * of `nets` is one electrical net.
 */
export function wirePoints(
  nets: readonly (readonly Stroke[])[],
  { size, gates, bubbles, netsAreMixed }: WirePointSettings,
): PointMark[] {
  const near = 0.14 * size;
  const marks: PointMark[] = [];
  const put = (at: Point, kind: PointMark["kind"], always = false) => {
    const taken = marks.some(
      (mark) => mark.kind !== "end" && Math.abs(mark.at.x - at[0]) < near && Math.abs(mark.at.y - at[1]) < near,
    );
    if (always || !taken) marks.push({ kind, at: { x: at[0], y: at[1] }, confidence: 1 });
  };
  const lines: Line[] = [];
  nets.forEach((group, net) => {
    for (const stroke of group) {
      const spanX = Math.max(...stroke.map((p) => p[0])) - Math.min(...stroke.map((p) => p[0]));
      const spanY = Math.max(...stroke.map((p) => p[1])) - Math.min(...stroke.map((p) => p[1]));
      if (Math.max(spanX, spanY) >= 0.2 * size) lines.push(measured(net, stroke));
      else put(centre(stroke), "junction", true);
    }
  });

  const joined = new Set<string>();
  for (let i = 0; i < lines.length; i++) {
    for (let j = i + 1; j < lines.length; j++) {
      const a = lines[i]!;
      const b = lines[j]!;
      const same = a.net === b.net;
      for (const hit of intersections(a, b)) {
        const atEndOfA = Math.min(hit.onA, a.length - hit.onA) < near;
        const atEndOfB = Math.min(hit.onB, b.length - hit.onB) < near;
        const isThrough = !atEndOfA && !atEndOfB;
        if (isThrough && (!same || netsAreMixed)) put(hit.at, "crossing");
        else if (same && !(atEndOfA && atEndOfB)) put(hit.at, "junction");
      }
      if (!same) continue;
      for (const [first, second, k] of [[a, b, i] as const, [b, a, j] as const]) {
        for (const which of [0, 1]) {
          const tip = which === 0 ? first.points[0]! : first.points.at(-1)!;
          const nearest = closest(second, tip);
          if (nearest.distance >= near) continue;
          joined.add(`${k}:${which}`);
          if (Math.min(nearest.along, second.length - nearest.along) > near) put(nearest.at, "junction");
        }
      }
    }
  }
  lines.forEach((line, k) => {
    for (const which of [0, 1]) {
      const tip = which === 0 ? line.points[0]! : line.points.at(-1)!;
      if (joined.has(`${k}:${which}`)) continue;
      const pad = 0.35 * size;
      const atGate = gates.some(
        (b) =>
          b.x - pad < tip[0] && tip[0] < b.x + b.width + pad && b.y - pad < tip[1] && tip[1] < b.y + b.height + pad,
      );
      const atBubble = bubbles.some((b) => Math.abs(tip[0] - b.x) + Math.abs(tip[1] - b.y) < pad);
      if (!atGate && !atBubble) put(tip, "end", true);
    }
  });
  return marks;
}

function measured(net: number, points: Stroke): Line {
  const along = [0];
  for (let i = 1; i < points.length; i++) {
    const [x0, y0] = points[i - 1]!;
    const [x1, y1] = points[i]!;
    along.push(along[i - 1]! + Math.hypot(x1 - x0, y1 - y0));
  }
  return { net, points, along, length: along.at(-1)! };
}

function centre(stroke: Stroke): Point {
  const x = sum(stroke.map((p) => p[0])) / stroke.length;
  const y = sum(stroke.map((p) => p[1])) / stroke.length;
  return [x, y];
}

function intersections(a: Line, b: Line): { at: Point; onA: number; onB: number }[] {
  const hits: { at: Point; onA: number; onB: number }[] = [];
  for (let i = 0; i + 1 < a.points.length; i++) {
    const [px, py] = a.points[i]!;
    const rx = a.points[i + 1]![0] - px;
    const ry = a.points[i + 1]![1] - py;
    for (let j = 0; j + 1 < b.points.length; j++) {
      const [qx, qy] = b.points[j]!;
      const sx = b.points[j + 1]![0] - qx;
      const sy = b.points[j + 1]![1] - qy;
      const cross = rx * sy - ry * sx;
      if (Math.abs(cross) < 1e-9) continue;
      const t = ((qx - px) * sy - (qy - py) * sx) / cross;
      const u = ((qx - px) * ry - (qy - py) * rx) / cross;
      if (t < 0 || t >= 1 || u < 0 || u >= 1) continue;
      hits.push({
        at: [px + t * rx, py + t * ry],
        onA: a.along[i]! + t * Math.hypot(rx, ry),
        onB: b.along[j]! + u * Math.hypot(sx, sy),
      });
    }
  }
  return hits;
}

function closest(line: Line, to: Point): { at: Point; along: number; distance: number } {
  let best = { at: line.points[0]!, along: 0, distance: Number.POSITIVE_INFINITY };
  for (let i = 0; i + 1 < line.points.length; i++) {
    const [x, y] = line.points[i]!;
    const dx = line.points[i + 1]![0] - x;
    const dy = line.points[i + 1]![1] - y;
    const squared = dx * dx + dy * dy;
    const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((to[0] - x) * dx + (to[1] - y) * dy) / squared));
    const at: Point = [x + t * dx, y + t * dy];
    const distance = Math.hypot(to[0] - at[0], to[1] - at[1]);
    if (distance < best.distance) best = { at, along: line.along[i]! + t * Math.sqrt(squared), distance };
  }
  return best;
}
