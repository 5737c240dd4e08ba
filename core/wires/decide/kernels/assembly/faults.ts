import { bubbles, decisions, edges, gates, letters } from "./puzzle.ts";
import { ints } from "./tables.ts";

// The kinds of faults, by their numbers in `FAULT_KINDS`.
export const OPEN_INPUT: i32 = 0;
export const EXTRA_INPUT: i32 = 1;
export const NO_OUTPUT: i32 = 2;
export const SHORTED: i32 = 3;
export const UNDRIVEN: i32 = 4;
export const JOINED_INPUTS: i32 = 5;
export const FEEDBACK: i32 = 6;
export const LOST_BUBBLE: i32 = 7;

const PENALTY: StaticArray<f64> = [3, 3, 2.2, 3.5, 3, 2, 1, 1.2];

/** The faults of the last look, each as its kind and its gate, net or bubble. */
export let faults = ints(0);
export let faultCount: i32 = 0;

export function placeFaults(): void {
  // Of each gate two missing inputs, an output, a loop, a second driver; one of each pin, name, stem, net and bubble.
  faults = ints(2 * (5 * gates + 2 * decisions + letters + edges + bubbles));
}

export function clearFaults(): void {
  faultCount = 0;
}

/** Returns the fault's penalty. */
export function addFault(kind: i32, at: i32): f64 {
  faults[2 * faultCount] = kind;
  faults[2 * faultCount + 1] = at;
  faultCount++;
  return PENALTY[kind];
}
