import { freeCount, freeEnds, looseCount, looseLines, outputOf, pinCount, pins } from "./circuit.ts";
import {
  addFault,
  EXTRA_INPUT,
  JOINED_INPUTS,
  LOST_BUBBLE,
  NO_OUTPUT,
  OPEN_INPUT,
  SHORTED,
  UNDRIVEN,
} from "./faults.ts";
import { addInput, clearInputs, inputCount, repeatedInputs } from "./inputs.ts";
import { findLoops } from "./loops.ts";
import { netOfLine, nets } from "./nets.ts";
import {
  across,
  atGate,
  bubbleOf,
  bubbles,
  decisionOf,
  decisions,
  edges,
  gateOf,
  gates,
  isNot,
  isOutput,
  letterAt,
  letters,
  lineOf,
  mayInvert,
  nameOf,
  namesInput,
  namesOutput,
} from "./puzzle.ts";
import { ints } from "./tables.ts";

/** An input without a letter where others have one. */
const NO_LETTER: f64 = 0.6;
/** An unnamed input whose wire begins in a gate: more likely a piece of its outline. */
const BEGINS_IN_GATE: f64 = 1.2;
/** A named wire that leads to no gate. */
const IDLE_INPUT: f64 = 1.5;
/** An input's letter on a wire that a gate drives. */
const DRIVEN_INPUT: f64 = 1.5;
/** A letter aside of the drawing's direction on a wire that a gate drives: rails are lettered so, outputs seldom. */
const DRIVEN_ASIDE: f64 = 1.4;
/** Each input of a gate beyond two. */
const MANY_INPUTS: f64 = 0.15;
/** Two inputs of a gate on one net: this makes an inverter of a NAND or NOR; nobody draws it on other gates. */
const REPEATED_INVERTER: f64 = 0.3;
const REPEATED_OTHER: f64 = 1.5;
/** A second line of a net to the same pin: more than another input costs. */
const DOUBLED_PIN: f64 = 0.25;

// Of each net: how many gates drive it, read it, free ends it has, those outside gates, different names, names that
// point to the outputs, and whether a stem was cut off from it.
let drivers = ints(0);
let sinks = ints(0);
let ends = ints(0);
let outside = ints(0);
let names = ints(0);
let leading = ints(0);
let isCut = ints(0);
/** How many inputs go through each bubble. */
let circles = ints(0);
// The net and the name of each letter at a free end.
let netsSeen = ints(0);
let namesSeen = ints(0);
let seen: i32 = 0;

export function placePenalties(): void {
  drivers = ints(edges);
  sinks = ints(edges);
  ends = ints(edges);
  outside = ints(edges);
  names = ints(edges);
  leading = ints(edges);
  isCut = ints(edges);
  circles = ints(bubbles);
  netsSeen = ints(decisions);
  namesSeen = ints(decisions);
}

/**
 * The sum of the penalties of the circuit's faults and oddities; adds the faults. Infinite if `ink` and some of them reach
 * `limit`: none is below 0.
 */
export function penalties(ink: f64, limit: f64): f64 {
  clear();
  let sum: f64 = 0;
  for (let gate = 0; gate < gates; gate++) if (outputOf[gate] !== -1) drivers[outputOf[gate]]++;
  sum = addEnds(sum);
  sum = weighInputs(sum);
  if (ink + sum >= limit) return Infinity;
  for (let bubble = 0; bubble < bubbles; bubble++) if (circles[bubble] !== 1) sum += addFault(LOST_BUBBLE, bubble);
  sum = weighNets(sum);
  return ink + sum >= limit ? Infinity : findLoops(sum);
}

function clear(): void {
  clearInputs();
  seen = 0;
  for (let net = 0; net < nets; net++) {
    drivers[net] = sinks[net] = ends[net] = outside[net] = names[net] = leading[net] = isCut[net] = 0;
  }
  for (let bubble = 0; bubble < bubbles; bubble++) circles[bubble] = 0;
}

function addEnds(sum: f64): f64 {
  for (let k = 0; k < pinCount; k++) {
    const option = pins[k];
    if (isOutput[option] === 1) continue;
    const net = netOfLine[lineOf[decisionOf[option]]];
    sinks[net]++;
    if (bubbleOf[option] !== -1) circles[bubbleOf[option]]++;
    if (!addInput(gateOf[option], net, across[option])) sum += DOUBLED_PIN;
  }
  for (let k = 0; k < freeCount; k++) {
    const decision = decisionOf[freeEnds[k]];
    const net = netOfLine[lineOf[decision]];
    ends[net]++;
    if (atGate[decision] === 0) outside[net]++;
    const letter = letterAt[decision];
    if (letter === -1) continue;
    addName(net, nameOf[letter]);
    if (namesOutput[letter] === 1) leading[net]++;
    if (drivers[net] > 0 && namesOutput[letter] !== 1) sum += namesInput[letter] === 1 ? DRIVEN_INPUT : DRIVEN_ASIDE;
  }
  for (let k = 0; k < looseCount; k++) {
    const net = netOfLine[looseLines[k]];
    ends[net]++;
    outside[net]++;
    // A stem is only cut off for a name behind it.
    if (isCut[net] === 0) names[net]++;
    isCut[net] = 1;
  }
  return sum;
}

function addName(net: i32, name: i32): void {
  for (let k = 0; k < seen; k++) if (netsSeen[k] === net && namesSeen[k] === name) return;
  netsSeen[seen] = net;
  namesSeen[seen++] = name;
  names[net]++;
}

function weighInputs(sum: f64): f64 {
  for (let gate = 0; gate < gates; gate++) {
    const count = inputCount[gate];
    for (let k = count, least = isNot[gate] === 1 ? 1 : 2; k < least; k++) sum += addFault(OPEN_INPUT, gate);
    if (isNot[gate] === 1) {
      for (let k = 1; k < count; k++) sum += addFault(EXTRA_INPUT, gate);
    } else if (count > 1) {
      const repeated = count === 2 && mayInvert[gate] === 1 ? REPEATED_INVERTER : REPEATED_OTHER;
      sum += MANY_INPUTS * <f64>(count - 2) + repeated * <f64>repeatedInputs(gate);
    }
  }
  return sum;
}

function weighNets(sum: f64): f64 {
  let leaves = 0;
  for (let net = 0; net < nets; net++) {
    const named = names[net];
    // An input's wire may lead on to outputs.
    const begun = named > leading[net] ? named - leading[net] : named;
    for (let k = 1; k < drivers[net]; k++) sum += addFault(SHORTED, net);
    if (drivers[net] === 0 && sinks[net] > 0) {
      if (ends[net] === 0) sum += addFault(UNDRIVEN, net);
      sum += 0.25 + (letters > 0 && named === 0 ? NO_LETTER : 0);
      if (ends[net] > 0 && outside[net] === 0 && named === 0) sum += BEGINS_IN_GATE;
      for (let k = 1; k < begun; k++) sum += addFault(JOINED_INPUTS, net);
    }
    if (drivers[net] > 0 && sinks[net] === 0) {
      leaves++;
      sum += 0.4;
    }
    if (drivers[net] === 0 && sinks[net] === 0) sum += named === 0 || begun < named ? 0.5 : IDLE_INPUT;
  }
  // One gate may stand at the end of the drawing without a wire: it is the output.
  let excused = leaves === 0 ? 1 : 0;
  for (let gate = 0; gate < gates; gate++) {
    if (outputOf[gate] !== -1) continue;
    if (excused > 0) {
      excused--;
      sum += 0.8;
    } else sum += addFault(NO_OUTPUT, gate);
  }
  return sum;
}
