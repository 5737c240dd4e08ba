import { bitAt } from "../../core/boolean/column.ts";
import { parseExpression } from "../../core/boolean/parse-expression.ts";
import { tableFromRows, truthTable } from "../../core/boolean/truth-table.ts";
import { variablesOf } from "../../core/boolean/variables.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { type DrawnTruth, scoreReading } from "../recognition/score-outputs.ts";

/** More inputs than this are not rearranged. */
const MOST_ARRANGED = 5;

/**
 * How near a reading is to what was drawn, 0 … 3: 3 is the right circuit with the right names, 2 and more the right
 * circuit. Below 2 it is the share of right rows of the outputs, with the names that fit best.
 */
export function agreement(reading: PageReading, truth: DrawnTruth): number {
  const { strict, topology } = scoreReading(reading, truth);
  if (strict) return 3;
  const names = reading.inputs.length <= MOST_ARRANGED && !topology ? arrangements(truth.inputs, reading.inputs) : [];
  const rows = [reading.inputs, ...names].map((inputs) => rightRows(reading, truth, inputs));
  return (topology ? 2 : 0) + 0.95 * Math.max(...rows) - 0.01 * Math.min(5, reading.problems.length);
}

/** The share of right rows, 0 … 1, of each output's best partner; extra and missing outputs have none. */
function rightRows({ inputs, outputs }: PageReading, truth: DrawnTruth, names: readonly string[]): number {
  const drawn = truth.outputs.map(({ expression }) => {
    const parsed = parseExpression(expression);
    if (!parsed.ok) throw new Error(`truth.json ${truth.id}: ${parsed.error.message}`);
    return parsed.expression;
  });
  // If inputs are not letters, the truth's expressions use letters of their own.
  const order = [...new Set([...truth.inputs, ...names, ...variablesOf(drawn)])];
  if (order.length > 8) return 0;
  const columns = outputs.flatMap((output) => {
    const table = tableFromRows(output.truth_table, inputs);
    return table ? [table.column] : [];
  });
  const shifts = names.map((name) => order.length - 1 - order.indexOf(name));
  const readRow = (row: number) => shifts.reduce((index, shift) => index * 2 + ((row >> shift) & 1), 0);
  let sum = 0;
  for (const expression of drawn) {
    const wanted = truthTable(expression, order).column;
    const shares = columns.map((column) => {
      let same = 0;
      for (let row = 0; row < 2 ** order.length; row++) {
        same += Number(bitAt(wanted, row) === bitAt(column, readRow(row)));
      }
      return same / 2 ** order.length;
    });
    const best = shares.indexOf(Math.max(...shares));
    if (best === -1) continue;
    sum += shares[best]!;
    columns.splice(best, 1);
  }
  return sum / Math.max(truth.outputs.length, outputs.length);
}

function arrangements(letters: readonly string[], inputs: readonly string[]): string[][] {
  if (inputs.length === 0) return [[]];
  if (inputs.length > letters.length) return [];
  return letters.flatMap((letter) =>
    arrangements(
      letters.filter((other) => other !== letter),
      inputs.slice(1),
    ).map((rest) => [letter, ...rest]),
  );
}
