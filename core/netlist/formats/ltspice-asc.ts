import type { Netlist } from "../netlist.ts";
import { type Cell, type CellCircuit, toCells } from "./ltspice-cells.ts";
import { type ChannelPlan, channelWires, planChannel, type Wire } from "./ltspice-channel.ts";
import { assignColumns, type Columns } from "./ltspice-columns.ts";
import { HALF_COLUMN, type Placed, type PlacedColumn, type PlacedPin, placeColumns } from "./ltspice-placement.ts";
import { type AscPoint, GRID, LTSPICE_NAMES, LTSPICE_SYMBOLS } from "./ltspice-symbols.ts";
import { uniqueNames } from "./unique-names.ts";

/** Straight wire between a pin and the first bend or label: the least that Analog Devices' guide to LTspice schematics asks for. */
const STUB = 3 * GRID;
const TRACK = 2 * GRID;
/** From a column to the first track: a label's stub must not end on a track. */
const TRACK_CLEARANCE = STUB + GRID;
const MARGIN = 128;

interface Flag extends AscPoint {
  readonly name: string;
  readonly direction?: "In" | "Out";
}

/**
 * A netlist as an LTspice schematic (`.asc`, file version 4): gates of `Digital\`, inputs and outputs as labels with
 * IOPINs, wires on the grid of 16. A gate's common pin and unused inputs are grounded: LTspice ignores grounded pins
 * ("A. Special Functions" of its help). Unused outputs stay open. Only ASCII, and no simulation command. Any netlist can
 * be written: an open pin becomes a labelled stub.
 *
 * @throws {RangeError} if a pin or terminal names a net that does not exist.
 * @example
 * writeLtspiceAsc(and);
 * // Version 4
 * // SHEET 1 880 680
 * // WIRE …
 * // FLAG 128 128 A
 * // IOPIN 128 128 In
 * // SYMBOL Digital\\and 320 96 R0
 * // SYMATTR InstName A1
 */
export function writeLtspiceAsc(netlist: Netlist): string {
  const circuit = toCells(netlist);
  const columns = assignColumns(circuit);
  const sheet = drawSheet(circuit, columns);
  const points = [...sheet.wires.flatMap(({ from, to }) => [from, to]), ...sheet.flags];
  const width = Math.max(880, MARGIN + points.reduce((most, { x }) => Math.max(most, x), 0));
  const height = Math.max(680, MARGIN + points.reduce((most, { y }) => Math.max(most, y), 0));
  return [
    "Version 4",
    `SHEET 1 ${width} ${height}`,
    ...sheet.wires.map(({ from, to }) => `WIRE ${from.x} ${from.y} ${to.x} ${to.y}`),
    ...sheet.flags.flatMap(flagLines),
    ...circuit.cells.flatMap(({ symbol }, index) => {
      const { x, y } = sheet.origins[index]!;
      return [`SYMBOL ${LTSPICE_SYMBOLS[symbol].path} ${x} ${y} R0`, `SYMATTR InstName A${index + 1}`];
    }),
    "",
  ].join("\n");
}

function flagLines({ x, y, name, direction }: Flag): string[] {
  const flag = `FLAG ${x} ${y} ${name}`;
  return direction === undefined ? [flag] : [flag, `IOPIN ${x} ${y} ${direction}`];
}

interface Sheet {
  readonly wires: readonly Wire[];
  readonly flags: readonly Flag[];
  /** Of each cell's symbol. */
  readonly origins: readonly AscPoint[];
}

function drawSheet(circuit: CellCircuit, columns: Columns): Sheet {
  const wires: Wire[] = [];
  const flags: Flag[] = [];
  const origins: AscPoint[] = [];
  const labels = signalLabels(circuit);
  const isWired = ({ signal }: PlacedPin) => columns.wires.has(signal);
  let channelX = 0;
  let leaving: readonly PlacedPin[] = [];
  for (const [index, relative] of placeColumns(circuit, columns).entries()) {
    const arriving = pinsOf(relative, "left").filter(isWired);
    const plan = planChannel(leaving, arriving);
    const middle = channelX + (index === 0 ? MARGIN : channelWidth(plan) + HALF_COLUMN);
    const column = moveColumn(relative, middle);
    const trackX = (signal: number) => channelX + TRACK_CLEARANCE + (plan.trackOf.get(signal) ?? 0) * TRACK;
    wires.push(...channelWires({ left: leaving, right: pinsOf(column, "left").filter(isWired) }, trackX));
    for (const [cell, { origin, left, right }] of column.cells) {
      origins[cell] = origin;
      const ground = groundWires(circuit.cells[cell]!, origin);
      wires.push(...ground);
      flags.push({ ...ground[ground.length - 1]!.to, name: "0" });
      const stubs = [...left.map((pin) => stub(pin, -STUB)), ...right.map((pin) => stub(pin, STUB))];
      for (const { pin, wire } of stubs.filter((end) => !isWired(end.pin))) {
        wires.push(wire);
        flags.push({ ...wire.to, name: labels.ofSignal(pin.signal) });
      }
    }
    for (const [port, { left, right }] of column.ports.entries()) {
      const isInput = index === 0;
      const { pin, wire } = stub([...left, ...right][0]!, isInput ? STUB : -STUB);
      const name = (isInput ? labels.inputs : labels.outputs)[port]!;
      flags.push({ x: pin.x, y: pin.y, name, direction: isInput ? "In" : "Out" });
      if (!isWired(pin)) wires.push(wire);
    }
    leaving = pinsOf(column, "right").filter(isWired);
    channelX = middle + HALF_COLUMN;
  }
  return { wires, flags, origins };
}

function channelWidth({ tracks }: ChannelPlan): number {
  return 2 * TRACK_CLEARANCE + Math.max(0, tracks - 1) * TRACK;
}

function pinsOf({ cells, ports, passing }: PlacedColumn, side: "left" | "right"): PlacedPin[] {
  return [...cells.values(), ...ports, ...passing].flatMap((placed) => placed[side]);
}

function moveColumn({ cells, ports, passing }: PlacedColumn, x: number): PlacedColumn {
  const movePin = (pin: PlacedPin): PlacedPin => ({ ...pin, x: pin.x + x });
  const move = ({ origin, left, right }: Placed): Placed => {
    return { origin: { x: origin.x + x, y: origin.y }, left: left.map(movePin), right: right.map(movePin) };
  };
  return {
    cells: new Map([...cells].map(([cell, placed]) => [cell, move(placed)])),
    ports: ports.map(move),
    passing: passing.map(move),
  };
}

function stub(pin: PlacedPin, length: number): { readonly pin: PlacedPin; readonly wire: Wire } {
  return { pin, wire: { from: { x: pin.x, y: pin.y }, to: { x: pin.x + length, y: pin.y } } };
}

/** From the first unused input over the others and the common pin down to ground, an end at every pin. */
function groundWires({ symbol, inputs }: Cell, origin: AscPoint): Wire[] {
  const { inputs: pins, common } = LTSPICE_SYMBOLS[symbol];
  const path = [...pins.slice(inputs.length), common, { x: common.x, y: common.y + STUB }];
  const points = path.map(({ x, y }) => ({ x: origin.x + x, y: origin.y + y }));
  return points.slice(1).map((to, index) => ({ from: points[index]!, to }));
}

interface Labels {
  /** In the order of the circuit's ports. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly ofSignal: (signal: number) => string;
}

function signalLabels({ inputs, outputs }: CellCircuit): Labels {
  const names = uniqueNames(LTSPICE_NAMES);
  const labels = new Map<number, string>();
  const ofSignal = (signal: number, wish = "W1"): string => {
    const label = labels.get(signal) ?? names.take(wish);
    labels.set(signal, label);
    return label;
  };
  return {
    inputs: inputs.map(({ name, signal }) => (labels.has(signal) ? names.take(name) : ofSignal(signal, name))),
    outputs: outputs.map(({ name, signal }) => ofSignal(signal, name)),
    ofSignal: (signal) => ofSignal(signal),
  };
}
