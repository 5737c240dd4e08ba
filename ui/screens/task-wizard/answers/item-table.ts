import { tableRows, truthTable } from "../../../../core/boolean/truth-table.ts";
import { variablesOf } from "../../../../core/boolean/variables.ts";
import { readTyped } from "./typed-expression.ts";

export interface ItemTable {
  /** The letters that the item's keys use. */
  readonly inputs: readonly string[];
  /** The numbers of the valid keys, from 1. */
  readonly keys: readonly number[];
  /** For each row the inputs' bits, then one bit for each key. */
  readonly rows: readonly string[];
}

/** The truth table of an item's keys over all their inputs; null if none of them is valid. */
export function tableOfItem(expressions: readonly string[]): ItemTable | null {
  const read = expressions.map(readTyped).flatMap((typed, index) => {
    return typed.state === "valid" ? [{ key: index + 1, expression: typed.expression }] : [];
  });
  if (read.length === 0) return null;
  const inputs = variablesOf(read.map(({ expression }) => expression));
  const columns = read.map(({ expression }) => tableRows(truthTable(expression, inputs)));
  const rows = columns[0]!.map((row, index) => {
    const outputs = columns.map((column) => column[index]!.slice(-1));
    return row.slice(0, -1) + outputs.join("");
  });
  return { inputs, keys: read.map(({ key }) => key), rows };
}
