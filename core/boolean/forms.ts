import { parseExpression } from "./parse-expression.ts";
import { printExpression } from "./print-expression.ts";
import { renameVariables } from "./variables.ts";

/** The variables as users type them; the saved form of the letter at index i is `X${i + 1}`. */
export const VARIABLE_LETTERS: readonly string[] = ["A", "B", "C", "D", "E", "F", "G"];

const IDENTIFIERS = /[A-Za-z_][A-Za-z0-9_]*/g;

/** `X1` … `X7` for the letters A … G; any other name as it is. */
export function savedName(name: string): string {
  const index = VARIABLE_LETTERS.indexOf(name);
  return index < 0 ? name : `X${index + 1}`;
}

/** A … G for `X1` … `X7`; any other name as it is. */
export function userName(name: string): string {
  const letter = /^X[1-7]$/.test(name) ? VARIABLE_LETTERS[Number(name.slice(1)) - 1] : undefined;
  return letter ?? name;
}

/**
 * The saved form of what a user typed: the letters A to G become X1 to X7. What uses only the specification's notation,
 * and what is no expression, otherwise stays as typed, without spaces at the ends; other notations are translated.
 *
 * @example
 * normalizeExpression(" A ^ B | (C & ~A)"); // "X1 ^ X2 | (X3 & ~X1)"
 * normalizeExpression("ab + c'"); // "X1 & X2 | ~X3"
 */
export function normalizeExpression(text: string): string {
  const parsed = parseExpression(text);
  if (parsed.ok && !parsed.asSpecified) {
    return printExpression(renameVariables(parsed.expression, savedName), { nesting: "minimal" });
  }
  return text.trim().replace(IDENTIFIERS, savedName);
}

/** The form that users type, from the saved one: X1 to X7 become A to G. */
export function userExpression(text: string): string {
  return text.trim().replace(IDENTIFIERS, userName);
}

/**
 * The form that pages show, from the user's or the saved form: letters, `⊕ ⋅ + ¬`, minimal parentheses. A text that is
 * no expression comes back as it is.
 *
 * @example
 * displayExpression("X1 ^ X2 | (X3 & ~X1)"); // "A ⊕ B + C ⋅ ¬A"
 */
export function displayExpression(text: string): string {
  const parsed = parseExpression(text);
  if (!parsed.ok) return text;
  return printExpression(renameVariables(parsed.expression, userName), { symbols: "display", nesting: "minimal" });
}
