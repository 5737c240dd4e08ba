import { decisions, gates } from "./puzzle.ts";
import { floats, ints } from "./tables.ts";

/** How many inputs each gate has. */
export let inputCount = ints(0);
/** The nets that each gate reads: those of gate `g` from `g * decisions` on. */
export let inputNets = ints(0);
let inputPlaces = floats(0);
let onePin: f64 = 0;

export function placeInputs(closest: f64): void {
  onePin = closest;
  inputCount = ints(gates);
  inputNets = ints(gates * decisions);
  inputPlaces = floats(gates * decisions);
}

export function clearInputs(): void {
  for (let gate = 0; gate < gates; gate++) inputCount[gate] = 0;
}

/** Ends of one net that are close together are one pin; false for one that is no new pin. */
export function addInput(gate: i32, net: i32, place: f64): bool {
  const first = gate * decisions;
  const end = first + inputCount[gate];
  for (let k = first; k < end; k++) if (inputNets[k] === net && abs(inputPlaces[k] - place) < onePin) return false;
  inputNets[end] = net;
  inputPlaces[end] = place;
  inputCount[gate]++;
  return true;
}

/** How many of a gate's inputs share a net with an earlier one. */
export function repeatedInputs(gate: i32): i32 {
  const first = gate * decisions;
  const end = first + inputCount[gate];
  let repeats = 0;
  for (let k = first + 1; k < end; k++) {
    for (let other = first; other < k; other++) {
      if (inputNets[other] !== inputNets[k]) continue;
      repeats++;
      break;
    }
  }
  return repeats;
}
