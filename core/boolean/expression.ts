/** The operators that take two or more operands. XOR of several operands is their parity. */
export type OperatorKind = "and" | "or" | "xor";

/**
 * A Boolean expression as written or drawn. A gate with several inputs is one node with several operands, and nested
 * nodes of the same kind stay nested: `A & B & C` and `(A & B) & C` are different trees of the same function.
 */
export type Expression =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "constant"; readonly value: 0 | 1 }
  | { readonly kind: "not"; readonly operand: Expression }
  | { readonly kind: OperatorKind; readonly operands: readonly Expression[] };

/** The variable `name`, an identifier: a letter or `_`, then letters, digits and `_`. */
export function variable(name: string): Expression {
  return { kind: "variable", name };
}

/** The constant 0 or 1. */
export function constant(value: 0 | 1): Expression {
  return { kind: "constant", value };
}

/** The complement of `operand`; a complement is kept as written: `not(not(A))` is not simplified. */
export function not(operand: Expression): Expression {
  return { kind: "not", operand };
}

/**
 * The operator `kind` over `operands`, two or more of them.
 *
 * @throws {RangeError} with fewer than two operands.
 * @example
 * operation("and", [variable("A"), variable("B"), variable("C")]); // A & B & C
 */
export function operation(kind: OperatorKind, operands: readonly Expression[]): Expression {
  if (operands.length < 2) throw new RangeError(`An ${kind} takes at least two operands, got ${operands.length}`);
  return { kind, operands };
}
