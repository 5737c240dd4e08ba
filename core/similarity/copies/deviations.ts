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
  const parts = [
    offsets(a.gates, gates, OTHER_CLASS),
    offsets(a.ends, carryAll(onto, b.ends), OTHER_NAME),
    offsets(a.corners, carryAll(onto, b.corners), 0),
    growths(a, b, { gates, scale: Math.log(Math.hypot(onto.c, onto.s)) }),
  ];
  return Float64Array.from(parts.flat());
}

/** The kind of every two numbers of a layout's deviations, as an index into `KINDS`. */
export function deviationKinds({ gates, ends, corners }: LayoutShape): Uint8Array {
  const counts = [gates.xs.length, ends.xs.length, corners.xs.length, gates.xs.length];
  return Uint8Array.from(counts.flatMap((count, kind) => Array<number>(count).fill(kind)));
}

function offsets(places: Places, others: Places, other: number): number[] {
  const found: number[] = [];
  for (let k = 0; k < places.xs.length; k++) {
    const { index } = nearestOf(places, { k, others, other });
    if (index === -1) found.push(Number.NaN, Number.NaN);
    else found.push(others.xs[index]! - places.xs[k]!, others.ys[index]! - places.ys[k]!);
  }
  return found;
}

/** A gate that was swapped with another takes its size along: the nearest of its class is its partner. */
function growths(a: LayoutShape, b: LayoutShape, { gates, scale }: { gates: Places; scale: number }): number[] {
  const found: number[] = [];
  for (let k = 0; k < a.gates.xs.length; k++) {
    let [index, apart] = [-1, Number.POSITIVE_INFINITY];
    for (let j = 0; j < gates.xs.length; j++) {
      if (gates.names[j] !== a.gates.names[k]) continue;
      const distance = Math.hypot(gates.xs[j]! - a.gates.xs[k]!, gates.ys[j]! - a.gates.ys[k]!);
      if (distance < apart) [index, apart] = [j, distance];
    }
    if (index === -1) found.push(Number.NaN, Number.NaN);
    else found.push(scale + b.widths[index]! - a.widths[k]!, scale + b.heights[index]! - a.heights[k]!);
  }
  return found;
}
