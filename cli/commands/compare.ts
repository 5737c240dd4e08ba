import { compareExpressions } from "../../core/boolean/compare-expressions.ts";
import { assignmentText } from "../../core/boolean/difference-text.ts";
import type { Expression } from "../../core/boolean/expression.ts";
import { printExpression } from "../../core/boolean/print-expression.ts";
import type { Surroundings } from "../act.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { ensureTableSize, parseArgument } from "../inputs/parse-argument.ts";
import { jsonText } from "../views/json.ts";

/** `circuitgrade compare A B`: whether both are the same function; exit code 0 if they are, 1 if they differ. */
export function runCompare(
  a: string,
  b: string,
  options: { readonly json?: boolean },
  { terminal }: Surroundings,
): ExitCode {
  const [left, right] = [parseArgument(a), parseArgument(b)];
  ensureTableSize([left, right]);
  const { equivalent, firstDifference: difference, variables } = compareExpressions(left, right);
  const exitCode = equivalent ? EXIT.ok : EXIT.review;
  if (options.json) {
    const at = difference && {
      inputs: Object.fromEntries(difference.assignment.map(({ name, value }) => [name, value])),
      left: difference.left,
      right: difference.right,
    };
    terminal.data(jsonText({ schema_version: 1, equivalent, inputs: variables, first_difference: at }));
    return exitCode;
  }
  if (!difference) {
    terminal.data(`${terminal.style("green", "equivalent")}\n`);
    return exitCode;
  }
  const place = assignmentText(difference.assignment);
  terminal.data(
    `${terminal.style("red", "different")}, first at ${place || "every input"}:\n` +
      `  ${display(left)} = ${difference.left}\n  ${display(right)} = ${difference.right}\n`,
  );
  return exitCode;
}

function display(expression: Expression): string {
  return printExpression(expression, { nesting: "minimal", symbols: "display" });
}
