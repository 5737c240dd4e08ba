// The puzzle's sizes and tables. The caller fills the tables after `begin`; -1 means none.
import { floats, ints } from "./tables.ts";

export let decisions: i32 = 0;
export let edges: i32 = 0;
export let gates: i32 = 0;
export let bubbles: i32 = 0;
export let letters: i32 = 0;

/** The option that is taken of each decision, by its number among all options. */
export let choice = ints(0);

// Of each decision: the line of its wire end, its letter, and 1 if it is about a place in a gate.
export let lineOf = ints(0);
export let letterAt = ints(0);
export let atGate = ints(0);

// Of each option, as in `decision.ts`. Its links are pairs of lines, from its `linksFrom` to the next option's.
export let costOf = floats(0);
export let linksFrom = ints(0);
export let links = ints(0);
export let meets = ints(0);
export let loose = ints(0);
export let isFree = ints(0);
export let gateOf = ints(0);
export let isOutput = ints(0);
export let bubbleOf = ints(0);
export let across = floats(0);
/** The decision of each option. */
export let decisionOf = ints(0);

// Of each gate: 1 for a NOT, and 1 if one net at both of its two inputs makes it an inverter.
export let isNot = ints(0);
export let mayInvert = ints(0);

// Of each letter: its decision, its name's number, and which way its end points.
export let decisionAt = ints(0);
export let nameOf = ints(0);
export let namesInput = ints(0);
export let namesOutput = ints(0);

/** Makes room for a puzzle, in place of the one before it and all that belonged to it; `begin` comes next. */
export function placeTables(
  decisionCount: i32,
  optionCount: i32,
  linkCount: i32,
  edgeCount: i32,
  gateCount: i32,
  bubbleCount: i32,
  letterCount: i32,
): void {
  heap.reset();
  decisions = decisionCount;
  edges = edgeCount;
  gates = gateCount;
  bubbles = bubbleCount;
  letters = letterCount;
  choice = ints(decisions);
  lineOf = ints(decisions);
  letterAt = ints(decisions);
  atGate = ints(decisions);
  costOf = floats(optionCount);
  linksFrom = ints(optionCount + 1);
  links = ints(linkCount);
  meets = ints(optionCount);
  loose = ints(optionCount);
  isFree = ints(optionCount);
  gateOf = ints(optionCount);
  isOutput = ints(optionCount);
  bubbleOf = ints(optionCount);
  across = floats(optionCount);
  decisionOf = ints(optionCount);
  isNot = ints(gates);
  mayInvert = ints(gates);
  decisionAt = ints(letters);
  nameOf = ints(letters);
  namesInput = ints(letters);
  namesOutput = ints(letters);
}
