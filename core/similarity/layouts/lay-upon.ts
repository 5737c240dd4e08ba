import type { LayoutPoint } from "./laid-out-circuit.ts";
import type { LayoutShape, Places } from "./layout-shape.ts";

/** Maps one layout onto another: x' = c x - s y + dx, y' = s x + c y + dy. */
export interface Similarity {
  readonly c: number;
  readonly s: number;
  readonly dx: number;
  readonly dy: number;
}

/** Places farther apart than this many gates do not match. */
export const LOST = 1.5;
/** The distance that a gate of another class at the same place counts as, in gates. */
export const OTHER_CLASS = 0.1;
/** The share of the nearest matches that the second layout is fitted by; the others may have been swapped. */
const FITTED_SHARE = 0.7;
const MOST_TURN = Math.tan((6 * Math.PI) / 180);
const ROUNDS = 2;

/** Aligns the second layout with the first by moving, scaling and a slight rotation. */
export function layUpon(a: LayoutShape, b: LayoutShape): Similarity {
  let onto: Similarity = { c: spreadOf(a) / spreadOf(b), s: 0, dx: 0, dy: 0 };
  for (let round = 0; round < ROUNDS; round++) onto = refine(onto, a, b);
  return onto;
}

/** A place of the second layout after alignment with the first. */
export function carry({ c, s, dx, dy }: Similarity, { x, y }: LayoutPoint): LayoutPoint {
  return { x: c * x - s * y + dx, y: s * x + c * y + dy };
}

/** Places of the second layout after alignment with the first. */
export function carryAll({ c, s, dx, dy }: Similarity, { xs, ys, names }: Places): Places {
  const [movedXs, movedYs] = [new Float64Array(xs.length), new Float64Array(xs.length)];
  for (let k = 0; k < xs.length; k++) {
    movedXs[k] = c * xs[k]! - s * ys[k]! + dx;
    movedYs[k] = s * xs[k]! + c * ys[k]! + dy;
  }
  return { xs: movedXs, ys: movedYs, names };
}

function spreadOf({ gates, ends }: LayoutShape): number {
  const { xs, ys } = gates.xs.length > 1 ? gates : ends;
  let sum = 0;
  for (let k = 0; k < xs.length; k++) sum += xs[k]! * xs[k]! + ys[k]! * ys[k]!;
  return Math.sqrt(sum / Math.max(1, xs.length)) || 1;
}

/** The place among the others that is nearest to place `k`; `other` is added if that has another name. -1: none. */
export function nearestOf(
  { xs, ys, names }: Places,
  { k, others, other }: { k: number; others: Places; other: number },
): { index: number; apart: number } {
  let [index, apart] = [-1, LOST];
  for (let j = 0; j < others.xs.length; j++) {
    const dx = others.xs[j]! - xs[k]!;
    const dy = others.ys[j]! - ys[k]!;
    let distance = Math.sqrt(dx * dx + dy * dy);
    if (other !== 0 && others.names[j] !== names[k]) distance += other;
    if (distance < apart) [index, apart] = [j, distance];
  }
  return { index, apart };
}

/** The similarity that fits the nearer matches of gates and ends best (least squares). */
function refine(onto: Similarity, a: LayoutShape, b: LayoutShape): Similarity {
  const matches: { ax: number; ay: number; bx: number; by: number; apart: number }[] = [];
  for (const kind of ["gates", "ends"] as const) {
    const carried = carryAll(onto, b[kind]);
    for (let k = 0; k < carried.xs.length; k++) {
      const { index, apart } = nearestOf(carried, { k, others: a[kind], other: kind === "gates" ? OTHER_CLASS : LOST });
      if (index === -1) continue;
      matches.push({
        ax: a[kind].xs[index]!,
        ay: a[kind].ys[index]!,
        bx: b[kind].xs[k]!,
        by: b[kind].ys[k]!,
        apart,
      });
    }
  }
  if (matches.length < 3) return onto;
  matches.sort((p, q) => p.apart - q.apart);
  return leastSquares(matches.slice(0, Math.max(3, Math.ceil(FITTED_SHARE * matches.length)))) ?? onto;
}

function leastSquares(
  matches: readonly { readonly ax: number; readonly ay: number; readonly bx: number; readonly by: number }[],
): Similarity | null {
  const count = matches.length;
  let [ax, ay, bx, by] = [0, 0, 0, 0];
  for (const match of matches) {
    ax += match.ax / count;
    ay += match.ay / count;
    bx += match.bx / count;
    by += match.by / count;
  }
  let [dot, cross, square] = [0, 0, 0];
  for (const match of matches) {
    const [px, py, qx, qy] = [match.ax - ax, match.ay - ay, match.bx - bx, match.by - by];
    dot += px * qx + py * qy;
    cross += py * qx - px * qy;
    square += qx * qx + qy * qy;
  }
  if (square === 0 || dot <= 0) return null;
  const c = dot / square;
  const s = Math.max(-MOST_TURN * c, Math.min(MOST_TURN * c, cross / square));
  return { c, s, dx: ax - (c * bx - s * by), dy: ay - (s * bx + c * by) };
}
