import type { Expression } from "../../../core/boolean/expression.ts";
import { userName, VARIABLE_LETTERS } from "../../../core/boolean/forms.ts";
import { parseExpression } from "../../../core/boolean/parse-expression.ts";
import { printExpression } from "../../../core/boolean/print-expression.ts";
import { renameVariables, variablesOf } from "../../../core/boolean/variables.ts";
import { LIMITS } from "../../../core/rules/limits.ts";

/** What an expression is while it is typed. */
export type TypedExpression =
  | { readonly state: "empty" }
  | {
      readonly state: "valid";
      /** Over the letters A to G. */
      readonly expression: Expression;
      /** As pages show it: `A ⊕ B + C ⋅ ¬A`. */
      readonly display: string;
    }
  | {
      readonly state: "wrong";
      readonly message: string;
      /** The place of the error in the text; of length 0 where something is missing at the end. */
      readonly offset: number;
      readonly length: number;
    };

/**
 * Reads an expression as it is typed, and says where it goes wrong.
 *
 * @example
 * readTyped("A ^"); // { state: "wrong", message: "Expected an operand", offset: 3, length: 0 }
 */
export function readTyped(text: string): TypedExpression {
  if (text.trim() === "") return { state: "empty" };
  const parsed = parseExpression(text);
  if (!parsed.ok) {
    const { offset, message } = parsed.error;
    return { state: "wrong", message: plainReason(message), offset, length: Math.min(1, text.length - offset) };
  }
  const expression = renameVariables(parsed.expression, userName);
  const stranger = variablesOf(expression).find((name) => !VARIABLE_LETTERS.includes(name));
  if (stranger !== undefined) {
    const offset = text.search(new RegExp(`\\b${stranger}\\b`));
    return { state: "wrong", message: `${stranger} is no input: use A to G`, offset, length: stranger.length };
  }
  if (text.trim().length > LIMITS.expressionLength) {
    const message = `At most ${LIMITS.expressionLength} characters are saved`;
    const offset = text.length - text.trimStart().length + LIMITS.expressionLength;
    return { state: "wrong", message, offset, length: text.trimEnd().length - offset };
  }
  return {
    state: "valid",
    expression,
    display: printExpression(expression, { symbols: "display", nesting: "minimal" }),
  };
}

/** The reason alone: the field shows the text and the place. */
function plainReason(message: string): string {
  const reason = message.slice(message.lastIndexOf('": ') + 3).replace(/ at \d+$/, "");
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
