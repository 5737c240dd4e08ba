import { distanceBetween, nearestOnLine } from "../../geometry/distances.ts";
import type { LayoutPoint } from "./laid-out-circuit.ts";

/** A wire turns if its directions shortly before and after differ by more than this. */
const TURN = Math.cos((40 * Math.PI) / 180);

/**
 * Where wires turn or branch, each place once: what distinguishes two ways of routing the same wires. Lines may be
 * drawn in many short steps; `reach` is how far before and after a place its directions are measured, and how near two
 * corners are one.
 */
export function wireCorners(wires: readonly (readonly LayoutPoint[])[], { reach }: { reach: number }): LayoutPoint[] {
  const corners: LayoutPoint[] = [];
  const add = (place: LayoutPoint) => {
    if (!corners.some((other) => distanceBetween(other, place) < reach)) corners.push(place);
  };
  for (const wire of wires) for (const corner of turnsOf(wire, reach)) add(corner);
  for (const wire of wires) {
    for (const end of [wire[0], wire.at(-1)]) {
      if (end !== undefined && wires.some((other) => other !== wire && passes(other, end, reach))) add(end);
    }
  }
  return corners;
}

/** The sharpest place of every stretch that turns. */
function turnsOf(wire: readonly LayoutPoint[], reach: number): LayoutPoint[] {
  const turns: { at: LayoutPoint; cosine: number }[] = [];
  wire.forEach((at, index) => {
    const before = walk(wire, { index, step: -1, reach });
    const behind = walk(wire, { index, step: 1, reach });
    if (before === null || behind === null) return;
    const [ux, uy, vx, vy] = [at.x - before.x, at.y - before.y, behind.x - at.x, behind.y - at.y];
    const cosine = (ux * vx + uy * vy) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) || 1);
    if (cosine >= TURN) return;
    const last = turns.at(-1);
    if (last !== undefined && distanceBetween(last.at, at) < reach) {
      if (cosine < last.cosine) turns[turns.length - 1] = { at, cosine };
    } else turns.push({ at, cosine });
  });
  return turns.map(({ at }) => at);
}

/** The place `reach` along the wire; the wire's end if that is at least half as far; null at the end itself. */
function walk(
  wire: readonly LayoutPoint[],
  { index, step, reach }: { index: number; step: 1 | -1; reach: number },
): LayoutPoint | null {
  let left = reach;
  let from = wire[index]!;
  for (let k = index + step; k >= 0 && k < wire.length; k += step) {
    const to = wire[k]!;
    const length = distanceBetween(from, to);
    if (length >= left) {
      const share = left / length;
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    }
    left -= length;
    from = to;
  }
  return left <= reach / 2 ? from : null;
}

/** True if the wire continues on both sides of the place. */
function passes(wire: readonly LayoutPoint[], at: LayoutPoint, reach: number): boolean {
  const [first, last] = [wire[0], wire.at(-1)];
  if (
    first === undefined ||
    last === undefined ||
    distanceBetween(first, at) < reach ||
    distanceBetween(last, at) < reach
  ) {
    return false;
  }
  return nearestOnLine(wire, at).distance < reach / 2;
}
