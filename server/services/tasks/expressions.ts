import { LIMITS } from "../../../core/rules/limits.ts";
import { checkKeyExpression, type KeyExpressionFault } from "../../../core/rules/tasks/answer-keys.ts";
import type { AppContext } from "../../context.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import type { NamedExpressions, TruthTables } from "../../recogniser/truth-tables.ts";
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

/** The truth tables of expressions, from a worker thread. Refuses those that are not valid, or have too many rows. */
export async function truthTables(context: AppContext, given: NamedExpressions): Promise<TruthTables> {
  const tables = await askWorker(context, "tables", given);
  if ("code" in tables) throw new Refusal(400, tables);
  return tables;
}
