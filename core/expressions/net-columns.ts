import { type Column, constantColumn, variableColumn } from "../boolean/column.ts";
import type { OperatorKind } from "../boolean/expression.ts";
import { orderGates } from "../netlist/gate-order.ts";
import type { Gate, GateInput, NetId, Netlist } from "../netlist/netlist.ts";
import { GATES } from "../rules/gates.ts";

/**
 * The truth table column of each of `nets`, over `inputs` (the first is the most significant bit). Time and memory grow
 * with the number of gates, not with the length of their expressions.
 *
 * Every gate that feeds one of `nets` must be sound: driven pins, no loop, a valid number of inputs.
 *
 * @throws {RangeError} if there are more than 20 `inputs`, or an input that feeds one of `nets` is missing.
 */
export function netColumns(
  netlist: Netlist,
  { nets, inputs }: { readonly nets: readonly NetId[]; readonly inputs: readonly string[] },
): Column[] {
  const columns = nets.map(() => constantColumn(0, inputs.length));
  const { gates, terminals } = feeding(netlist, nets);
  const values = new Map<NetId, Uint32Array>();
  for (const { name, net, inverted } of terminals) {
    const index = inputs.indexOf(name);
    if (index < 0) throw new RangeError(`Input ${name} is not one of ${inputs.join(", ")}`);
    const { words } = variableColumn(index, inputs.length);
    values.set(net, inverted ? complement(words) : words);
  }
  for (const gate of gates) values.set(gate.output!, gateWords(gate, values));
  for (const [index, { rows, words }] of columns.entries()) {
    words.set(values.get(nets[index]!)!);
    if (rows < 32) words[0]! &= 2 ** rows - 1;
  }
  return columns;
}

/** The gates and input terminals that `nets` depend on, each gate after those that feed it. */
function feeding(netlist: Netlist, nets: readonly NetId[]) {
  const needed = new Set(nets);
  const { order } = orderGates(netlist);
  const gates: Gate[] = [];
  for (const index of [...order].reverse()) {
    const gate = netlist.gates[index]!;
    if (gate.output === null || !needed.has(gate.output)) continue;
    gates.push(gate);
    for (const { net } of gate.inputs) if (net !== null) needed.add(net);
  }
  return { gates: gates.reverse(), terminals: netlist.inputs.filter(({ net }) => needed.has(net)) };
}

function gateWords(gate: Gate, values: ReadonlyMap<NetId, Uint32Array>): Uint32Array {
  const { operator, inverted } = GATES[gate.gateClass];
  const [first, ...others] = gate.inputs;
  const result = values.get(first!.net!)!.slice();
  if (first!.inverted) complement(result);
  if (operator !== null) for (const input of others) combine(result, { operator, input, values });
  return inverted ? complement(result) : result;
}

interface Operand {
  readonly operator: OperatorKind;
  readonly input: GateInput;
  readonly values: ReadonlyMap<NetId, Uint32Array>;
}

function combine(target: Uint32Array, { operator, input, values }: Operand): void {
  const source = values.get(input.net!)!;
  const flip = input.inverted ? 0xffffffff : 0;
  for (let word = 0; word < target.length; word += 1) {
    const [a, b] = [target[word]!, source[word]! ^ flip];
    target[word] = operator === "and" ? a & b : operator === "or" ? a | b : a ^ b;
  }
}

function complement(words: Uint32Array): Uint32Array {
  for (let word = 0; word < words.length; word += 1) words[word] = ~words[word]!;
  return words;
}
