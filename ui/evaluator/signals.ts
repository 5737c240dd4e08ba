import { bitAt } from "../../core/boolean/column.ts";
import { netColumns } from "../../core/expressions/net-columns.ts";
import { takesInputs } from "../../core/netlist/gate-logic.ts";
import { orderGates } from "../../core/netlist/gate-order.ts";
import { netDrivers } from "../../core/netlist/net-drivers.ts";
import type { Netlist } from "../../core/netlist/netlist.ts";

export interface InputRow {
  /** The drawing's inputs, the most significant bit first. */
  readonly inputs: readonly string[];
  /** Index of the row: the inputs' bits as a number. */
  readonly row: number;
}

/**
 * The value that each net of a drawing carries in one row of its truth table. Nets behind an open pin, a loop, a short
 * or an input that is not one of `inputs` are left out.
 *
 * @example
 * signalValues(nand, { inputs: ["A", "B"], row: 3 }); // Map { 0 => 1, 1 => 1, 2 => 0 }
 */
export function signalValues(netlist: Netlist, { inputs, row }: InputRow): Map<number, 0 | 1> {
  const nets = [...soundNets(netlist, inputs)];
  const columns = netColumns(netlist, { nets, inputs });
  return new Map(nets.map((net, index) => [net, bitAt(columns[index]!, row)]));
}

/** The nets whose value follows from the inputs. */
function soundNets(netlist: Netlist, inputs: readonly string[]): Set<number> {
  const drivers = netDrivers(netlist);
  const once = (net: number) => drivers[net]!.inputs.length + drivers[net]!.gates.length === 1;
  const sound = new Set<number>();
  for (const { net, name } of netlist.inputs) if (once(net) && inputs.includes(name)) sound.add(net);
  const { order, loops } = orderGates(netlist);
  const looped = new Set(loops.flat());
  for (const index of order) {
    const { gateClass, inputs: pins, output } = netlist.gates[index]!;
    if (output === null || looped.has(index) || !once(output) || !takesInputs(gateClass, pins.length)) continue;
    if (pins.every(({ net }) => net !== null && sound.has(net))) sound.add(output);
  }
  return sound;
}
