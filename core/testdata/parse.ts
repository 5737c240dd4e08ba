import type { Expression } from "../boolean/expression.ts";
import { parseExpression } from "../boolean/parse-expression.ts";

/** @throws {Error} for a text that is no expression. */
export function parse(text: string): Expression {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.expression;
}
