import { sum } from "../../basics/numbers.ts";
import { gateSizeOf, gatesOf, type LaidOutCircuit, type LayoutPoint } from "./laid-out-circuit.ts";
import { wireCorners } from "./wire-corners.ts";

/** Places of one kind: their coordinates, and which of them may match. */
export interface Places {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** What is there; see `LayoutShape`. */
  readonly names: readonly string[];
}

/** A circuit's layout without its position and size: places relative to the gates' centre, in units of a usual gate. */
export interface LayoutShape {
  /** Named by their class: two swapped gates are where a gate was. */
  readonly gates: Places;
  /** Named wire ends. */
  readonly ends: Places;
  /** Where a wire turns or branches; all have the same name. */
  readonly corners: Places;
  /** Logarithms of the gates' widths and heights, in units of a usual gate. */
  readonly widths: Float64Array;
  readonly heights: Float64Array;
  /** The size of a usual gate on the drawing, and the gates' centre. */
  readonly size: number;
  readonly middle: LayoutPoint;
  /** What similar layouts share: the number of gates, and for a few gates also the number of wire ends. */
  readonly block: string;
  /**
   * All x in order, then all y in order, divided by the root of their mean square; the distance of two such vectors is
   * the root of the mean square difference. Moving, scaling and swapping gates do not change it, and a jitter of all
   * places changes it by no more than the jitter.
   */
  readonly signature: Float64Array;
}

/** With fewer gates than this, the gates alone say too little about a layout. */
const FEW_GATES = 3;

/** The shape of a layout; null without gates. */
export function layoutShape(circuit: LaidOutCircuit): LayoutShape | null {
  const gates = gatesOf(circuit);
  if (gates.length === 0) return null;
  const size = gateSizeOf(circuit);
  const middle = { x: mean(gates.map(({ x }) => x)), y: mean(gates.map(({ y }) => y)) };
  const ends = circuit.nodes.filter(({ kind }) => kind !== "gate");
  const corners = wireCorners(circuit.wires, { reach: CORNER_REACH * size });
  const isFew = gates.length < FEW_GATES;
  const places = <Place extends LayoutPoint>(all: readonly Place[], nameOf: (place: Place) => string): Places => ({
    xs: Float64Array.from(all, ({ x }) => (x - middle.x) / size),
    ys: Float64Array.from(all, ({ y }) => (y - middle.y) / size),
    names: all.map(nameOf),
  });
  return {
    gates: places(gates, ({ name }) => name),
    ends: places(ends, ({ kind, name }) => `${kind} ${name}`),
    corners: places(corners, () => ""),
    widths: Float64Array.from(gates, ({ width }) => Math.log(Math.max(width / size, LEAST_SIDE))),
    heights: Float64Array.from(gates, ({ height }) => Math.log(Math.max(height / size, LEAST_SIDE))),
    size,
    middle,
    block: isFew ? `${gates.length} of ${circuit.nodes.length}` : String(gates.length),
    signature: signatureOf(isFew ? circuit.nodes : gates),
  };
}

/** No gate is narrower or flatter than this, in gates: a box without extent was not measured. */
const LEAST_SIDE = 0.1;
/** Corners nearer to each other than this, in gates, are one. */
const CORNER_REACH = 0.18;

function signatureOf(places: readonly LayoutPoint[]): Float64Array {
  const coordinates = (["x", "y"] as const).map((axis) => {
    const values = Float64Array.from(places, (at) => at[axis]).sort();
    const middle = mean([...values]);
    return values.map((value) => value - middle);
  });
  const all = coordinates.flatMap((values) => [...values]);
  const spread = Math.sqrt(mean(all.map((value) => value * value))) || 1;
  return Float64Array.from(all, (value) => value / (spread * Math.sqrt(all.length)));
}

function mean(values: readonly number[]): number {
  return sum(values) / Math.max(1, values.length);
}
