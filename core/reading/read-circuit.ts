import type { Marks } from "../marks/marks.ts";
import type { DrawnNetlist } from "../netlist/build-netlist.ts";
import type { Problem } from "../rules/problem.ts";
import type { Wires } from "../wires/read-wires.ts";

/** A reading of a page, with what its doubts are computed from. */
export interface ReadCircuit {
  readonly marks: Marks;
  readonly wires: Wires;
  readonly drawn: DrawnNetlist;
  readonly problems: readonly Problem[];
}

/** No score counts as more certain than this. */
export const LEAST_SCORE = 0.0005;

/** The logarithm of a probability's odds. */
export function logOdds(probability: number): number {
  const p = Math.max(LEAST_SCORE, Math.min(1 - LEAST_SCORE, probability));
  return Math.log(p / (1 - p));
}
