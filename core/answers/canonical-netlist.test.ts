import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Netlist } from "../netlist/netlist.ts";
import { arbitraryNetlist } from "../testdata/arbitrary-netlist.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { canonicalNetlist, mergeInputs } from "./canonical-netlist.ts";

/** The same circuit with gates, nets, pins and inputs in another order. */
function shuffled(netlist: Netlist, seed: number): Netlist {
  let state = seed;
  const order = (count: number): number[] => {
    const all = Array.from({ length: count }, (_, index) => index);
    for (let at = count - 1; at > 0; at--) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      const other = state % (at + 1);
      [all[at], all[other]] = [all[other]!, all[at]!];
    }
    return all;
  };
  const nets = order(netlist.nets);
  const net = (old: number) => nets[old]!;
  const pick = <T>(from: readonly T[]): T[] => order(from.length).map((index) => from[index]!);
  return {
    nets: netlist.nets,
    gates: pick(netlist.gates).map((gate) => ({
      ...gate,
      inputs: pick(gate.inputs).map((pin) => ({ ...pin, net: pin.net === null ? null : net(pin.net) })),
      output: gate.output === null ? null : net(gate.output),
    })),
    inputs: pick(netlist.inputs).map((terminal) => ({ ...terminal, net: net(terminal.net) })),
    outputs: netlist.outputs.map((terminal) => ({ ...terminal, net: net(terminal.net) })),
  };
}

function keyOf(lines: readonly string[]): string {
  return canonicalNetlist(mergeInputs(netlistOf(lines))).key;
}

describe("canonicalNetlist", () => {
  it("does not depend on the numbering of gates, nets, pins and inputs", () => {
    fc.assert(
      fc.property(arbitraryNetlist({ maxGates: 9 }), fc.nat(), (netlist, seed) => {
        expect(canonicalNetlist(shuffled(netlist, seed)).key).toBe(canonicalNetlist(netlist).key);
      }),
      { numRuns: 150, seed: 6 },
    );
  });

  it("says which gate, pin, net and terminal is which", () => {
    fc.assert(
      fc.property(arbitraryNetlist({ maxGates: 7 }), (netlist) => {
        const { netlist: ordered, gates, nets, pins, inputs, outputs } = canonicalNetlist(netlist);
        ordered.gates.forEach((gate, index) => {
          const own = netlist.gates[gates[index]!]!;
          expect(gate.gateClass).toBe(own.gateClass);
          expect(nets[gate.output!]).toBe(own.output);
          gate.inputs.forEach((pin, at) => {
            const given = own.inputs[pins[index]![at]!]!;
            expect([nets[pin.net!], pin.inverted]).toEqual([given.net, given.inverted]);
          });
        });
        expect(ordered.inputs.map(({ net }) => nets[net])).toEqual(inputs.map((index) => netlist.inputs[index]!.net));
        expect(ordered.outputs.map(({ name }) => name)).toEqual(outputs.map((index) => netlist.outputs[index]!.name));
      }),
      { numRuns: 60, seed: 6 },
    );
  });

  it("distinguishes circuits with the same function and the same gates", () => {
    expect(keyOf(["p = AND(A, B)", "Y = AND(p, C)"])).not.toBe(keyOf(["p = AND(B, C)", "Y = AND(p, A)"]));
    expect(keyOf(["Y = AND(A, ~B)"])).not.toBe(keyOf(["n = NOT(B)", "Y = AND(A, n)"]));
    expect(keyOf(["p = AND(A, B)", "Y = XOR(p, p)"])).not.toBe(
      keyOf(["p = AND(A, B)", "q = AND(A, B)", "Y = XOR(p, q)"]),
    );
  });

  it("distinguishes what refinement alone cannot: a ring of six from two rings of three", () => {
    const ring = (...sizes: number[]): Netlist => {
      let first = 0;
      const gates = sizes.flatMap((size) => {
        const own = Array.from({ length: size }, (_, k) => ({
          gateClass: "NOT" as const,
          inputs: [{ net: first + ((k + size - 1) % size), inverted: false }],
          output: first + k,
        }));
        first += size;
        return own;
      });
      return { nets: first, gates, inputs: [], outputs: [] };
    };
    expect(canonicalNetlist(ring(6)).key).not.toBe(canonicalNetlist(ring(3, 3)).key);
    expect(canonicalNetlist(shuffled(ring(3, 3), 5)).key).toBe(canonicalNetlist(ring(3, 3)).key);
  });

  it("terminates if many parts are alike", () => {
    const lines = Array.from({ length: 12 }, (_, k) => `n${k} = AND(A, B)`);
    expect(canonicalNetlist(netlistOf(lines)).gates).toHaveLength(12);
  });
});

it("mergeInputs makes one input of a letter at two wires, but not of its complement", () => {
  const twice: Netlist = {
    ...netlistOf(["p = AND(A, B)", "Y = OR(p, C)"]),
    inputs: [
      { name: "A", net: 0 },
      { name: "B", net: 1 },
      { name: "A", net: 2 },
    ],
  };
  expect(canonicalNetlist(mergeInputs(twice)).key.replaceAll("C", "A")).toBe(keyOf(["p = AND(A, B)", "Y = OR(p, A)"]));
  const barred = { ...twice, inputs: twice.inputs.with(2, { name: "A", net: 2, inverted: true }) };
  expect(mergeInputs(barred).inputs).toHaveLength(3);
});
