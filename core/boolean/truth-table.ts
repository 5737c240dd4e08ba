import {
  bitAt,
  type Column,
  columnFromBits,
  combineColumns,
  constantColumn,
  MAX_TABLE_VARIABLES,
  notColumn,
  variableColumn,
} from "./column.ts";
import type { Expression } from "./expression.ts";

/** The truth table of one function: a row for each assignment of `variables`, whose first is the most significant bit. */
export interface TruthTable {
  readonly variables: readonly string[];
  readonly column: Column;
}

/**
 * The truth table of `expression` over `variables`, which may hold more than the expression uses, 20 at most.
 *
 * @throws {RangeError} if `variables` repeats a name, lacks one of the expression's or is longer than 20.
 * @example
 * tableRows(truthTable(operation("xor", [variable("A"), variable("B")]), ["A", "B"])); // ["000", "011", "101", "110"]
 */
export function truthTable(expression: Expression, variables: readonly string[]): TruthTable {
  if (variables.length > MAX_TABLE_VARIABLES) {
    throw new RangeError(`A truth table takes at most ${MAX_TABLE_VARIABLES} variables, got ${variables.length}`);
  }
  if (new Set(variables).size !== variables.length)
    throw new RangeError(`A variable repeats in ${variables.join(", ")}`);
  const columns = new Map<string, Column>();

  function columnOf(node: Expression): Column {
    if (node.kind === "not") return notColumn(columnOf(node.operand));
    if (node.kind === "constant") return constantColumn(node.value, variables.length);
    if (node.kind !== "variable") return combineColumns(node.kind, node.operands.map(columnOf));
    const known = columns.get(node.name);
    if (known !== undefined) return known;
    const index = variables.indexOf(node.name);
    if (index < 0) throw new RangeError(`Variable ${node.name} is not one of ${variables.join(", ")}`);
    const column = variableColumn(index, variables.length);
    columns.set(node.name, column);
    return column;
  }

  return { variables, column: columnOf(expression) };
}

/** The rows of a table as text: the input bits in the order of its variables, then the output bit. */
export function tableRows(table: TruthTable): string[] {
  const { column, variables } = table;
  return Array.from({ length: column.rows }, (_, row) => `${rowBits(row, variables.length)}${bitAt(column, row)}`);
}

/**
 * The table that `rows` (as `tableRows` gives them, in any order) describe over `variables`, or null if they are no
 * complete table: a row missing, twice, too short, too long or with other characters than 0 and 1.
 */
export function tableFromRows(rows: readonly string[], variables: readonly string[]): TruthTable | null {
  const width = variables.length;
  if (width > MAX_TABLE_VARIABLES || rows.length !== 2 ** width) return null;
  const bits = new Array<string>(rows.length).fill("");
  for (const row of rows) {
    if (row.length !== width + 1 || !/^[01]+$/.test(row)) return null;
    const at = width === 0 ? 0 : Number.parseInt(row.slice(0, width), 2);
    if (bits[at] !== "") return null;
    bits[at] = row.slice(width);
  }
  return { variables, column: columnFromBits(bits.join("")) };
}

/** The input bits of row `row` as text, most significant first: `rowBits(2, 3)` is "010". */
export function rowBits(row: number, variables: number): string {
  return variables === 0 ? "" : row.toString(2).padStart(variables, "0");
}

/** The value of each variable in row `row`, in the order of `variables`. */
export function rowAssignment(row: number, variables: readonly string[]): { name: string; value: 0 | 1 }[] {
  return variables.map((name, index) => ({ name, value: ((row >> (variables.length - 1 - index)) & 1) as 0 | 1 }));
}

/**
 * The same function over other variables: variable i of `table` becomes `names[i]`, and the columns are in the order of
 * `order`. A variable whose name is null has no effect and is left out; `order` may have more names than the table.
 *
 * @throws {RangeError} if `order` lacks a name, or a name repeats.
 * @example
 * const table = truthTable(variable("x"), ["x", "y"]);
 * tableRows(rearrangeTable(table, { names: ["B", "A"], order: ["A", "B"] })); // ["000", "011", "100", "111"]
 */
export function rearrangeTable(
  table: TruthTable,
  target: { readonly names: readonly (string | null)[]; readonly order: readonly string[] },
): TruthTable {
  const { names, order } = target;
  const width = table.variables.length;
  const kept = names.filter((name) => name !== null);
  if (names.length !== width || new Set(kept).size < kept.length || kept.some((name) => !order.includes(name))) {
    throw new RangeError(`${order.join(", ")} is not an order of the ${width} names ${names.join(", ")}`);
  }
  const shifts = names.flatMap((name, index) => {
    return name === null ? [] : [{ to: width - 1 - index, from: order.length - 1 - order.indexOf(name) }];
  });
  const column = constantColumn(0, order.length);
  for (let row = 0; row < column.rows; row += 1) {
    let from = 0;
    for (const shift of shifts) from |= ((row >> shift.from) & 1) << shift.to;
    if (bitAt(table.column, from)) column.words[row >> 5]! |= 1 << (row & 31);
  }
  return { variables: order, column };
}
