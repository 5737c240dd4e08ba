import type { Expression } from "../../core/boolean/expression.ts";
import { userName } from "../../core/boolean/forms.ts";
import { parseExpression } from "../../core/boolean/parse-expression.ts";
import { tableRows, truthTable } from "../../core/boolean/truth-table.ts";
import { renameVariables, variablesOf } from "../../core/boolean/variables.ts";
import { outputLabel } from "../../core/rules/grading.ts";
import { READING } from "../../core/rules/limits.ts";

export type NamedExpressions = readonly (string | Readonly<Record<string, string>>)[];

export interface TruthTables {
  /** By output name: the given one, or 'OUT 1' and so on. */
  readonly truth_table: Record<string, string[]>;
  readonly inputs: string[];
}

/**
 * The truth tables of expressions over all their variables; otherwise which one is not a valid expression, or that they
 * have too many variables together.
 */
export function truthTables(
  given: NamedExpressions,
): TruthTables | { readonly code: string; readonly message: string } {
  const texts = given.flatMap((entry, index): [string, string][] =>
    typeof entry === "string" ? [[outputLabel(index + 1), entry]] : Object.entries(entry),
  );
  const named: [string, Expression][] = [];
  for (const [name, text] of texts) {
    const parsed = parseExpression(text);
    if (!parsed.ok) return { code: "expression-invalid", message: `${name}: ${parsed.error.message}` };
    named.push([name, renameVariables(parsed.expression, userName)]);
  }
  const inputs = variablesOf(named.map(([, expression]) => expression));
  if (named.length * 2 ** inputs.length > READING.tableRows) {
    const message = `Tables of ${named.length} expressions over ${inputs.length} variables have too many rows: at most ${READING.tableRows} together.`;
    return { code: "too-many-rows", message };
  }
  const tables = named.map(([name, expression]) => [name, tableRows(truthTable(expression, inputs))] as const);
  return { truth_table: Object.fromEntries(tables), inputs };
}
