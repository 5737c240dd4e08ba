import { type Expression, not, operation, variable } from "../boolean/expression.ts";
import { printExpression } from "../boolean/print-expression.ts";
import { orderGates } from "../netlist/gate-order.ts";
import { netDrivers } from "../netlist/net-drivers.ts";
import type { Gate, Netlist, Terminal } from "../netlist/netlist.ts";
import { GATES, takesInputs } from "../rules/gates.ts";

/** A drawing where signals fan out and meet again prints exponentially long; nobody reads more than this. */
export const MAX_EXPRESSION_LENGTH = 10_000;

/** Operators within operators; what is nested deeper could not be parsed back. */
const MAX_EXPRESSION_DEPTH = 400;

/** The expression on a net, with the size of its text known before it is printed. */
export interface DrawnExpression {
  readonly tree: Expression;
  /** Characters that `printExpression` makes of the tree; may exceed every limit of a string. */
  readonly length: number;
  readonly depth: number;
}

/**
 * The expression on every net, by net number: gates as drawn, bubbles and the gates' own inversion as complements. Null
 * for a net that has none: open, shorted, in or behind a loop. Trees share their subtrees, so all of them together take
 * the memory of the netlist; walk one only where its `length` allows it.
 *
 * @throws {RangeError} if a pin or terminal names a net that does not exist.
 */
export function drawnExpressions(netlist: Netlist): (DrawnExpression | null)[] {
  const drivers = netDrivers(netlist);
  const { order, loops } = orderGates(netlist);
  const looped = new Set(loops.flat());
  const nets: (DrawnExpression | null)[] = drivers.map(({ inputs, gates }) => {
    return inputs.length === 1 && gates.length === 0 ? terminalExpression(netlist.inputs[inputs[0]!]!) : null;
  });
  for (const index of order) {
    const gate = netlist.gates[index]!;
    if (gate.output === null || looped.has(index)) continue;
    const { inputs, gates } = drivers[gate.output]!;
    if (inputs.length + gates.length === 1) nets[gate.output] = gateExpression(gate, nets);
  }
  return nets;
}

/** The text of a drawn expression, or null if it is too long or nested too deep to be read. */
export function printDrawn({ tree, length, depth }: DrawnExpression): string | null {
  return length > MAX_EXPRESSION_LENGTH || depth > MAX_EXPRESSION_DEPTH ? null : printExpression(tree);
}

function terminalExpression({ name, inverted }: Terminal): DrawnExpression {
  const plain = { tree: variable(name), length: name.length, depth: 0 };
  return inverted ? complement(plain) : plain;
}

function gateExpression(gate: Gate, nets: readonly (DrawnExpression | null)[]): DrawnExpression | null {
  if (!takesInputs(gate.gateClass, gate.inputs.length)) return null;
  const operands: DrawnExpression[] = [];
  for (const { net, inverted } of gate.inputs) {
    const source = net === null ? null : nets[net]!;
    if (source === null) return null;
    operands.push(inverted ? complement(source) : source);
  }
  const { operator, inverted } = GATES[gate.gateClass];
  const result = operator === null ? operands[0]! : combine(operator, operands);
  return inverted ? complement(result) : result;
}

function complement(operand: DrawnExpression): DrawnExpression {
  return { tree: not(operand.tree), length: 1 + operandLength(operand), depth: operand.depth + 1 };
}

function combine(operator: "and" | "or" | "xor", operands: readonly DrawnExpression[]): DrawnExpression {
  const separators = " & ".length * (operands.length - 1);
  return {
    tree: operation(
      operator,
      operands.map(({ tree }) => tree),
    ),
    length: operands.reduce((sum, operand) => sum + operandLength(operand), separators),
    depth: 1 + Math.max(...operands.map(({ depth }) => depth)),
  };
}

/** Printing as drawn puts every operator that feeds another into parentheses. */
function operandLength({ tree, length }: DrawnExpression): number {
  return "operands" in tree ? length + "()".length : length;
}
