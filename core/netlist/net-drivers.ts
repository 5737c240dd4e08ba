import type { Netlist } from "./netlist.ts";

/** What drives a net: circuit inputs (index into `inputs`) and gates (index into `gates`). One of them in a sound circuit. */
export interface NetDrivers {
  readonly inputs: readonly number[];
  readonly gates: readonly number[];
}

/**
 * The drivers of every net, by net number. Input terminals that put the same signal on a net (same name, same bar)
 * count once.
 *
 * @throws {RangeError} if a pin or terminal names a net that does not exist.
 */
export function netDrivers(netlist: Netlist): NetDrivers[] {
  requireNets(netlist);
  const drivers = Array.from({ length: netlist.nets }, () => ({ inputs: [] as number[], gates: [] as number[] }));
  netlist.inputs.forEach((terminal, index) => {
    const { inputs } = drivers[terminal.net]!;
    const known = inputs.some((other) => {
      const { name, inverted } = netlist.inputs[other]!;
      return name === terminal.name && (inverted ?? false) === (terminal.inverted ?? false);
    });
    if (!known) inputs.push(index);
  });
  netlist.gates.forEach((gate, index) => {
    if (gate.output !== null) drivers[gate.output]!.gates.push(index);
  });
  return drivers;
}

function requireNets(netlist: Netlist): void {
  const used = [
    ...netlist.gates.flatMap((gate) => [gate.output, ...gate.inputs.map((input) => input.net)]),
    ...netlist.inputs.map((terminal) => terminal.net),
    ...netlist.outputs.map((terminal) => terminal.net),
  ];
  for (const net of used) {
    if (net === null || (Number.isInteger(net) && net >= 0 && net < netlist.nets)) continue;
    throw new RangeError(`Net ${net} is not one of ${netlist.nets}`);
  }
}
