import { escapeMarkup } from "../../../core/basics/texts.ts";
import type { Column } from "../../../core/boolean/column.ts";
import { bitAt } from "../../../core/boolean/column.ts";
import { rearrangeTable, rowBits, tableFromRows } from "../../../core/boolean/truth-table.ts";
import type { ResultRow } from "../../../core/grade/grade-item.ts";
import { type ItemFunction, itemFunction, wantedBit } from "../../../core/grade/item-function.ts";
import type { GradedPage } from "../../grading/grade-record.ts";
import { htmlTable } from "./html.ts";

/** Rows of the longest table that is shown expanded. */
const UNFOLDED_ROWS = 16;

/**
 * The truth tables of an item's keys next to those of the page, over the keys' variables; rows that differ are marked.
 * Empty if there is nothing to compare.
 */
export function truthComparison(page: GradedPage): string {
  const { rows } = page;
  const item = itemFunction(rows);
  const { variables } = item;
  const columnOf = drawnColumns(page, item);
  const columns = rows.map((row, index) => ({ key: item.wanted[index]!, drawn: columnOf(row) }));
  if (columns.length === 0) return "";
  const count = 2 ** variables.length;
  const lines = Array.from({ length: count }, (_, index) => {
    const inputs = [...rowBits(index, variables.length)];
    const outputs = columns.map(({ key, drawn }) => ({
      key: wantedBit(key, index),
      drawn: drawn === null ? "–" : String(bitAt(drawn, index)),
    }));
    const differs = ({ key, drawn }: (typeof outputs)[number]) => drawn !== "–" && key !== "X" && key !== drawn;
    const cells = outputs.flatMap((output) => [
      output.key,
      differs(output) ? `${output.drawn} <span class="mismatch">≠</span>` : output.drawn,
    ]);
    return { cells: [...inputs, ...cells], differs: outputs.some(differs) };
  });
  const table = htmlTable({
    caption: "Truth table: key and page",
    header: [
      ...variables.map(escapeMarkup),
      ...rows.flatMap(({ output }) => [`${escapeMarkup(output)} key`, `${escapeMarkup(output)} page`]),
    ],
    rows: lines.map(({ cells }) => cells),
    rowClasses: lines.map(({ differs }) => (differs ? "differs" : "")),
  });
  if (count <= UNFOLDED_ROWS) return table;
  return `<details><summary>Truth table, ${count} rows</summary>${table}</details>`;
}

function drawnColumns(page: GradedPage, { variables }: ItemFunction): (row: ResultRow) => Column | null {
  const { outputs, inputs, represents: names = inputs } = page;
  const isComparable = names.every((name) => name === null || variables.includes(name));
  return ({ drawn }) => {
    const output = outputs.find(({ name, expression }) => name === drawn?.name && expression === drawn.expression);
    const table = output && tableFromRows(output.truth_table, inputs);
    return table && isComparable ? rearrangeTable(table, { names, order: variables }).column : null;
  };
}
