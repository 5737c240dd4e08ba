import type { Expression } from "../../../core/boolean/expression.ts";
import { userName } from "../../../core/boolean/forms.ts";
import { parseExpression } from "../../../core/boolean/parse-expression.ts";
import { tableRows, truthTable } from "../../../core/boolean/truth-table.ts";
import { renameVariables, variablesOf } from "../../../core/boolean/variables.ts";
import { outputLabel } from "../../../core/rules/grading.ts";
import { LIMITS, READING } from "../../../core/rules/limits.ts";
import { checkKeyExpression, type KeyExpressionFault } from "../../../core/rules/tasks/answer-keys.ts";
import { Refusal } from "../../refusal.ts";

/** Whether an expression may be an answer key, and if not, why. */
export function checkExpression(text: string): { valid: boolean; message: string | null } {
  const check = checkKeyExpression(text);
  return check.ok ? { valid: true, message: null } : { valid: false, message: reasonOf(check) };
}

function reasonOf({ code, reason, offset }: KeyExpressionFault): string {
  if (code === "expression-required") return "Type an expression, for example A ^ B.";
  if (code === "expression-too-long") return `Expression cannot exceed ${LIMITS.expressionLength} characters.`;
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)} (character ${offset + 1}).`;
}

type NamedExpressions = readonly (string | Readonly<Record<string, string>>)[];

/**
 * The truth tables of expressions over all their variables, by output name: the given one, or 'OUT 1' and so on.
 * Refuses if one is not a valid expression, or if they have too many variables together.
 */
export function truthTables(given: NamedExpressions): { truth_table: Record<string, string[]>; inputs: string[] } {
  const texts = given.flatMap((entry, index): [string, string][] =>
    typeof entry === "string" ? [[outputLabel(index + 1), entry]] : Object.entries(entry),
  );
  const named = texts.map(([name, text]): [string, Expression] => {
    const parsed = parseExpression(text);
    if (!parsed.ok) throw refused("expression-invalid", `${name}: ${parsed.error.message}`);
    return [name, renameVariables(parsed.expression, userName)];
  });
  const inputs = variablesOf(named.map(([, expression]) => expression));
  if (named.length * 2 ** inputs.length > READING.tableRows) {
    const message = `Tables of ${named.length} expressions over ${inputs.length} variables have too many rows: at most ${READING.tableRows} together.`;
    throw refused("too-many-rows", message);
  }
  const tables = named.map(([name, expression]) => [name, tableRows(truthTable(expression, inputs))] as const);
  return { truth_table: Object.fromEntries(tables), inputs };
}

function refused(code: string, message: string): Refusal {
  return new Refusal(400, { code, message });
}
