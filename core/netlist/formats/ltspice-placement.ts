import { sum } from "../../basics/numbers.ts";
import type { Cell, CellCircuit } from "./ltspice-cells.ts";
import type { Columns } from "./ltspice-columns.ts";
import { type AscPoint, GRID, LTSPICE_SYMBOLS } from "./ltspice-symbols.ts";

/** A pin that something is to be connected to. */
export interface PlacedPin extends AscPoint {
  readonly signal: number;
}

export interface Placed {
  readonly origin: AscPoint;
  /** Pins on the left, which read a signal, and on the right, which drive one. */
  readonly left: readonly PlacedPin[];
  readonly right: readonly PlacedPin[];
}

export interface PlacedColumn {
  /** By the index of the cell. */
  readonly cells: ReadonlyMap<number, Placed>;
  /** Circuit inputs in the first column, outputs in the last, in their order. */
  readonly ports: readonly Placed[];
  /** Signals that run through the column between its cells. */
  readonly passing: readonly Placed[];
}

/** Half the width of a column: no pin of a symbol lies further from the column's middle. */
export const HALF_COLUMN = 48;

/** An element of a column, at heights relative to its own origin. */
interface Item {
  readonly kind: "cell" | "port" | "pass";
  readonly index: number;
  readonly left: readonly PlacedPin[];
  readonly right: readonly PlacedPin[];
  readonly top: number;
  readonly bottom: number;
  /** How far the symbol extends left of the pins, in its own coordinates. */
  readonly shift: number;
}

/** Space for a symbol, its name above it and its ground sign below. */
const CELL_SPACE = { top: 0, bottom: 176 } as const;
const PORT_SPACE = { top: -32, bottom: 32 } as const;
const PASS_SPACE = { top: -16, bottom: 16 } as const;

/**
 * Places a circuit column by column, `x` relative to the column's middle. Everything in a column has its own heights, and
 * no pin or wire of one column is as high as one of another signal that leaves the column before it: wires that are led
 * through the channel between two columns, each on a separate vertical track, can then cross but never touch.
 */
export function placeColumns(circuit: CellCircuit, columns: Columns): PlacedColumn[] {
  let leaving: readonly PlacedPin[] = [];
  return columnItems(circuit, columns).map((items) => {
    const placed = placeItems(items, leaving);
    leaving = [...placed.values()].flatMap(({ right }) => right);
    const of = (kind: Item["kind"]) => items.filter((item) => item.kind === kind);
    return {
      cells: new Map(of("cell").map((item) => [item.index, placed.get(item)!])),
      ports: of("port").map((item) => placed.get(item)!),
      passing: of("pass").map((item) => placed.get(item)!),
    };
  });
}

function columnItems(circuit: CellCircuit, { ofCell, count, wires }: Columns): Item[][] {
  const columns = Array.from({ length: count }, () => [] as Item[]);
  for (const [index, { signal }] of circuit.inputs.entries()) {
    columns[0]!.push({ kind: "port", index, left: [], right: [{ x: 0, y: 0, signal }], ...PORT_SPACE, shift: 0 });
  }
  for (const [index, cell] of circuit.cells.entries()) columns[ofCell[index]!]!.push(cellItem(cell, index));
  for (const [index, { signal }] of circuit.outputs.entries()) {
    columns[count - 1]!.push({
      kind: "port",
      index,
      left: [{ x: 0, y: 0, signal }],
      right: [],
      ...PORT_SPACE,
      shift: 0,
    });
  }
  for (const [signal, { from, to }] of wires) {
    const pins = [{ x: 0, y: 0, signal }];
    for (let column = from + 1; column < to; column += 1) {
      columns[column]!.push({ kind: "pass", index: signal, left: pins, right: pins, ...PASS_SPACE, shift: 0 });
    }
  }
  return columns;
}

function cellItem(cell: Cell, index: number): Item {
  const symbol = LTSPICE_SYMBOLS[cell.symbol];
  const output = (cell.complemented ? symbol.complement : symbol.output)!;
  // Symbols of one input have their origin at the left edge, the others in the middle.
  const shift = symbol.inputs.length === 1 ? -32 : 0;
  const pin = ({ x, y }: AscPoint, signal: number) => ({ x: x + shift, y, signal });
  const left = cell.inputs.map((signal, input) => pin(symbol.inputs[input]!, signal));
  return { kind: "cell", index, left, right: [pin(output, cell.output)], ...CELL_SPACE, shift };
}

/** Stacks a column's items in the order of what feeds them, each as near to that as the heights already taken allow. */
function placeItems(items: readonly Item[], leaving: readonly PlacedPin[]): Map<Item, Placed> {
  const heights = new Map(leaving.map(({ signal, y }) => [signal, y]));
  const signals = new Map(leaving.map(({ signal, y }) => [y, signal]));
  const wished = items.map((item) => ({ item, y: wishedHeight(item, heights) }));
  wished.sort((a, b) => a.y - b.y);
  const placed = new Map<Item, Placed>();
  let free = 0;
  for (const { item, y: wish } of wished) {
    let y = Math.max(Math.round(wish / GRID) * GRID, free - item.top);
    while (item.left.some((pin) => (signals.get(y + pin.y) ?? pin.signal) !== pin.signal)) y += GRID;
    free = y + item.bottom;
    const move = (pin: PlacedPin) => ({ ...pin, y: y + pin.y });
    placed.set(item, { origin: { x: item.shift, y }, left: item.left.map(move), right: item.right.map(move) });
  }
  return placed;
}

function wishedHeight({ left }: Item, heights: ReadonlyMap<number, number>): number {
  const wishes = left.flatMap(({ signal, y }) => {
    const from = heights.get(signal);
    return from === undefined ? [] : [from - y];
  });
  return wishes.length === 0 ? 0 : sum(wishes) / wishes.length;
}
