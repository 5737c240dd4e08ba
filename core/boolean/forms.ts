import { GIVEN_NAME } from "./given-names.ts";
import { parseExpression } from "./parse-expression.ts";
import { printExpression } from "./print-expression.ts";
import { VARIABLE_LETTERS } from "./variable-letters.ts";
import { renameVariables } from "./variables.ts";

const IDENTIFIERS = /[A-Za-z_][A-Za-z0-9_]*/g;

const GIVEN_NAMES = new RegExp(GIVEN_NAME, "g");

/** `X1` … `X7` for `names`, by default the letters A … G; any other name as it is. */
export function savedName(name: string, names = VARIABLE_LETTERS): string {
  const index = names.indexOf(name);
  return index < 0 ? name : `X${index + 1}`;
}

/** One of `names`, by default A … G, for `X1` … `X7`; any other name as it is. */
export function userName(name: string, names = VARIABLE_LETTERS): string {
  const own = /^X[1-7]$/.test(name) ? names[Number(name.slice(1)) - 1] : undefined;
  return own ?? name;
}

/** The names of variables as an expression may have them: what they are called, and X1, X2 … of the saved form. */
export function keyNames(names: readonly string[]): string[] {
  return [...names, ...names.map((_, index) => `X${index + 1}`)];
}

/** The letters A to G for the names and the saved form; any other name as it is. */
export function letterOf(name: string, names = VARIABLE_LETTERS): string {
  return userName(savedName(name, names));
}

/**
 * The saved form of what a user typed: the letters A to G become X1 to X7. What uses only the specification's notation,
 * and what is no expression, otherwise stays as typed, without spaces at the ends; other notations are translated. So is
 * every expression over `names`.
 *
 * @example
 * normalizeExpression(" A ^ B | (C & ~A)"); // "X1 ^ X2 | (X3 & ~X1)"
 * normalizeExpression("ab + c'"); // "X1 & X2 | ~X3"
 */
export function normalizeExpression(text: string, names?: readonly string[]): string {
  const parsed = parseExpression(text, names && keyNames(names));
  const saved = (name: string) => savedName(name, names);
  if (parsed.ok && (names || !parsed.asSpecified)) {
    return printExpression(renameVariables(parsed.expression, saved), { nesting: "minimal" });
  }
  return text.trim().replace(names ? GIVEN_NAMES : IDENTIFIERS, saved);
}

/** The form that users type, from the saved one: X1 to X7 become `names`, by default A to G. */
export function userExpression(text: string, names?: readonly string[]): string {
  return text.trim().replace(IDENTIFIERS, (name) => userName(name, names));
}

/**
 * The form that pages show, from the user's or the saved form: letters or `names`, `⊕ ⋅ + ¬`, minimal parentheses.
 * A name in the text is one variable. A text that is no expression is left as it is, but for its names.
 *
 * @example
 * displayExpression("X1 ^ X2 | (X3 & ~X1)"); // "A ⊕ B + C ⋅ ¬A"
 */
export function displayExpression(text: string, names?: readonly string[]): string {
  const parsed = parseExpression(text, text.match(GIVEN_NAMES) ?? []);
  if (!parsed.ok) return userExpression(text, names);
  const shown = renameVariables(parsed.expression, (name) => userName(name, names));
  return printExpression(shown, { symbols: "display", nesting: "minimal" });
}
