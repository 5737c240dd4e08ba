import { addFree, addLoose, addPin, clearCircuit, outputOf, pinCount, pins, placeCircuit } from "./circuit.ts";
import { clearFaults, placeFaults } from "./faults.ts";
import { placeInputs } from "./inputs.ts";
import { placeLoops } from "./loops.ts";
import { join, netOfLine, numberNets, placeNets, separate } from "./nets.ts";
import { penalties, placePenalties } from "./penalties.ts";
import {
  choice,
  costOf,
  decisionAt,
  decisionOf,
  decisions,
  gateOf,
  gates,
  isFree,
  isOutput,
  letters,
  lineOf,
  links,
  linksFrom,
  loose,
  meets,
  namesOutput,
} from "./puzzle.ts";
import { ints } from "./tables.ts";

export { freeCount, freeEnds, pinCount, pins } from "./circuit.ts";
export { faultCount, faults } from "./faults.ts";
export { netOfLine, nets } from "./nets.ts";
export * from "./puzzle.ts";

/** An end that is continued in two ways at once. */
const USED_TWICE: f64 = 0.8;
/** A letter next to an end that is continued nevertheless, unless it may be an output's. */
const LOST_NAME: f64 = 0.8;
/** A gate with two outputs that are joined. */
const TWO_OUTPUTS: f64 = 0.5;

/** 1 for each decision whose wire end another one continues. */
let isMet = ints(0);

/** The cost by the ink of the last look. */
export let ink: f64 = 0;

/**
 * Makes room for what looks at the puzzle of `placeTables`. Ends of one net that are at most `onePin` apart are one pin,
 * as a share of the gate's width across its direction.
 */
export function begin(onePin: f64): void {
  placeNets();
  placeCircuit();
  placeInputs(onePin);
  placeLoops();
  placeFaults();
  placePenalties();
  isMet = ints(decisions);
}

/** The cost of what is in `choice`: by the ink, plus penalties; infinite if it is found to reach `limit` on the way. */
export function look(limit: f64): f64 {
  clearCircuit();
  meet();
  ink = inkCost();
  if (ink >= limit) return Infinity;
  clearFaults();
  follow();
  ink = addLostNames(joinOutputs(ink));
  if (ink >= limit) return Infinity;
  numberNets();
  for (let gate = 0; gate < gates; gate++) if (outputOf[gate] !== -1) outputOf[gate] = netOfLine[outputOf[gate]];
  return ink + penalties(ink, limit);
}

/** Which ends the chosen options continue. */
function meet(): void {
  for (let decision = 0; decision < decisions; decision++) isMet[decision] = 0;
  for (let decision = 0; decision < decisions; decision++) {
    const other = meets[choice[decision]];
    if (other !== -1) isMet[other] = 1;
  }
}

/** Joins what the chosen options join. */
function follow(): void {
  separate();
  for (let decision = 0; decision < decisions; decision++) {
    const option = choice[decision];
    for (let k = linksFrom[option], end = linksFrom[option + 1]; k < end; k += 2) join(links[k], links[k + 1]);
    if (loose[option] !== -1) addLoose(loose[option]);
    if (gateOf[option] !== -1 && lineOf[decision] !== -1) addPin(option);
  }
}

function inkCost(): f64 {
  let cost: f64 = 0;
  for (let decision = 0; decision < decisions; decision++) {
    const option = choice[decision];
    if (isMet[decision] === 0) {
      cost += costOf[option];
      if (isFree[option] === 1) addFree(option);
    } else if (isFree[option] === 0) {
      // The second end of a gap needs no separate reading; one that has another reading is used twice.
      const other = meets[option];
      const isMutual = other !== -1 && meets[choice[other]] === decision;
      cost += isMutual ? costOf[option] / 2 : costOf[option] + USED_TWICE;
    }
  }
  return cost;
}

/** What leaves one gate in several wires is one net. */
function joinOutputs(cost: f64): f64 {
  for (let k = 0; k < pinCount; k++) {
    const option = pins[k];
    if (isOutput[option] === 0) continue;
    const gate = gateOf[option];
    const line = lineOf[decisionOf[option]];
    if (outputOf[gate] === -1) outputOf[gate] = line;
    else {
      join(outputOf[gate], line);
      cost += TWO_OUTPUTS;
    }
  }
  return cost;
}

function addLostNames(cost: f64): f64 {
  for (let letter = 0; letter < letters; letter++) {
    if (namesOutput[letter] === 1) continue;
    const decision = decisionAt[letter];
    const option = choice[decision];
    if (gateOf[option] === -1 && (isFree[option] === 0 || isMet[decision] === 1)) cost += LOST_NAME;
  }
  return cost;
}
