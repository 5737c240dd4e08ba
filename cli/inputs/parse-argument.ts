import { MAX_TABLE_VARIABLES } from "../../core/boolean/column.ts";
import type { Expression } from "../../core/boolean/expression.ts";
import { userName } from "../../core/boolean/forms.ts";
import { parseExpression } from "../../core/boolean/parse-expression.ts";
import { renameVariables, variablesOf } from "../../core/boolean/variables.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { caretLines } from "../views/caret.ts";

/**
 * An expression from the command line, with the letters A to G for X1 to X7. Throws `CommandFailure` (usage) if it is
 * not one.
 */
export function parseArgument(text: string): Expression {
  const parsed = parseExpression(text);
  if (!parsed.ok) {
    const lines = caretLines({ text, ...parsed.error });
    throw new CommandFailure(EXIT.usage, ["cannot parse the expression:", ...lines].join("\n  "));
  }
  return renameVariables(parsed.expression, userName);
}

/** Throws `CommandFailure` (usage) if a table over the variables of all `expressions` would be too large. */
export function ensureTableSize(expressions: readonly Expression[]): void {
  const count = variablesOf(expressions).length;
  if (count <= MAX_TABLE_VARIABLES) return;
  const message = `${count} variables are too many: a truth table takes ${MAX_TABLE_VARIABLES} at most.`;
  throw new CommandFailure(EXIT.usage, message);
}
