import { carryAll, layUpon, nearestOf, OTHER_CLASS } from "../layouts/lay-upon.ts";
import type { LayoutShape, Places } from "../layouts/layout-shape.ts";

/** Kinds of compared places, two numbers for each: along and across the page, or width and height. */
export const KINDS = ["gates", "ends", "corners", "sizes"] as const;

/**
 * The distance that a wire end with another name at the same place counts as, in gates: letters move with swapped
 * gates.
 */
const OTHER_NAME = 0.3;

/**
 * How a layout deviates from another one that is aligned with it: for each gate, named wire end and corner of the
 * first, how far the nearest of its kind in the other is, in units of a usual gate; and for each gate, by how much the
 * nearest of its class is wider and higher (natural logarithms). Two numbers each, in that order; NaN if there is none.
 */
export function deviations(a: LayoutShape, b: LayoutShape): Float64Array {
  const onto = layUpon(a, b);
  const gates = carryAll(onto, b.gates);
  const found = new Float64Array(2 * (2 * a.gates.xs.length + a.ends.xs.length + a.corners.xs.length));
  let at = offsets(found, 0, { places: a.gates, others: gates, other: OTHER_CLASS });
  at = offsets(found, at, { places: a.ends, others: carryAll(onto, b.ends), other: OTHER_NAME });
  at = offsets(found, at, { places: a.corners, others: carryAll(onto, b.corners), other: 0 });
  growths(found.subarray(at), a, { b, gates, scale: Math.log(Math.hypot(onto.c, onto.s)) });
  return found;
}

/** The kind of every two numbers of a layout's deviations, as an index into `KINDS`. */
export function deviationKinds({ gates, ends, corners }: LayoutShape): Uint8Array {
  const counts = [gates.xs.length, ends.xs.length, corners.xs.length, gates.xs.length];
  return Uint8Array.from(counts.flatMap((count, kind) => Array<number>(count).fill(kind)));
}

interface Compared {
  readonly places: Places;
  readonly others: Places;
  readonly other: number;
}

/** Writes the offsets of the places' nearest others from `at` on; gives where they end. */
function offsets(found: Float64Array, at: number, { places, others, other }: Compared): number {
  for (let k = 0; k < places.xs.length; k++) {
    const { index } = nearestOf(places, { k, others, other });
    found[at + 2 * k] = index === -1 ? Number.NaN : others.xs[index]! - places.xs[k]!;
    found[at + 2 * k + 1] = index === -1 ? Number.NaN : others.ys[index]! - places.ys[k]!;
  }
  return at + 2 * places.xs.length;
}

interface Grown {
  readonly b: LayoutShape;
  /** Those of `b`, after alignment. */
  readonly gates: Places;
  readonly scale: number;
}

/** A gate that was swapped with another takes its size along: the nearest of its class is its partner. */
function growths(found: Float64Array, a: LayoutShape, { b, gates, scale }: Grown): void {
  for (let k = 0; k < a.gates.xs.length; k++) {
    let [index, apart] = [-1, Number.POSITIVE_INFINITY];
    for (let j = 0; j < gates.xs.length; j++) {
      if (gates.names[j] !== a.gates.names[k]) continue;
      const distance = Math.hypot(gates.xs[j]! - a.gates.xs[k]!, gates.ys[j]! - a.gates.ys[k]!);
      if (distance < apart) [index, apart] = [j, distance];
    }
    found[2 * k] = index === -1 ? Number.NaN : scale + b.widths[index]! - a.widths[k]!;
    found[2 * k + 1] = index === -1 ? Number.NaN : scale + b.heights[index]! - a.heights[k]!;
  }
}
