import type { PagePoint } from "../../geometry/coordinates.ts";

/** A wire end taken as a gate's pin. */
export interface PinChoice {
  readonly gate: number;
  readonly role: "input" | "output";
  /** Index of the inversion circle between the end and the gate, or -1. */
  readonly bubble: number;
  /** Where it is across the gate, 0 … 1 in drawing order of the pins. */
  readonly across: number;
}

/** One way to read a place of the drawing. */
export interface Option {
  /** Its cost by the ink; 0 for what it looks like. */
  readonly cost: number;
  /** Pairs of lines (edges of the traced graph) that are connected if it is chosen. */
  readonly links: readonly (readonly [number, number])[];
  /** For a wire end, or a line that crosses another right before its gate: the pin that it is. */
  readonly pin?: PinChoice;
  /** For a wire end: the other wire end (index of its decision) with which it continues. */
  readonly meets?: number;
  /** For a wire end that is left free. */
  readonly free?: boolean;
  /** For a T whose stem is cut off: the line that ends here, free. */
  readonly loose?: number;
  /** What was chosen, in the field's words. */
  readonly name: "joined" | "crossing" | "cut" | "free" | "pin" | "gap" | "tee" | "apart" | "touch";
}

/** A place where the ink can be read in several ways; the cheapest option comes first. */
export interface Decision {
  readonly at: PagePoint;
  readonly options: readonly Option[];
  /** For a wire end: its line; for a T: the line that meets the other. */
  readonly edge?: number;
}
