import type { PictureBox, PicturePoint } from "../geometry/coordinates.ts";
import type { NetId, Netlist } from "../netlist/netlist.ts";
import type { GateClass } from "../rules/gates.ts";
import type { Problem } from "../rules/problem.ts";
import type { PageLook } from "../verdict/evidence.ts";
import type { Prediction, SheetPlace } from "./prediction.ts";

/** A gate as `read --json` shows it; the box is in pixels of the upright original picture. */
export interface ReadGate extends PictureBox {
  readonly class_name: GateClass;
  /** 0 … 1 */
  readonly confidence: number;
  /** Number of input pins. */
  readonly inputs: number;
}

/** The gates of a netlist that have a place on the page. */
export function readGatesOf({ gates }: Netlist): ReadGate[] {
  return gates.flatMap(({ gateClass, box, confidence = 1, inputs }) =>
    box === undefined ? [] : [{ class_name: gateClass, ...box, confidence, inputs: inputs.length }],
  );
}

export interface ReadOutput {
  readonly name: string;
  /** Keeps the drawn structure: `~(A & B)`. */
  readonly expression: string;
  /** One row per input combination: the input bits in the order of `inputs`, then the output bit. */
  readonly truth_table: readonly string[];
}

/** The wires of one net, for drawing over the picture; of no net, those that lead to no gate. */
export interface ReadWire {
  readonly net: NetId | null;
  readonly lines: readonly (readonly PicturePoint[])[];
}

/** A prediction with its place on the sheet. */
export interface PlacedPrediction extends Prediction {
  /** Its middle in mm from the top left corner of the template's border; another page is fitted to the border. */
  readonly sheet: SheetPlace;
}

/** Everything that was read on one page. */
export interface PageReading {
  /** Pixels of the upright original picture. */
  readonly width: number;
  readonly height: number;
  readonly gates: readonly ReadGate[];
  readonly inputs: readonly string[];
  readonly outputs: readonly ReadOutput[];
  readonly problems: readonly Problem[];
  /** 0 … 1: how likely it is that the functions were read as drawn; see `readingConfidence`. Null if nothing was read. */
  readonly confidence: number | null;
  /** What else the page may show, by each look at it; the look that this reading is from comes first. */
  readonly looks: readonly PageLook[];
  readonly netlist: Netlist;
  readonly wires: readonly ReadWire[];
  /** Around ink that was not followed, because nothing joins it to the drawing: tables, titles, equations. */
  readonly aside: readonly PictureBox[];
  /** What the evaluator shows and a person corrects: gates, inputs, outputs, junctions, intersections. */
  readonly predictions: readonly PlacedPrediction[];
}
