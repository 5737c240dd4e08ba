import { unionFind } from "../../basics/union-find.ts";
import { GATES } from "../../rules/gates.ts";
import { netDrivers } from "../net-drivers.ts";
import type { Gate, GateInput, Netlist } from "../netlist.ts";
import { LTSPICE_SYMBOLS, type LtspiceSymbolName } from "./ltspice-symbols.ts";

/** One LTspice gate; signals are numbers 0 … `signals - 1`. */
export interface Cell {
  readonly symbol: LtspiceSymbolName;
  readonly inputs: readonly number[];
  readonly output: number;
  /** True if the output is taken from the symbol's complementary pin. */
  readonly complemented: boolean;
}

export interface Port {
  readonly name: string;
  readonly signal: number;
}

/** A circuit of LTspice gates: one port for each input name, and no signal with two output names. */
export interface CellCircuit {
  readonly signals: number;
  readonly cells: readonly Cell[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

/**
 * A netlist made of what LTspice has: NAND, NOR and XNOR come from complementary outputs, bubbles and barred inputs become
 * inverters, gates with too many inputs become chains (an LTspice XOR of more than two inputs is not parity: it is true
 * where exactly one input is), a second name of a signal comes from a buffer.
 *
 * @throws {RangeError} if a pin or terminal names a net that does not exist.
 */
export function toCells(netlist: Netlist): CellCircuit {
  netDrivers(netlist);
  const cells: Cell[] = [];
  const joined = joinTerminals(netlist);
  let signals = netlist.nets;

  function signal(): number {
    signals += 1;
    return signals - 1;
  }

  function add(cell: Omit<Cell, "output">, output = signal()): number {
    cells.push({ ...cell, output });
    return output;
  }

  function invert(input: number, output = signal()): number {
    return add({ symbol: "inv", inputs: [input], complemented: true }, output);
  }

  function pin({ net, inverted }: GateInput): number {
    const source = net === null ? signal() : joined.find(net);
    return inverted ? invert(source) : source;
  }

  function addGate(gate: Gate): void {
    const output = gate.output === null ? signal() : joined.find(gate.output);
    let inputs = gate.inputs.length === 0 ? [signal()] : gate.inputs.map(pin);
    const { ltspice, inverted } = GATES[gate.gateClass];
    const symbol = ltspice === "inv" && inputs.length > 1 ? "and" : ltspice;
    const pins = symbol === "xor" ? 2 : LTSPICE_SYMBOLS[symbol].inputs.length;
    while (inputs.length > pins) {
      inputs = [add({ symbol, inputs: inputs.slice(0, pins), complemented: false }), ...inputs.slice(pins)];
    }
    add({ symbol, inputs, complemented: inverted }, output);
  }

  const inputs: Port[] = [];
  for (const [name, { plain, barred }] of joined.terminals) {
    const port = { name, signal: plain === null ? signal() : joined.find(plain) };
    inputs.push(port);
    if (barred !== null) invert(port.signal, joined.find(barred));
  }
  for (const gate of netlist.gates) addGate(gate);
  const named = new Set(inputs.map((port) => port.signal));
  const outputs = netlist.outputs.map(({ name, net }): Port => {
    const source = joined.find(net);
    const taken = named.has(source);
    named.add(source);
    return { name, signal: taken ? add({ symbol: "buf1", inputs: [source], complemented: false }) : source };
  });
  return { signals, cells, inputs, outputs };
}

interface InputNets {
  /** A net that carries the input, and one that carries its complement. */
  plain: number | null;
  barred: number | null;
}

/** Nets with terminals of one name are one signal: `find` gives its number. */
function joinTerminals(netlist: Netlist) {
  const { find, join } = unionFind(netlist.nets);
  const terminals = new Map<string, InputNets>();

  for (const { name, net, inverted } of netlist.inputs) {
    const nets = terminals.get(name) ?? { plain: null, barred: null };
    terminals.set(name, nets);
    const side = inverted ? "barred" : "plain";
    if (nets[side] === null) nets[side] = net;
    else join(net, nets[side]);
  }
  return { terminals, find };
}
