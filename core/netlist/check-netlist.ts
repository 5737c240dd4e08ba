import type { Problem } from "../rules/problem.ts";
import { takesInputs } from "./gate-logic.ts";
import { orderGates } from "./gate-order.ts";
import { type NetDrivers, netDrivers } from "./net-drivers.ts";
import type { Gate, Netlist, Terminal } from "./netlist.ts";

/**
 * Everything that keeps a circuit from having a truth table, or that a person should look at: `no-gates`, `no-output`,
 * `wrong-pin-count`, `open-input`, `undriven-output`, `shorted-outputs`, `feedback-loop`, `unnamed-input`,
 * `unnamed-output`, `duplicate-output`, `unused-gate`. A problem's box is that of the gate or terminal it is about.
 *
 * @throws {RangeError} where a pin or terminal names a net that does not exist.
 * @example
 * checkNetlist(nandWithOneWire); // [{ code: "open-input", message: "Input 2 of the NAND gate is …", box: … }]
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

type Place = { readonly box?: Problem["box"] };

function problem(code: string, text: { readonly message: string; readonly at?: Place | undefined }): Problem {
  return { code, message: text.message, ...(text.at?.box && { box: text.at.box }) };
}

function emptyProblems(netlist: Netlist): Problem[] {
  const problems: Problem[] = [];
  if (netlist.gates.length === 0) {
    problems.push(problem("no-gates", { message: "No gate was found: check that the drawing is sharp and complete." }));
  }
  if (netlist.outputs.length === 0) {
    const message = "No output was found: draw a wire from the last gate to the right and leave its end free.";
    problems.push(problem("no-output", { message }));
  }
  return problems;
}

function pinCountProblems(gate: Gate): Problem[] {
  const count = gate.inputs.length;
  if (takesInputs(gate.gateClass, count)) return [];
  const needed = gate.gateClass === "NOT" ? "exactly one input" : "at least two inputs";
  const message = `The ${gate.gateClass} gate has ${inputCount(count)}, but needs ${needed}: check the gate and its wires.`;
  return [problem("wrong-pin-count", { message, at: gate })];
}

function inputCount(count: number): string {
  if (count === 0) return "no input";
  return count === 1 ? "one input" : `${count} inputs`;
}

function openInputProblems(gate: Gate, drivers: readonly NetDrivers[]): Problem[] {
  const open = gate.inputs.flatMap(({ net }, pin) => (net === null || isUndriven(drivers[net]!) ? [pin + 1] : []));
  if (open.length === 0) return [];
  const one = open.length === 1;
  const subject = one ? `Input ${open[0]}` : `Inputs ${listOf(open.map(String))}`;
  const rest = one ? "is open: connect it" : "are open: connect them";
  const message = `${subject} of the ${gate.gateClass} gate ${rest} to a circuit input or to a gate's output.`;
  return [problem("open-input", { message, at: gate })];
}

function isUndriven({ inputs, gates }: NetDrivers): boolean {
  return inputs.length + gates.length === 0;
}

function outputProblems(netlist: Netlist, drivers: readonly NetDrivers[]): Problem[] {
  return netlist.outputs.flatMap((output) => {
    if (!isUndriven(drivers[output.net]!)) return [];
    const message = `Nothing drives ${outputLabel(output)}: connect it to a gate's output.`;
    return [problem("undriven-output", { message, at: output })];
  });
}

function outputLabel(output: Terminal): string {
  return output.name.trim() === "" ? "an output without a name" : `the output "${output.name}"`;
}

function shortProblems(netlist: Netlist, drivers: readonly NetDrivers[]): Problem[] {
  return drivers.flatMap(({ inputs, gates }) => {
    if (inputs.length + gates.length < 2) return [];
    const terminals = inputs.map((index) => netlist.inputs[index]!);
    const shortedGates = gates.map((index) => netlist.gates[index]!);
    const names = [
      ...terminals.map(({ name, inverted }) => `the input ${inverted ? "~" : ""}${name}`),
      ...shortedGates.map(({ gateClass }) => `the output of the ${gateClass} gate`),
    ];
    const message = `One wire joins ${listOf(names)}: separate them, a wire can have only one source.`;
    return [problem("shorted-outputs", { message, at: [...shortedGates, ...terminals].find(({ box }) => box) })];
  });
}

function loopProblems(netlist: Netlist): Problem[] {
  return orderGates(netlist).loops.map((loop) => {
    const gate = netlist.gates[loop[0]!]!;
    const size = loop.length === 1 ? "" : `, a loop of ${loop.length} gates`;
    const message = `The output of the ${gate.gateClass} gate leads back to its own input${size}: only circuits without feedback can be read.`;
    return problem("feedback-loop", { message, at: gate });
  });
}

function nameProblems(netlist: Netlist): Problem[] {
  const unnamed = (kind: "input" | "output", terminals: readonly Terminal[]) =>
    terminals
      .filter(({ name }) => name.trim() === "")
      .map((at) =>
        problem(`unnamed-${kind}`, { message: `An ${kind} has no name: write a letter beside its wire.`, at }),
      );
  const seen = new Set<string>();
  const duplicates = netlist.outputs.filter(({ name }) => {
    const repeated = name.trim() !== "" && seen.has(name);
    seen.add(name);
    return repeated;
  });
  return [
    ...unnamed("input", netlist.inputs),
    ...unnamed("output", netlist.outputs),
    ...duplicates.map((at) =>
      problem("duplicate-output", { message: `Two outputs are named "${at.name}": give each its own name.`, at }),
    ),
  ];
}

function unusedGateProblems(netlist: Netlist): Problem[] {
  const read = new Set([
    ...netlist.outputs.map(({ net }) => net),
    ...netlist.gates.flatMap(({ inputs }) => inputs.map(({ net }) => net)),
  ]);
  return netlist.gates.flatMap((gate) => {
    if (gate.output !== null && read.has(gate.output)) return [];
    const message = `The output of the ${gate.gateClass} gate leads nowhere: connect it, or strike the gate out.`;
    return [problem("unused-gate", { message, at: gate })];
  });
}

function listOf(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}
