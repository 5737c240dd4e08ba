import type { PictureBox } from "../geometry/coordinates.ts";
import type { Reading } from "../marks/marks.ts";
import type { GateClass } from "../rules/gates.ts";

/** An electrical net: every wire end with the same number is one node. Numbers are 0 … `nets - 1`. */
export type NetId = number;

/** A gate's input pin, in drawing order (for a gate that points right: top to bottom). */
export interface GateInput {
  /** The net on the pin, or null if nothing arrives: an open input. */
  readonly net: NetId | null;
  /** True if an inversion bubble is drawn at the pin. */
  readonly inverted: boolean;
}

export interface Gate {
  readonly gateClass: GateClass;
  readonly inputs: readonly GateInput[];
  /** The net that the gate drives, or null if no wire leaves it. */
  readonly output: NetId | null;
  readonly box?: PictureBox;
  readonly confidence?: number;
}

/** A named wire end: a circuit input or a circuit output. */
export interface Terminal {
  readonly name: string;
  readonly net: NetId;
  /** True for an input whose label carries a bar or a prime: the wire carries the complement of `name`. */
  readonly inverted?: boolean;
  /** True for an input next to which no name was read: `name` says only which one of those it is, in reading order. */
  readonly unnamed?: boolean;
  /** True for an unnamed input next to which something is written that was not read. */
  readonly unread?: boolean;
  /** What is written next to an input may say, with probabilities; left out where it hardly says anything but `name`. */
  readonly readings?: readonly Reading[];
  readonly box?: PictureBox;
}

/**
 * A combinational circuit as drawn. Several input terminals may share one name (the letter A at two wire ends is
 * one input); `gates` are in reading order.
 */
export interface Netlist {
  readonly nets: number;
  readonly gates: readonly Gate[];
  readonly inputs: readonly Terminal[];
  readonly outputs: readonly Terminal[];
}
