import { orderGates } from "../gate-order.ts";
import type { CellCircuit } from "./ltspice-cells.ts";

/** A wire that runs past more columns than this makes a sheet hard to read: its ends get a net label instead. */
const LONGEST_WIRE = 8;

export interface WireSpan {
  /** The column of what drives the wire. */
  readonly from: number;
  /** The last column that reads it. */
  readonly to: number;
}

export interface Columns {
  /** The column of each cell. Inputs stand in column 0, outputs in column `count - 1`. */
  readonly ofCell: readonly number[];
  readonly count: number;
  /** The signals that are drawn as wires; the others get net labels at their pins. */
  readonly wires: ReadonlyMap<number, WireSpan>;
}

/** Puts every cell into a column right of what feeds it, and decides which signals are drawn as wires. */
export function assignColumns(circuit: CellCircuit): Columns {
  const { drivers, readers } = connections(circuit);
  const order = cellOrder(circuit);
  const ofCell = circuit.cells.map(() => 0);
  for (const index of order) {
    const feeding = circuit.cells[index]!.inputs.flatMap((signal) => drivers[signal]!);
    ofCell[index] = 1 + Math.max(0, ...feeding.map((cell) => ofCell[cell] ?? 0));
  }
  const last = ofCell.reduce((most, column) => Math.max(most, column), 0) + 1;
  const columnOf = (cell: number) => (cell === OUTSIDE ? last : ofCell[cell]!);
  // An inverter belongs next to the gate that it serves, not next to the input that it comes from.
  for (const index of [...order].reverse()) {
    const { inputs, output } = circuit.cells[index]!;
    const next = readers[output]!.map(columnOf);
    if (inputs.length === 1 && next.length > 0) ofCell[index] = Math.max(ofCell[index]!, Math.min(...next) - 1);
  }
  const wires = new Map<number, WireSpan>();
  for (let signal = 0; signal < circuit.signals; signal += 1) {
    const [driver, ...others] = drivers[signal]!;
    const to = readers[signal]!.map(columnOf);
    if (driver === undefined || others.length > 0 || to.length === 0) continue;
    const from = driver === OUTSIDE ? 0 : ofCell[driver]!;
    const span = { from, to: Math.max(...to) };
    if (Math.min(...to) > from && span.to - from <= LONGEST_WIRE) wires.set(signal, span);
  }
  return { ofCell, count: last + 1, wires };
}

/** Stands for a port of the circuit among the cells that drive or read a signal. */
const OUTSIDE = -1;

function connections(circuit: CellCircuit) {
  const drivers = Array.from({ length: circuit.signals }, () => [] as number[]);
  const readers = Array.from({ length: circuit.signals }, () => [] as number[]);
  for (const { signal } of circuit.inputs) drivers[signal]!.push(OUTSIDE);
  for (const { signal } of circuit.outputs) readers[signal]!.push(OUTSIDE);
  for (const [index, { inputs, output }] of circuit.cells.entries()) {
    drivers[output]!.push(index);
    for (const signal of inputs) readers[signal]!.push(index);
  }
  return { drivers, readers };
}

function cellOrder({ signals, cells }: CellCircuit): readonly number[] {
  const gates = cells.map(({ inputs, output }) => {
    return { gateClass: "AND" as const, inputs: inputs.map((net) => ({ net, inverted: false })), output };
  });
  return orderGates({ nets: signals, gates, inputs: [], outputs: [] }).order;
}
