import { tableRows, truthTable } from "../../../../core/boolean/truth-table.ts";
import { variablesOf } from "../../../../core/boolean/variables.ts";
import { checkKeyExpression } from "../../../../core/rules/tasks/answer-keys.ts";
import type { ComparedTable } from "../../../components/grading/tables/comparison.ts";

/** The truth table of an item's valid keys over all their inputs; null if none of them is valid. */
export function tableOfItem(expressions: readonly string[]): ComparedTable | null {
  const read = expressions.map(checkKeyExpression).flatMap((check, index) => {
    return check.ok ? [{ output: `Key ${index + 1}`, expression: check.expression }] : [];
  });
  if (read.length === 0) return null;
  const inputs = variablesOf(read.map(({ expression }) => expression));
  const columns = read.map(({ expression }) => tableRows(truthTable(expression, inputs)));
  const lines = columns[0]!.map((row, index) => {
    const bits = columns.map((column) => column[index]!.slice(-1));
    return {
      inputs: row.slice(0, -1),
      bits: bits.map((bit) => ({ bit, differs: false, high: bit === "1" || undefined })),
    };
  });
  return { inputs, outputs: read.map(({ output }) => output), lines };
}
