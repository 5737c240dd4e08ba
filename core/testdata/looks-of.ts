import type { Netlist } from "../netlist/netlist.ts";
import type { GateClass } from "../rules/gate-class.ts";
import type { Doubt, PageLook } from "../verdict/evidence.ts";

const OPPOSITE: Readonly<Record<GateClass, GateClass>> = {
  AND: "NAND",
  NAND: "AND",
  OR: "NOR",
  NOR: "OR",
  XOR: "XNOR",
  XNOR: "XOR",
  NOT: "NOT",
};

/**
 * One look at a page that shows a circuit: its first gate that is no NOT is what it is with the probability
 * `confidence`, else it has a circle more or less. Nothing else is in doubt.
 */
export function looksOf(netlist: Netlist, { confidence = 0.999 }: { readonly confidence?: number } = {}): PageLook[] {
  const gate = netlist.gates.findIndex(({ gateClass }) => gateClass !== "NOT");
  const cost = Math.log(confidence / (1 - confidence));
  const doubts: Doubt[] =
    gate === -1 ? [] : [{ change: { kind: "gate-class", gate, to: OPPOSITE[netlist.gates[gate]!.gateClass] }, cost }];
  return [{ circuits: [{ netlist, cost: 0, faults: 0, doubts, meetings: [] }] }];
}
