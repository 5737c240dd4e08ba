import type { Expression } from "../../../../core/boolean/expression.ts";
import { printExpression } from "../../../../core/boolean/print-expression.ts";
import { checkKeyExpression } from "../../../../core/rules/tasks/answer-keys.ts";

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
      /** The position of the error in the text; of length 0 if something is missing at the end. */
      readonly offset: number;
      readonly length: number;
    };

/**
 * Parses an expression while it is typed, and says where it is wrong.
 *
 * @example
 * readTyped("A ^"); // { state: "wrong", message: "Expected an operand", offset: 3, length: 0 }
 */
export function readTyped(text: string): TypedExpression {
  const check = checkKeyExpression(text);
  if (check.ok) {
    const { expression } = check;
    const display = printExpression(expression, { symbols: "display", nesting: "minimal" });
    return { state: "valid", expression, display };
  }
  if (check.code === "expression-required") return { state: "empty" };
  const { reason, offset, length } = check;
  return { state: "wrong", message: reason.charAt(0).toUpperCase() + reason.slice(1), offset, length };
}
