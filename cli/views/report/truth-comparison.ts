import { escapeMarkup } from "../../../core/basics/texts.ts";
import type { Column } from "../../../core/boolean/column.ts";
import { bitAt } from "../../../core/boolean/column.ts";
import { userName } from "../../../core/boolean/forms.ts";
import { parseExpression } from "../../../core/boolean/parse-expression.ts";
import { rowBits, truthTable } from "../../../core/boolean/truth-table.ts";
import { renameVariables } from "../../../core/boolean/variables.ts";
import { pageColumns, type ResultRow } from "../../../core/grade/grade-item.ts";
import type { GradedPage } from "../../grading/grade-record.ts";
import { htmlTable } from "./html.ts";

/** Rows of the longest table that is shown expanded. */
const UNFOLDED_ROWS = 16;

/**
 * The truth tables of an item's keys next to those of the page, over the keys' variables; rows that differ are marked.
 * Empty if there is nothing to compare.
 */
export function truthComparison(page: GradedPage): string {
  const { variables, rows } = page;
  const columnOf = drawnColumns(page);
  const columns = rows.map((row) => ({ row, key: keyColumn(row, variables), drawn: columnOf(row) }));
  if (columns.length === 0) return "";
  const count = 2 ** variables.length;
  const lines = Array.from({ length: count }, (_, index) => {
    const inputs = [...rowBits(index, variables.length)];
    const outputs = columns.map(({ key, drawn }) => ({
      key: key === null ? "–" : String(bitAt(key, index)),
      drawn: drawn === null ? "–" : String(bitAt(drawn, index)),
    }));
    const differs = outputs.some(({ key, drawn }) => drawn !== "–" && key !== drawn);
    const cells = outputs.flatMap(({ key, drawn }) => [
      key,
      drawn !== "–" && key !== drawn ? `${drawn} <span class="mismatch">≠</span>` : drawn,
    ]);
    return { cells: [...inputs, ...cells], differs };
  });
  const table = htmlTable({
    caption: "Truth table: key and page",
    header: [...variables.map(escapeMarkup), ...rows.flatMap(({ output }) => [`${output} key`, `${output} page`])],
    rows: lines.map(({ cells }) => cells),
    rowClasses: lines.map(({ differs }) => (differs ? "differs" : "")),
  });
  if (count <= UNFOLDED_ROWS) return table;
  return `<details><summary>Truth table, ${count} rows</summary>${table}</details>`;
}

function keyColumn({ expression }: ResultRow, variables: readonly string[]): Column | null {
  const parsed = parseExpression(expression);
  return parsed.ok ? truthTable(renameVariables(parsed.expression, userName), variables).column : null;
}

function drawnColumns(page: GradedPage): (row: ResultRow) => Column | null {
  // A record has no netlist; of letters that are none of the keys' it would say that they are doubted.
  const unlettered = !page.reasons.some(({ code }) => code === "other-letter");
  const { columns } = pageColumns(page, page.variables, { unlettered });
  return ({ drawn }) => {
    const at = page.outputs.findIndex(
      ({ name, expression }) => name === drawn?.name && expression === drawn.expression,
    );
    return columns[at] ?? null;
  };
}
