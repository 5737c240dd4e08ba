import fc from "fast-check";
import type { Gate, Netlist, Terminal } from "../netlist/netlist.ts";
import { GATE_CLASSES } from "../rules/gates.ts";

/** What random netlists may contain in addition to plain two-input gates. */
export interface ArbitraryNetlistOptions {
  /** Default 1. */
  readonly minGates?: number;
  /** Default 12. */
  readonly maxGates?: number;
  /** Default 5. */
  readonly maxInputs?: number;
  /** Inputs of one gate, default 5. */
  readonly maxPins?: number;
}

const NAMES = ["A", "B", "C", "D", "E", "F", "G"];

/**
 * Random sound combinational netlists: gates of two and more inputs, bubbles, barred inputs, one letter at two wire ends,
 * gates nothing reads, outputs straight from inputs, two outputs on one net.
 */
export function arbitraryNetlist(options: ArbitraryNetlistOptions = {}): fc.Arbitrary<Netlist> {
  const { minGates = 1, maxGates = 12, maxInputs = 5, maxPins = 5 } = options;
  const gate = fc.record({
    gateClass: fc.constantFrom(...GATE_CLASSES),
    pins: fc.array(fc.record({ source: fc.nat(), inverted: fc.boolean() }), { minLength: 2, maxLength: maxPins }),
  });
  return fc
    .record({
      inputs: fc.array(fc.record({ name: fc.nat(maxInputs - 1), inverted: fc.boolean() }), {
        minLength: 1,
        maxLength: maxInputs + 2,
      }),
      gates: fc.array(gate, { minLength: minGates, maxLength: maxGates, size: "max" }),
      outputs: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    })
    .map((drawn) => {
      const inputs = drawn.inputs.map(
        ({ name, inverted }, net): Terminal => ({ name: NAMES[name]!, net, ...(inverted && { inverted }) }),
      );
      const gates = drawn.gates.map(({ gateClass, pins }, index): Gate => {
        const nets = inputs.length + index;
        const used = gateClass === "NOT" ? pins.slice(0, 1) : pins;
        // Reading back from the newest net makes deep circuits as likely as flat ones.
        const pinned = used.map(({ source, inverted }) => ({ net: nets - 1 - (source % nets), inverted }));
        return { gateClass, inputs: pinned, output: nets };
      });
      const nets = inputs.length + gates.length;
      const outputs = drawn.outputs.map((net, index) => ({ name: `OUT ${index + 1}`, net: nets - 1 - (net % nets) }));
      return { nets, gates, inputs, outputs };
    });
}

/**
 * The outputs' values of a sound netlist for one assignment, gate by gate in the order given: the slow and plain way
 * that the product's ways are compared with.
 */
export function simulateNetlist(netlist: Netlist, assignment: ReadonlyMap<string, 0 | 1>): (0 | 1)[] {
  const values = new Map<number, number>();
  for (const { name, net, inverted } of netlist.inputs) values.set(net, assignment.get(name)! ^ (inverted ? 1 : 0));
  for (const { gateClass, inputs, output } of netlist.gates) {
    const ones = inputs.filter(({ net, inverted }) => (values.get(net!)! ^ (inverted ? 1 : 0)) === 1).length;
    const all = ones === inputs.length;
    const value = {
      AND: all,
      OR: ones > 0,
      NOT: ones === 0,
      NAND: !all,
      NOR: ones === 0,
      XOR: ones % 2 === 1,
      XNOR: ones % 2 === 0,
    }[gateClass];
    if (output !== null) values.set(output, value ? 1 : 0);
  }
  return netlist.outputs.map(({ net }) => values.get(net) as 0 | 1);
}

/** Each name of the netlist's inputs once, as they come. */
export function inputNames(netlist: Netlist): string[] {
  return [...new Set(netlist.inputs.map(({ name }) => name))];
}

/** Every assignment of `names`, the first one counting slowest. */
export function allAssignments(names: readonly string[]): Map<string, 0 | 1>[] {
  return Array.from({ length: 2 ** names.length }, (_, row) => {
    return new Map(names.map((name, index) => [name, ((row >> (names.length - 1 - index)) & 1) as 0 | 1]));
  });
}
