import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryNetlist } from "../testdata/arbitrary-netlist.ts";
import { orderGates } from "./gate-order.ts";
import type { Gate, Netlist } from "./netlist.ts";

function not(input: number, output: number): Gate {
  return { gateClass: "NOT", inputs: [{ net: input, inverted: false }], output };
}

function chain(length: number): Netlist {
  const gates = Array.from({ length }, (_, index) => not(index, index + 1)).reverse();
  return { nets: length + 1, gates, inputs: [{ name: "A", net: 0 }], outputs: [{ name: "Y", net: length }] };
}

describe("orderGates", () => {
  it("puts a gate after those that feed it", () => {
    fc.assert(
      fc.property(arbitraryNetlist({ maxGates: 30 }), fc.integer(), (netlist, seed) => {
        const gates = [...netlist.gates].sort((a, b) => ((a.output! * seed) % 97) - ((b.output! * seed) % 97));
        const { order, loops } = orderGates({ ...netlist, gates });
        expect(loops).toEqual([]);
        expect([...order].sort((a, b) => a - b)).toEqual(gates.map((_, index) => index));
        const driven = new Set(netlist.inputs.map(({ net }) => net));
        for (const index of order) {
          for (const { net } of gates[index]!.inputs) expect(driven.has(net!)).toBe(true);
          driven.add(gates[index]!.output!);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("orders a chain of 10,000 gates", () => {
    const { order, loops } = orderGates(chain(10_000));
    expect(loops).toEqual([]);
    expect(order).toEqual(Array.from({ length: 10_000 }, (_, index) => 9_999 - index));
  });

  it("finds a loop of 10,000 gates", () => {
    const { gates, nets } = chain(10_000);
    const closed = { nets, gates: [...gates, not(10_000, 0)], inputs: [], outputs: [] };
    expect(orderGates(closed).loops.map((loop) => loop.length)).toEqual([10_001]);
  });

  it("finds every loop, also a gate that feeds itself, and leaves out what only hangs on one", () => {
    const gates = [not(1, 0), not(0, 1), not(1, 2), not(3, 3)];
    expect(orderGates({ nets: 4, gates, inputs: [], outputs: [] }).loops).toEqual([[0, 1], [3]]);
  });

  it("refuses a net that does not exist", () => {
    expect(() => orderGates({ nets: 1, gates: [not(0, 1)], inputs: [], outputs: [] })).toThrow(RangeError);
  });
});
