import type { Expression } from "./expression.ts";

/** `user`: what people type, `~ & ^ |`. `display`: what pages show, `¬ ⋅ ⊕ +`. */
export type ExpressionSymbols = "user" | "display";

/**
 * `drawn`: parentheses around every gate that feeds another, so that the drawing can be read off and parsing gives the
 * same tree back. `minimal`: only the parentheses that precedence needs; the function is the same, nesting is not.
 */
export type ExpressionNesting = "drawn" | "minimal";

export interface PrintOptions {
  /** Default `user`. */
  readonly symbols?: ExpressionSymbols;
  /** Default `drawn`. */
  readonly nesting?: ExpressionNesting;
}

const SYMBOLS = {
  user: { not: "~", and: "&", xor: "^", or: "|" },
  display: { not: "¬", and: "⋅", xor: "⊕", or: "+" },
} as const;

const TIGHTNESS = { or: 0, xor: 1, and: 2, not: 3, variable: 4, constant: 4 } as const;

/**
 * The text of `expression`; names of variables stay as they are.
 *
 * @example
 * printExpression(not(operation("and", [variable("A"), variable("B")]))); // "~(A & B)"
 * const [a, b, c] = ["A", "B", "C"].map((name) => variable(name));
 * printExpression(operation("or", [operation("and", [a, b]), c])); // "(A & B) | C"
 * printExpression(operation("or", [operation("and", [a, b]), c]), { nesting: "minimal" }); // "A & B | C"
 */
export function printExpression(expression: Expression, options: PrintOptions = {}): string {
  const symbols = SYMBOLS[options.symbols ?? "user"];
  const nesting = options.nesting ?? "drawn";

  function print(node: Expression): string {
    if (node.kind === "variable") return node.name;
    if (node.kind === "constant") return String(node.value);
    if (node.kind === "not") return `${symbols.not}${printOperand(node.operand, node)}`;
    return node.operands.map((operand) => printOperand(operand, node)).join(` ${symbols[node.kind]} `);
  }

  function printOperand(operand: Expression, parent: Expression): string {
    const text = print(operand);
    return needsParentheses(operand, parent) ? `(${text})` : text;
  }

  function needsParentheses(operand: Expression, parent: Expression): boolean {
    if (!("operands" in operand)) return false;
    return nesting === "drawn" || TIGHTNESS[operand.kind] < TIGHTNESS[parent.kind];
  }

  return print(expression);
}
