import { outputOf } from "./circuit.ts";
import { addFault, FEEDBACK } from "./faults.ts";
import { inputCount, inputNets } from "./inputs.ts";
import { decisions, gates } from "./puzzle.ts";
import { ints } from "./tables.ts";

const UNSEEN: i32 = 0;
const OPEN: i32 = 1;
const DONE: i32 = 2;

let state = ints(0);
let isFound = ints(0);

export function placeLoops(): void {
  state = ints(gates);
  isFound = ints(gates);
}

/** Adds a fault for each loop that a walk from the outputs to the inputs finds; returns their penalties, one by one. */
export function findLoops(sum: f64): f64 {
  for (let gate = 0; gate < gates; gate++) state[gate] = isFound[gate] = 0;
  for (let gate = 0; gate < gates; gate++) if (state[gate] === UNSEEN) sum = visit(gate, sum);
  return sum;
}

function visit(gate: i32, sum: f64): f64 {
  state[gate] = OPEN;
  const first = gate * decisions;
  for (let k = first, end = first + inputCount[gate]; k < end; k++) {
    for (let driver = 0; driver < gates; driver++) {
      if (outputOf[driver] !== inputNets[k]) continue;
      if (state[driver] === OPEN && isFound[driver] === 0) {
        isFound[driver] = 1;
        sum += addFault(FEEDBACK, driver);
      }
      if (state[driver] === UNSEEN) sum = visit(driver, sum);
    }
  }
  state[gate] = DONE;
  return sum;
}
