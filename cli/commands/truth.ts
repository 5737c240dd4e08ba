import { printExpression } from "../../core/boolean/print-expression.ts";
import { tableRows, truthTable } from "../../core/boolean/truth-table.ts";
import { variablesOf } from "../../core/boolean/variables.ts";
import type { Surroundings } from "../act.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { ensureTableSize, parseArgument } from "../inputs/parse-argument.ts";
import { jsonText } from "../views/json.ts";
import { truthTableText } from "../views/truth-table.ts";

/** `circuitgrade truth EXPRESSION`: its truth table. */
export function runTruth(text: string, options: { readonly json?: boolean }, { terminal }: Surroundings): ExitCode {
  const expression = parseArgument(text);
  ensureTableSize([expression]);
  const inputs = variablesOf(expression);
  const rows = tableRows(truthTable(expression, inputs));
  if (options.json) {
    const printed = printExpression(expression);
    terminal.data(jsonText({ schema_version: 1, expression: printed, inputs, truth_table: rows }));
    return EXIT.ok;
  }
  const name = printExpression(expression, { nesting: "minimal", symbols: "display" });
  terminal.data(truthTableText({ inputs, outputs: [{ name, rows }] }));
  return EXIT.ok;
}
