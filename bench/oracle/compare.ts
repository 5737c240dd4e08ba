import { type Column, combineColumns, constantColumn, notColumn, variableColumn } from "../../core/boolean/column.ts";
import { type Expression, not, operation, variable } from "../../core/boolean/expression.ts";
import { parseExpression } from "../../core/boolean/parse-expression.ts";
import type { BuiltNetlist } from "../../core/netlist/build-netlist.ts";
import type { Netlist } from "../../core/netlist/netlist.ts";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";

/**
 * Whether a reading has the functions of the drawing, for some renaming of the inputs. Inputs with letters may be one
 * input if that makes the trees equal.
 */
export function hasTrueFunctions({ netlist, lettered }: BuiltNetlist, truth: SketchTruth): boolean {
  const names = truth.inputs;
  const wanted = truth.outputs.map(({ expression }) => {
    const parsed = parseExpression(expression);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.expression;
  });
  const read = netlist.outputs.map((output) => expressionOf(netlist, output.net));
  if (read.some((expression) => expression === null)) return false;
  const found = read as Expression[];
  if (found.length !== wanted.length) return false;
  const count = netlist.inputs.length;
  if (count < names.length) return false;
  const own = netlist.inputs.map((_, index) => `i${index}`);
  if (count > names.length) {
    const mayMerge = own.filter((_, index) => lettered.inputs[index]);
    const merged = mergeInputs(found, { wanted, mayMerge });
    return merged !== null && sameFunctions(found, merged, { wanted, names });
  }
  return permutations(names).some((order) => {
    return sameFunctions(found, new Map(own.map((name, index) => [name, order[index]!])), { wanted, names });
  });
}

/** The expression of a net, its inputs named i0, i1 … by their place in `inputs`; null for open inputs or feedback. */
function expressionOf(netlist: Netlist, net: number, depth = 0): Expression | null {
  const input = netlist.inputs.findIndex((terminal) => terminal.net === net);
  if (input !== -1) {
    const name = variable(`i${input}`);
    return netlist.inputs[input]!.inverted ? not(name) : name;
  }
  const gate = netlist.gates.find((candidate) => candidate.output === net);
  if (gate === undefined || depth > netlist.gates.length) return null;
  const operands: Expression[] = [];
  for (const pin of gate.inputs) {
    const operand = pin.net === null ? null : expressionOf(netlist, pin.net, depth + 1);
    if (operand === null) return null;
    operands.push(pin.inverted ? not(operand) : operand);
  }
  const [first] = operands;
  if (first === undefined) return null;
  switch (gate.gateClass) {
    case "NOT":
      return not(first);
    case "AND":
    case "OR":
    case "XOR":
      return operation(gate.gateClass.toLowerCase() as "and" | "or" | "xor", operands);
    case "NAND":
      return not(operation("and", operands));
    case "NOR":
      return not(operation("or", operands));
    case "XNOR":
      return not(operation("xor", operands));
  }
}

interface Wanted {
  readonly wanted: readonly Expression[];
  readonly names: readonly string[];
}

function sameFunctions(
  found: readonly Expression[],
  naming: ReadonlyMap<string, string>,
  { wanted, names }: Wanted,
): boolean {
  const columns = (expressions: readonly Expression[], rename: (name: string) => string) =>
    expressions.map((expression) => [...columnOf(expression, names, rename).words].join()).sort();
  const a = columns(found, (name) => naming.get(name)!);
  const b = columns(wanted, (name) => name);
  return a.every((column, index) => column === b[index]);
}

function columnOf(expression: Expression, names: readonly string[], rename: (name: string) => string): Column {
  if (expression.kind === "variable") return variableColumn(names.indexOf(rename(expression.name)), names.length);
  if (expression.kind === "not") return notColumn(columnOf(expression.operand, names, rename));
  if (expression.kind === "constant") return constantColumn(expression.value, names.length);
  return combineColumns(
    expression.kind,
    expression.operands.map((operand) => columnOf(operand, names, rename)),
  );
}

function permutations(names: readonly string[]): string[][] {
  if (names.length <= 1) return [[...names]];
  return names.flatMap((name, index) => permutations(names.toSpliced(index, 1)).map((rest) => [name, ...rest]));
}

/** Which read input is which drawn letter, so that the trees match branch by branch; null if they cannot. */
function mergeInputs(
  found: readonly Expression[],
  { wanted, mayMerge }: { wanted: readonly Expression[]; mayMerge: readonly string[] },
): Map<string, string> | null {
  const naming = new Map<string, string>();
  const isAllowed = (own: string, name: string) =>
    mayMerge.includes(own) || ![...naming].some(([other, taken]) => other !== own && taken === name);
  const match = (a: Expression, b: Expression, then: () => boolean): boolean => {
    if (a.kind === "variable" || b.kind === "variable") {
      if (a.kind !== "variable" || b.kind !== "variable") return false;
      const known = naming.get(a.name);
      if (known !== undefined) return known === b.name && then();
      if (!isAllowed(a.name, b.name)) return false;
      naming.set(a.name, b.name);
      if (then()) return true;
      naming.delete(a.name);
      return false;
    }
    if (a.kind === "not") return b.kind === "not" && match(a.operand, b.operand, then);
    if (a.kind === "constant") return b.kind === "constant" && a.value === b.value && then();
    if (b.kind === "not" || a.kind !== b.kind) return false;
    return matchAll(flat(a), flat(b), then);
  };
  const matchAll = (as: readonly Expression[], bs: readonly Expression[], then: () => boolean): boolean => {
    const [first, ...rest] = as;
    if (as.length !== bs.length) return false;
    if (first === undefined) return then();
    return bs.some((b, index) => match(first, b, () => matchAll(rest, bs.toSpliced(index, 1), then)));
  };
  return matchAll(found, wanted, () => true) ? naming : null;
}

function flat(expression: Expression): Expression[] {
  if (!("operands" in expression)) return [expression];
  return expression.operands.flatMap((operand) => (operand.kind === expression.kind ? flat(operand) : [operand]));
}
