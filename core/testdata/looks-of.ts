import type { Netlist } from "../netlist/netlist.ts";
import { GATE_CLASSES, GATES, type GateClass } from "../rules/gates.ts";
import type { Doubt, PageLook } from "../verdict/evidence.ts";

/** The class with a circle more or less at the output. */
function oppositeOf(gateClass: GateClass): GateClass {
  const withoutCircle = GATE_CLASSES.find((name) => GATES[name].withCircle === gateClass);
  return GATES[gateClass].withCircle ?? withoutCircle ?? gateClass;
}

/**
 * One look at a page that shows a circuit: its first gate that is no NOT is what it is with the probability
 * `confidence`, else it has a circle more or less. Nothing else is in doubt.
 */
export function looksOf(netlist: Netlist, { confidence = 0.999 }: { readonly confidence?: number } = {}): PageLook[] {
  const gate = netlist.gates.findIndex(({ gateClass }) => gateClass !== "NOT");
  const cost = Math.log(confidence / (1 - confidence));
  const doubts: Doubt[] =
    gate === -1 ? [] : [{ change: { kind: "gate-class", gate, to: oppositeOf(netlist.gates[gate]!.gateClass) }, cost }];
  return [{ circuits: [{ netlist, cost: 0, faults: 0, doubts, meetings: [] }] }];
}
