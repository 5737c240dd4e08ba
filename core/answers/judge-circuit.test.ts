import { expect, test } from "vitest";
import type { Gate, Netlist } from "../netlist/netlist.ts";
import type { GateClass } from "../rules/gates.ts";
import { applyChange } from "./change.ts";
import { openJudge } from "./judge-circuit.ts";
import { listChanges } from "./list-changes.ts";
import { wantedOf } from "./wanted.ts";

const gate = (gateClass: GateClass, inputs: readonly number[], output: number): Gate => ({
  gateClass,
  inputs: inputs.map((net) => ({ net, inverted: false })),
  output,
});

/** A and B into a first gate, that and C into a second one, B and C into a third. */
function circuit(first: GateClass, second: GateClass, third: GateClass): Netlist {
  return {
    nets: 6,
    gates: [gate(first, [0, 1], 3), gate(second, [3, 2], 4), gate(third, [1, 2], 5)],
    inputs: ["A", "B", "C"].map((name, net) => ({ name, net })),
    outputs: [
      { name: "OUT 1", net: 4 },
      { name: "OUT 2", net: 5 },
    ],
  };
}

const KEYS = [
  { expression: "(A & B) | C", grade: 1 },
  { expression: "B ^ C", grade: 1 },
];

test.each([
  [circuit("OR", "OR", "XOR"), [true, true, false]],
  [circuit("AND", "AND", "XOR"), [false, true, false]],
  [circuit("AND", "OR", "AND"), [false, false, true]],
  [circuit("OR", "AND", "XOR"), [false, true, false]],
  [circuit("OR", "OR", "AND"), [false, false, false]],
])("a gate may mend a circuit if some function of it does (%#)", (netlist, expected) => {
  const { mayMend } = openJudge(wantedOf(KEYS, netlist)!);
  expect(netlist.gates.map((_, index) => mayMend(netlist, index))).toEqual(expected);
});

test("no change of a gate makes a circuit right that the gate cannot mend", () => {
  const classes = ["AND", "OR", "NAND", "XOR"] as const;
  const netlists = classes.flatMap((a) => classes.flatMap((b) => classes.map((c) => circuit(a, b, c))));
  const mended = netlists.flatMap((netlist) => {
    const { judge, mayMend } = openJudge(wantedOf(KEYS, netlist)!);
    const changes = listChanges(netlist, ["A", "B", "C"]).filter((change) => judge(applyChange(netlist, change)).right);
    return changes.flatMap((change) => ("gate" in change ? [mayMend(netlist, change.gate)] : []));
  });
  expect(mended.length).toBeGreaterThan(10);
  expect(mended).not.toContain(false);
});
