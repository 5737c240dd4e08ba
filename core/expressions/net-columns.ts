import { type Column, constantColumn, variableColumn } from "../boolean/column.ts";
import type { OperatorKind } from "../boolean/expression.ts";
import { GATE_LOGIC } from "../netlist/gate-logic.ts";
import { orderGates } from "../netlist/gate-order.ts";
import type { Gate, GateInput, NetId, Netlist } from "../netlist/netlist.ts";

/** How many words of 32 rows are computed at a time: 10,000 nets of them stay below 50 MB. */
const BLOCK_WORDS = 1024;

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
  const variables = new Map(inputs.map((name, index) => [name, variableColumn(index, inputs.length).words]));
  const words = columns[0]?.words.length ?? 0;
  for (let start = 0; start < words; start += BLOCK_WORDS) {
    const end = Math.min(words, start + BLOCK_WORDS);
    const values = new Map<NetId, Uint32Array>();
    for (const { name, net, inverted } of terminals) {
      const variable = variables.get(name);
      if (variable === undefined) throw new RangeError(`Input ${name} is not one of ${inputs.join(", ")}`);
      const block = variable.slice(start, end);
      values.set(net, inverted ? complement(block) : block);
    }
    for (const gate of gates) values.set(gate.output!, gateWords(gate, values));
    nets.forEach((net, index) => {
      columns[index]!.words.set(values.get(net)!, start);
    });
  }
  for (const { rows, words: packed } of columns) if (rows < 32) packed[0]! &= 2 ** rows - 1;
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
  const { operator, inverted } = GATE_LOGIC[gate.gateClass];
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
