import type { Gate, GateInput, NetId, Netlist, Terminal } from "../netlist/netlist.ts";
import { GATES, type GateClass } from "../rules/gates.ts";

/**
 * One change of one gate or wire of a circuit. Gates, pins, inputs and outputs are named by their index in the netlist,
 * wires by their net.
 */
export type Change =
  /** The gate becomes another class. */
  | { readonly kind: "gate-class"; readonly gate: number; readonly to: GateClass }
  /** An inversion at a pin is added or removed. */
  | { readonly kind: "pin-inversion"; readonly gate: number; readonly pin: number }
  /** A pin reads another net. */
  | { readonly kind: "pin-source"; readonly gate: number; readonly pin: number; readonly net: NetId }
  /** A gate gets one more pin. */
  | { readonly kind: "pin-added"; readonly gate: number; readonly net: NetId }
  /** A gate loses a pin. */
  | { readonly kind: "pin-removed"; readonly gate: number; readonly pin: number }
  /** The wire on one of its pins replaces a gate. */
  | { readonly kind: "gate-removed"; readonly gate: number; readonly pin: number }
  /** A gate in the wire before a pin; its other pin reads `net`. */
  | {
      readonly kind: "gate-added";
      readonly to: GateClass;
      readonly at: PinPlace | OutputPlace;
      readonly net: NetId;
    }
  /** The bar over an input's letter is added or removed: a NOT in the wire. */
  | { readonly kind: "input-inversion"; readonly input: number }
  /** A different letter next to an input's wire. */
  | { readonly kind: "input-name"; readonly input: number; readonly name: string }
  /** The letters of two inputs are swapped. */
  | { readonly kind: "inputs-swapped"; readonly inputs: readonly [number, number] }
  /** An output is taken from another net. */
  | { readonly kind: "output-source"; readonly output: number; readonly net: NetId }
  /** A NOT before an output. */
  | { readonly kind: "output-inversion"; readonly output: number };

export interface PinPlace {
  readonly gate: number;
  readonly pin: number;
}

export interface OutputPlace {
  readonly output: number;
}

/**
 * The circuit with the change made. Indexes keep their meaning: a removed gate stays in the list, unused, and an added
 * one comes last.
 */
export function applyChange(netlist: Netlist, change: Change): Netlist {
  switch (change.kind) {
    case "gate-class":
      return withGate(netlist, change.gate, (gate) => ({ ...gate, gateClass: change.to }));
    case "pin-inversion":
      return withPin(netlist, change, (pin) => ({ ...pin, inverted: !pin.inverted }));
    case "pin-source":
      return withPin(netlist, change, (pin) => ({ ...pin, net: change.net }));
    case "pin-added":
      return withGate(netlist, change.gate, (gate) => ({
        ...gate,
        inputs: [...gate.inputs, { net: change.net, inverted: false }],
      }));
    case "pin-removed":
      return withGate(netlist, change.gate, (gate) => ({
        ...gate,
        inputs: gate.inputs.filter((_, pin) => pin !== change.pin),
      }));
    case "gate-removed":
      return withoutGate(netlist, change);
    case "gate-added":
      return withAddedGate(netlist, change);
    case "input-inversion":
      return withInput(netlist, change.input, (terminal) => ({ ...terminal, inverted: !terminal.inverted }));
    case "input-name":
      return withInput(netlist, change.input, (terminal) => named(terminal, change.name));
    case "inputs-swapped": {
      const [first, second] = change.inputs;
      const [a, b] = [netlist.inputs[first]!, netlist.inputs[second]!];
      const swap = (name: string) => (name === a.name ? b.name : name === b.name ? a.name : name);
      return { ...netlist, inputs: netlist.inputs.map((terminal) => named(terminal, swap(terminal.name))) };
    }
    case "output-source":
      return withOutput(netlist, change.output, change.net);
    case "output-inversion": {
      const inverter = { gateClass: "NOT", inputs: [plainPin(netlist.outputs[change.output]!.net)] } as const;
      return withOutput(withNewGate(netlist, inverter), change.output, netlist.nets);
    }
  }
}

/** What else was written there no longer counts. */
function named({ readings: _, ...terminal }: Terminal, name: string): Terminal {
  return { ...terminal, name };
}

function plainPin(net: NetId | null): GateInput {
  return { net, inverted: false };
}

function withGate(netlist: Netlist, index: number, to: (gate: Gate) => Gate): Netlist {
  return { ...netlist, gates: netlist.gates.with(index, to(netlist.gates[index]!)) };
}

function withPin(netlist: Netlist, { gate, pin }: PinPlace, to: (input: GateInput) => GateInput): Netlist {
  return withGate(netlist, gate, (own) => ({ ...own, inputs: own.inputs.with(pin, to(own.inputs[pin]!)) }));
}

function withInput(netlist: Netlist, index: number, to: (terminal: Terminal) => Terminal): Netlist {
  return { ...netlist, inputs: netlist.inputs.with(index, to(netlist.inputs[index]!)) };
}

function withOutput(netlist: Netlist, index: number, net: NetId): Netlist {
  return { ...netlist, outputs: netlist.outputs.with(index, { ...netlist.outputs[index]!, net }) };
}

function withNewGate(netlist: Netlist, gate: Pick<Gate, "gateClass" | "inputs">): Netlist {
  return { ...netlist, nets: netlist.nets + 1, gates: [...netlist.gates, { ...gate, output: netlist.nets }] };
}

/**
 * What read the gate now reads the wire on its pin; an inversion there moves on to the pins, and to outputs as a NOT.
 */
function withoutGate(netlist: Netlist, { gate: index, pin }: PinPlace): Netlist {
  const { output, inputs } = netlist.gates[index]!;
  const { net, inverted } = inputs[pin]!;
  const moved = (input: GateInput): GateInput => {
    return input.net === output ? { net, inverted: input.inverted !== inverted } : input;
  };
  const gates = netlist.gates.map((gate) => ({ ...gate, inputs: gate.inputs.map(moved) }));
  const rewired = { ...netlist, gates };
  const isTaken = netlist.outputs.some((terminal) => terminal.net === output);
  if (net === null || !isTaken) return rewired;
  const before = inverted ? withNewGate(rewired, { gateClass: "NOT", inputs: [plainPin(net)] }) : rewired;
  const source = inverted ? rewired.nets : net;
  return {
    ...before,
    outputs: before.outputs.map((terminal) => (terminal.net === output ? { ...terminal, net: source } : terminal)),
  };
}

function withAddedGate(netlist: Netlist, { to, at, net }: Extract<Change, { kind: "gate-added" }>): Netlist {
  if ("output" in at) {
    const inputs = [plainPin(netlist.outputs[at.output]!.net), plainPin(net)];
    return withOutput(withNewGate(netlist, { gateClass: to, inputs }), at.output, netlist.nets);
  }
  const read = netlist.gates[at.gate]!.inputs[at.pin]!;
  const grown = withNewGate(netlist, { gateClass: to, inputs: [plainPin(read.net), plainPin(net)] });
  return withPin(grown, at, (pin) => ({ ...pin, net: netlist.nets }));
}

/** True for a gate that only inverts its wire. */
export function isInverter({ gateClass, inputs }: Gate): boolean {
  return GATES[gateClass].operator === null && inputs.length === 1;
}
