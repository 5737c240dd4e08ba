import { takesInputs } from "../rules/gates.ts";
import type { Problem } from "../rules/problem.ts";
import { circuitProblem } from "./circuit-problems.ts";
import { orderGates } from "./gate-order.ts";
import { type NetDrivers, netDrivers } from "./net-drivers.ts";
import type { Gate, Netlist, Terminal } from "./netlist.ts";

/**
 * Everything that keeps a circuit from having a truth table, or that a person should look at: `no-gates`, `no-output`,
 * `wrong-pin-count`, `open-input`, `undriven-output`, `shorted-outputs`, `feedback-loop`, `unnamed-input`,
 * `unnamed-output`, `duplicate-output`, `unused-gate`. A problem's box is that of the gate or terminal it is about.
 *
 * @throws {RangeError} if a pin or terminal names a net that does not exist.
 * @example
 * checkNetlist(nandWithOneWire); // [{ code: "open-input", message: "Input 2 of the NAND gate is …" }]
 */
export function checkNetlist(netlist: Netlist): Problem[] {
  const drivers = netDrivers(netlist);
  return [
    ...emptyProblems(netlist),
    ...netlist.gates.flatMap((gate) => [...pinCountProblems(gate), ...openInputProblems(gate, drivers)]),
    ...outputProblems(netlist, drivers),
    ...shortProblems(netlist, drivers),
    ...loopProblems(netlist),
    ...nameProblems(netlist),
    ...unusedGateProblems(netlist),
  ];
}

function emptyProblems({ gates, outputs }: Netlist): Problem[] {
  if (gates.length === 0) return [circuitProblem("no-gates", {})];
  return outputs.length === 0 ? [circuitProblem("no-output", {})] : [];
}

function pinCountProblems(gate: Gate): Problem[] {
  const { gateClass, inputs } = gate;
  const count = inputs.length;
  return takesInputs(gateClass, count) ? [] : [circuitProblem("wrong-pin-count", { gateClass, count }, gate)];
}

function openInputProblems(gate: Gate, drivers: readonly NetDrivers[]): Problem[] {
  const { gateClass, inputs } = gate;
  const pins = inputs.flatMap(({ net }, pin) => (net === null || isUndriven(drivers[net]!) ? [pin + 1] : []));
  return pins.length === 0 ? [] : [circuitProblem("open-input", { gateClass, pins }, gate)];
}

function isUndriven({ inputs, gates }: NetDrivers): boolean {
  return inputs.length + gates.length === 0;
}

function outputProblems(netlist: Netlist, drivers: readonly NetDrivers[]): Problem[] {
  return netlist.outputs
    .filter(({ net }) => isUndriven(drivers[net]!))
    .map((output) => circuitProblem("undriven-output", { name: output.name.trim() }, output));
}

function shortProblems(netlist: Netlist, drivers: readonly NetDrivers[]): Problem[] {
  return drivers.flatMap(({ inputs, gates }) => {
    if (inputs.length + gates.length < 2) return [];
    const terminals = inputs.map((index) => netlist.inputs[index]!);
    const shortedGates = gates.map((index) => netlist.gates[index]!);
    const sources = [
      ...terminals.map(({ name, inverted }) => `the input ${inverted ? "~" : ""}${name}`),
      ...shortedGates.map(({ gateClass }) => `the output of the ${gateClass} gate`),
    ];
    const place = [...shortedGates, ...terminals].find(({ box }) => box);
    return [circuitProblem("shorted-outputs", { sources }, place)];
  });
}

function loopProblems(netlist: Netlist): Problem[] {
  return orderGates(netlist).loops.map((loop) => {
    const gate = netlist.gates[loop[0]!]!;
    return circuitProblem("feedback-loop", { gateClass: gate.gateClass, size: loop.length }, gate);
  });
}

function nameProblems({ inputs, outputs }: Netlist): Problem[] {
  const isUnnamed = ({ name }: Terminal) => name.trim() === "";
  const isRepeated = (output: Terminal, index: number) =>
    !isUnnamed(output) && outputs.findIndex(({ name }) => name === output.name) < index;
  return [
    ...inputs.filter(isUnnamed).map((input) => circuitProblem("unnamed-input", {}, input)),
    ...outputs.filter(isUnnamed).map((output) => circuitProblem("unnamed-output", {}, output)),
    ...outputs.filter(isRepeated).map((output) => circuitProblem("duplicate-output", { name: output.name }, output)),
  ];
}

function unusedGateProblems({ gates, outputs }: Netlist): Problem[] {
  const read = new Set([
    ...outputs.map(({ net }) => net),
    ...gates.flatMap(({ inputs }) => inputs.map(({ net }) => net)),
  ]);
  return gates
    .filter(({ output }) => output === null || !read.has(output))
    .map((gate) => circuitProblem("unused-gate", { gateClass: gate.gateClass }, gate));
}
