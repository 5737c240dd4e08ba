import { sum } from "../basics/numbers.ts";
import { solve } from "./solve.ts";

/** A point in any plane. */
interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** A point and its position in another plane. */
export interface PlanePair {
  readonly from: PlanePoint;
  readonly to: PlanePoint;
}

/** From this many pairs on, perspective can be distinguished from noise. */
const FOR_PERSPECTIVE = 6;
/** Keeps points on a line from making the system singular; small compared with coordinates of about 1. */
const RIDGE = 1e-9;

/**
 * The projective map that fits `pairs` best (least squares): with few pairs the affine one, with fewer than three a
 * uniform scale. Null without pairs.
 *
 * @example
 * const corners = [{ x: 0, y: 0 }, { x: 9, y: 0 }, { x: 9, y: 9 }, { x: 0, y: 9 }];
 * const toSheet = fitPlane(corners.map(({ x, y }) => ({ from: { x, y }, to: { x: 2 * x, y: 2 * y } })));
 */
export function fitPlane(pairs: readonly PlanePair[]): ((point: PlanePoint) => PlanePoint) | null {
  const [first] = pairs;
  if (first === undefined) return null;
  const from = normalizer(pairs.map((pair) => pair.from));
  const to = normalizer(pairs.map((pair) => pair.to));
  if (pairs.length < 3 || from.size === 0 || to.size === 0) {
    const scale = from.size > 0 && to.size > 0 ? to.size / from.size : 1;
    return ({ x, y }) => ({ x: to.x + (x - from.x) * scale, y: to.y + (y - from.y) * scale });
  }
  const unknowns = pairs.length >= FOR_PERSPECTIVE ? 8 : 6;
  const rows = pairs.flatMap((pair) => {
    const [x, y] = [(pair.from.x - from.x) / from.size, (pair.from.y - from.y) / from.size];
    const [u, v] = [(pair.to.x - to.x) / to.size, (pair.to.y - to.y) / to.size];
    return [
      [...[x, y, 1, 0, 0, 0, -u * x, -u * y].slice(0, unknowns), u],
      [...[0, 0, 0, x, y, 1, -v * x, -v * y].slice(0, unknowns), v],
    ];
  });
  const m = solve(normalEquations(rows, unknowns));
  if (m === null) return null;
  const [a, b, c, d, e, f, g = 0, h = 0] = m as [number, number, number, number, number, number, ...number[]];
  return (point) => {
    const [x, y] = [(point.x - from.x) / from.size, (point.y - from.y) / from.size];
    const w = g * x + h * y + 1;
    return { x: to.x + (to.size * (a * x + b * y + c)) / w, y: to.y + (to.size * (d * x + e * y + f)) / w };
  };
}

function normalEquations(rows: readonly (readonly number[])[], unknowns: number): number[][] {
  return Array.from({ length: unknowns }, (_, i) =>
    Array.from({ length: unknowns + 1 }, (_, j) => {
      return rows.reduce((sum, row) => sum + row[i]! * row[j]!, i === j ? RIDGE : 0);
    }),
  );
}

/** The centre of the points and their spread around it. */
function normalizer(points: readonly PlanePoint[]): { x: number; y: number; size: number } {
  const x = sum(points.map((point) => point.x)) / points.length;
  const y = sum(points.map((point) => point.y)) / points.length;
  const square = sum(points.map((point) => (point.x - x) ** 2 + (point.y - y) ** 2));
  return { x, y, size: Math.sqrt(square / points.length) };
}
