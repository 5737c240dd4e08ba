import { type Expression, not, operation, variable } from "./expression.ts";

/**
 * The names of the variables of one expression or of several together, each once, in natural order (D2 before D10).
 *
 * @example
 * variablesOf(operation("or", [variable("B"), variable("A")])); // ["A", "B"]
 */
export function variablesOf(expressions: Expression | readonly Expression[]): string[] {
  const names = new Set<string>();
  const open: Expression[] = isList(expressions) ? [...expressions] : [expressions];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "variable") names.add(node.name);
    else if (node.kind === "not") open.push(node.operand);
    else if (node.kind !== "constant") open.push(...node.operands);
  }
  return [...names].sort(compareNames);
}

/** The same expression with every variable's name replaced by `rename(name)`. */
export function renameVariables(expression: Expression, rename: (name: string) => string): Expression {
  if (expression.kind === "variable") return variable(rename(expression.name));
  if (expression.kind === "constant") return expression;
  if (expression.kind === "not") return not(renameVariables(expression.operand, rename));
  return operation(
    expression.kind,
    expression.operands.map((operand) => renameVariables(operand, rename)),
  );
}

function isList(expressions: Expression | readonly Expression[]): expressions is readonly Expression[] {
  return Array.isArray(expressions);
}

/** Orders names as people do: digits by value, the rest by character. */
export function compareNames(a: string, b: string): number {
  const [keyA, keyB] = [naturalKey(a), naturalKey(b)];
  if (keyA !== keyB) return keyA < keyB ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function naturalKey(name: string): string {
  return name.replace(/\d+/g, (digits) => digits.padStart(12, "0"));
}
