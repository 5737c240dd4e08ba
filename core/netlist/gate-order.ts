import { type NetDrivers, netDrivers } from "./net-drivers.ts";
import type { Netlist } from "./netlist.ts";

export interface GateOrder {
  /** Every gate's index, a gate after those that feed it; gates of one loop are consecutive. */
  readonly order: readonly number[];
  /** The gates of each feedback loop, in reading order; empty in a combinational circuit. */
  readonly loops: readonly (readonly number[])[];
}

/**
 * Orders gates from inputs to outputs and finds feedback loops: Tarjan's strongly connected components (SIAM Journal on
 * Computing 1, 1972), without recursion, so that a chain of 10,000 gates does not exhaust the stack.
 *
 * @throws {RangeError} if a pin or terminal names a net that does not exist.
 */
export function orderGates(netlist: Netlist): GateOrder {
  const feeders = gateFeeders(netlist, netDrivers(netlist));
  const count = feeders.length;
  const found = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const next = new Int32Array(count);
  const open = new Uint8Array(count);
  const order: number[] = [];
  const loops: number[][] = [];
  const component: number[] = [];
  let visits = 0;

  function enter(path: number[], gate: number): void {
    found[gate] = low[gate] = visits;
    visits += 1;
    open[gate] = 1;
    component.push(gate);
    path.push(gate);
  }

  function close(gate: number): void {
    const members = component.splice(component.lastIndexOf(gate)).sort((a, b) => a - b);
    for (const member of members) open[member] = 0;
    order.push(...members);
    if (members.length > 1 || feeders[gate]!.includes(gate)) loops.push(members);
  }

  for (let start = 0; start < count; start += 1) {
    if (found[start] !== -1) continue;
    const path: number[] = [];
    enter(path, start);
    while (path.length > 0) {
      const gate = path[path.length - 1]!;
      const feeder = feeders[gate]![next[gate]!];
      if (feeder !== undefined) {
        next[gate]! += 1;
        if (found[feeder] === -1) enter(path, feeder);
        else if (open[feeder] === 1) low[gate] = Math.min(low[gate]!, found[feeder]!);
        continue;
      }
      path.pop();
      if (low[gate] === found[gate]) close(gate);
      const parent = path[path.length - 1];
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[gate]!);
    }
  }
  return { order, loops };
}

/** Of each gate, the gates whose outputs arrive at its pins. */
function gateFeeders(netlist: Netlist, drivers: readonly NetDrivers[]): number[][] {
  return netlist.gates.map((gate) => gate.inputs.flatMap(({ net }) => (net === null ? [] : drivers[net]!.gates)));
}
