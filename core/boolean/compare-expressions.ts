import { bitAt, firstDifferingRow } from "./column.ts";
import type { Expression } from "./expression.ts";
import { rowAssignment, truthTable } from "./truth-table.ts";
import { variablesOf } from "./variables.ts";

/** The first assignment for which two functions differ. */
export interface Difference {
  /** Index of the row in the truth table. */
  readonly row: number;
  readonly assignment: readonly { readonly name: string; readonly value: 0 | 1 }[];
  readonly left: 0 | 1;
  readonly right: 0 | 1;
}

export interface Comparison {
  readonly equivalent: boolean;
  /** The variables of the compared tables, the most significant bit first. */
  readonly variables: readonly string[];
  /** Null if the two are equivalent. */
  readonly firstDifference: Difference | null;
}

/**
 * Whether two expressions are the same function over the variables of both.
 *
 * @throws {RangeError} if they have more than 20 variables together.
 * @example
 * compareExpressions(variable("A"), not(not(variable("A")))).equivalent; // true
 */
export function compareExpressions(left: Expression, right: Expression): Comparison {
  const variables = variablesOf([left, right]);
  const [a, b] = [truthTable(left, variables).column, truthTable(right, variables).column];
  const row = firstDifferingRow(a, b);
  if (row === null) return { equivalent: true, variables, firstDifference: null };
  const assignment = rowAssignment(row, variables);
  return {
    equivalent: false,
    variables,
    firstDifference: { row, assignment, left: bitAt(a, row), right: bitAt(b, row) },
  };
}
