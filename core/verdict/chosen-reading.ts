import { deriveExpressions, outputTables } from "../expressions/derive-expressions.ts";
import { checkNetlist } from "../netlist/check-netlist.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Problem } from "../rules/problem.ts";
import type { PageLook } from "./evidence.ts";

/** What a page says if a person has chosen how to read it. */
interface SettledReading {
  readonly netlist: Netlist;
  readonly inputs: readonly string[];
  readonly outputs: ReturnType<typeof outputTables>;
  readonly problems: readonly Problem[];
  readonly confidence: 1;
  readonly looks: readonly PageLook[];
}

/** The reading that a person chose, by its circuit: nothing in it is in doubt. */
export function chosenReading(netlist: Netlist): SettledReading {
  const { inputs, outputs, problems } = deriveExpressions(netlist);
  const faults = [...checkNetlist(netlist), ...problems];
  const circuit = { netlist, cost: 0, faults: faults.length, doubts: [], meetings: [] };
  return {
    netlist,
    inputs,
    outputs: outputTables(outputs),
    problems: faults,
    confidence: 1,
    looks: [{ circuits: [circuit], isChosen: true }],
  };
}
