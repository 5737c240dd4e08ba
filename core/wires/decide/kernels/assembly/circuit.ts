// The circuit that a choice gives: filled by `look`, read by `penalties`.

import { decisions, gates } from "./puzzle.ts";
import { ints } from "./tables.ts";

/** Options that are pins, those of ends that are left free, and lines that end where a stem was cut off. */
export let pins = ints(0);
export let freeEnds = ints(0);
export let looseLines = ints(0);
export let pinCount: i32 = 0;
export let freeCount: i32 = 0;
export let looseCount: i32 = 0;

/** The net that each gate drives, or -1. */
export let outputOf = ints(0);

export function placeCircuit(): void {
  pins = ints(decisions);
  freeEnds = ints(decisions);
  looseLines = ints(decisions);
  outputOf = ints(gates);
}

export function clearCircuit(): void {
  pinCount = freeCount = looseCount = 0;
  for (let gate = 0; gate < gates; gate++) outputOf[gate] = -1;
}

export function addPin(option: i32): void {
  pins[pinCount++] = option;
}

export function addFree(option: i32): void {
  freeEnds[freeCount++] = option;
}

export function addLoose(line: i32): void {
  looseLines[looseCount++] = line;
}
