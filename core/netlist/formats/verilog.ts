import { GATES } from "../../rules/gates.ts";
import { netDrivers } from "../net-drivers.ts";
import type { Gate, GateInput, Netlist } from "../netlist.ts";
import { type UniqueNames, uniqueNames } from "./unique-names.ts";
import { VERILOG_NAMES } from "./verilog-names.ts";

export interface VerilogOptions {
  /** Default `circuit`. */
  readonly moduleName?: string;
}

const OPERATORS = { and: "&", or: "|", xor: "^" } as const;

/**
 * A netlist as one Verilog module (IEEE 1364-2005, which SystemVerilog includes): a port for each name, an assignment
 * for each gate as drawn. Names that are not identifiers are changed and repeated in a comment. Any netlist can be
 * written: an open pin becomes a wire that nothing drives, a short two assignments to one wire.
 *
 * @throws {RangeError} if a pin or terminal names a net that does not exist.
 * @example
 * writeVerilog(nand);
 * // module circuit (
 * //   input  wire A,
 * //   input  wire B,
 * //   output wire OUT_1 // "OUT 1"
 * // );
 * //   assign OUT_1 = ~(A & B);
 * // endmodule
 */
export function writeVerilog(netlist: Netlist, options: VerilogOptions = {}): string {
  const names = uniqueNames(VERILOG_NAMES);
  const moduleName = names.take(options.moduleName ?? "circuit");
  const inputs = new Map<string, string>();
  for (const { name } of netlist.inputs) if (!inputs.has(name)) inputs.set(name, names.take(name));
  const outputs = netlist.outputs.map(({ name }) => names.take(name));
  const ports = [
    ...[...inputs].map(([name, identifier]) => ({ direction: "input ", name, identifier })),
    ...outputs.map((identifier, index) => ({ direction: "output", name: netlist.outputs[index]!.name, identifier })),
  ];
  const body = moduleBody(netlist, { names, inputs, outputs });
  return [
    "`default_nettype none",
    "",
    ...portList(moduleName, ports),
    ...body.map((line) => `  ${line}`),
    "endmodule",
    "",
    "`default_nettype wire",
    "",
  ].join("\n");
}

interface Port {
  readonly direction: string;
  readonly name: string;
  readonly identifier: string;
}

function portList(moduleName: string, ports: readonly Port[]): string[] {
  if (ports.length === 0) return [`module ${moduleName};`];
  const lines = ports.map(({ direction, name, identifier }, index) => {
    const comma = index < ports.length - 1 ? "," : "";
    // JSON keeps a line break in a name from ending the comment.
    const comment = name === identifier ? "" : ` // ${JSON.stringify(name)}`;
    return `  ${direction} wire ${identifier}${comma}${comment}`;
  });
  return [`module ${moduleName} (`, ...lines, ");"];
}

interface Identifiers {
  readonly names: UniqueNames;
  /** By the names of the circuit's inputs. */
  readonly inputs: ReadonlyMap<string, string>;
  /** In the order of the netlist's outputs. */
  readonly outputs: readonly string[];
}

function moduleBody(netlist: Netlist, { names, inputs, outputs }: Identifiers): string[] {
  const wires: string[] = [];
  const assignments: string[] = [];
  const nets = netDrivers(netlist).map((drivers, net) => {
    // A net that one plain input drives is that port; one that a gate drives may be an output port.
    const terminal = drivers.gates.length === 0 && drivers.inputs.length === 1 && netlist.inputs[drivers.inputs[0]!];
    if (terminal && !terminal.inverted) return inputs.get(terminal.name)!;
    const output = netlist.outputs.findIndex((other) => other.net === net);
    return output < 0 ? wire(`n${net}`) : outputs[output]!;
  });

  function wire(wish: string): string {
    const name = names.take(wish);
    wires.push(`wire ${name};`);
    return name;
  }

  function assign(target: string, value: string): void {
    if (target !== value) assignments.push(`assign ${target} = ${value};`);
  }

  function operand({ net, inverted }: GateInput): string {
    return `${inverted ? "~" : ""}${net === null ? wire("open") : nets[net]!}`;
  }

  function gateValue({ gateClass, inputs: pins }: Gate): string {
    const { operator, inverted } = GATES[gateClass];
    const operands = pins.length === 0 ? [wire("open")] : pins.map(operand);
    const value = operands.join(` ${OPERATORS[operator ?? "and"]} `);
    if (!inverted) return value;
    return operands.length === 1 && !value.startsWith("~") ? `~${value}` : `~(${value})`;
  }

  for (const { name, net, inverted } of netlist.inputs)
    assign(nets[net]!, `${inverted ? "~" : ""}${inputs.get(name)!}`);
  for (const gate of netlist.gates) assign(gate.output === null ? wire("unused") : nets[gate.output]!, gateValue(gate));
  netlist.outputs.forEach(({ net }, index) => {
    assign(outputs[index]!, nets[net]!);
  });
  // One letter at two ends of a wire would drive it twice.
  return [...wires, ...new Set(assignments)];
}
