import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import type { GateClass } from "../rules/gates.ts";

/** By quarter turns clockwise. */
export const DIRECTIONS = ["right", "down", "left", "up"] as const;

/** The direction of a gate's output on the upright page. */
export type Direction = (typeof DIRECTIONS)[number];

/** Unit vectors of the directions. */
export const FORWARD = {
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  up: { x: 0, y: -1 },
} as const satisfies Record<Direction, PagePoint>;

export function oppositeOf(direction: Direction): Direction {
  return DIRECTIONS[(DIRECTIONS.indexOf(direction) + 2) % DIRECTIONS.length]!;
}

export interface GateMark {
  readonly box: PageBox;
  readonly gateClass: GateClass;
  /** Probability of each class of `GATE_CLASSES`, in its order. */
  readonly classScores: readonly number[];
  readonly direction: Direction;
  /** 0 … 1 */
  readonly confidence: number;
  /** It is a rectangle with its class written in it: its shape says nothing. */
  readonly isBox?: boolean;
}

/**
 * A point of evidence for the wire stage. `bubble`: an inversion circle at an input pin (the one at a NAND's, NOR's
 * or XNOR's output belongs to its gate's box). `junction`: wires that connect (T or dot). `crossing`: wires that
 * pass without touching (plain crossing or hop). `end`: a free wire end.
 */
export interface PointMark {
  readonly kind: "bubble" | "junction" | "crossing" | "end";
  readonly at: PagePoint;
  /** 0 … 1 */
  readonly confidence: number;
}

/** One thing that a text may say. */
export interface Reading {
  readonly text: string;
  /** 0 … 1 */
  readonly score: number;
}

/** Written text: one box for each connected group of characters. */
export interface TextMark {
  readonly box: PageBox;
  /** The result of the letter reader: the text, or null if it is not a known name. */
  readonly text: string | null;
  /**
   * Everything that it may say, with probabilities; the empty text means that nothing is written. Left out if `text` is
   * certain.
   */
  readonly readings?: readonly Reading[];
  /** A bar above or a prime behind: the name is complemented. */
  readonly complemented: boolean;
  /** 0 … 1 */
  readonly confidence: number;
  /** The name of a terminal on the sheet: it is there whether a wire leads to it or not. */
  readonly isPrinted?: boolean;
}

/** Values of `Marks.mask`. */
export const INK = { paper: 0, wire: 1, gate: 2, text: 3 } as const;

/** What the detector sees on a clean page. */
export interface Marks {
  readonly gates: readonly GateMark[];
  /** Marks that are probably not gates, but may be. */
  readonly doubtful: readonly GateMark[];
  readonly points: readonly PointMark[];
  readonly texts: readonly TextMark[];
  /** For each pixel of the clean page (its width x height, row by row) one value of `INK`; ink only, paper elsewhere. */
  readonly mask: Uint8Array;
}
