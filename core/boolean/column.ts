import type { OperatorKind } from "./expression.ts";

/** A table of more variables than this would be over a million rows. */
export const MAX_TABLE_VARIABLES = 20;

/**
 * One column of a truth table, one bit per row, packed: row r is bit `r & 31` of word `r >> 5`. Bits past the last row
 * are zero, so that equal columns have equal words. In row r, the first variable is the most significant bit.
 */
export interface Column {
  /** 2 to the number of variables: 1 … 2^20. */
  readonly rows: number;
  readonly words: Uint32Array;
}

/** The columns of variables whose bit changes within a word: at every row, every second row, … every 16th. */
const PATTERNS = [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000] as const;

/**
 * The column of variable `index` (0 is the first, the most significant bit) in a table over `variables` variables.
 *
 * @throws {RangeError} if `variables` is not 0 … 20 or `index` is not one of them.
 * @example
 * variableColumn(0, 2); // rows 00 01 10 11: the bits 0 0 1 1
 */
export function variableColumn(index: number, variables: number): Column {
  if (!Number.isInteger(index) || index < 0 || index >= variables) {
    throw new RangeError(`Variable ${index} is not one of ${variables}`);
  }
  const column = constantColumn(0, variables);
  const { words } = column;
  const place = variables - 1 - index;
  const pattern = PATTERNS[place];
  if (pattern !== undefined) words.fill(pattern);
  else for (let word = 0; word < words.length; word += 1) words[word] = (word >> (place - 5)) & 1 ? 0xffffffff : 0;
  return trim(column);
}

/**
 * The column that is `bit` in every row of a table over `variables` variables.
 *
 * @throws {RangeError} if `variables` is not 0 … 20.
 */
export function constantColumn(bit: 0 | 1, variables: number): Column {
  if (!Number.isInteger(variables) || variables < 0 || variables > MAX_TABLE_VARIABLES) {
    throw new RangeError(`A truth table takes 0 to ${MAX_TABLE_VARIABLES} variables, got ${variables}`);
  }
  const rows = 2 ** variables;
  const words = new Uint32Array(Math.ceil(rows / 32)).fill(bit ? 0xffffffff : 0);
  return trim({ rows, words });
}

/** The complement, row by row. */
export function notColumn(column: Column): Column {
  return trim({ rows: column.rows, words: column.words.map((word) => ~word) });
}

/**
 * The operator `kind` over columns of one table, row by row.
 *
 * @throws {RangeError} without columns, or where their rows differ.
 * @example
 * combineColumns("xor", [variableColumn(0, 2), variableColumn(1, 2)]); // the bits 0 1 1 0
 */
export function combineColumns(kind: OperatorKind, columns: readonly Column[]): Column {
  const [first, ...others] = columns;
  if (first === undefined) throw new RangeError("There are no columns to combine");
  const words = first.words.slice();
  for (const other of others) {
    requireSameRows(first, other);
    for (let word = 0; word < words.length; word += 1) {
      const [a, b] = [words[word]!, other.words[word]!];
      words[word] = kind === "and" ? a & b : kind === "or" ? a | b : a ^ b;
    }
  }
  return { rows: first.rows, words };
}

/** The bit of row `row`, 0 … `column.rows - 1`. */
export function bitAt(column: Column, row: number): 0 | 1 {
  if (!Number.isInteger(row) || row < 0 || row >= column.rows) {
    throw new RangeError(`Row ${row} is not one of ${column.rows}`);
  }
  return ((column.words[row >> 5]! >>> (row & 31)) & 1) as 0 | 1;
}

/** Whether two columns have the same rows and, in the rows of `matters`, the same bits. */
export function equalColumns(a: Column, b: Column, matters: Column | null = null): boolean {
  return a.rows === b.rows && firstDifferingRow(a, b, matters) === null;
}

/**
 * The first row in which two columns of the same table differ, or null if they are equal. With `matters`, only rows in
 * which it is 1 count.
 *
 * @throws {RangeError} if their rows differ.
 */
export function firstDifferingRow(a: Column, b: Column, matters: Column | null = null): number | null {
  requireSameRows(a, b);
  if (matters) requireSameRows(a, matters);
  for (let word = 0; word < a.words.length; word += 1) {
    const difference = (a.words[word]! ^ b.words[word]!) & (matters ? matters.words[word]! : -1);
    if (difference !== 0) return word * 32 + (31 - Math.clz32(difference & -difference));
  }
  return null;
}

/**
 * Whether a column changes with variable `index` (0 is the first), the others being the same. With `matters`, only rows
 * in which it is 1 count.
 *
 * @example
 * changesWith(columnFromBits("0011"), 0); // true
 * changesWith(columnFromBits("0011"), 1); // false
 */
export function changesWith(column: Column, index: number, matters: Column | null = null): boolean {
  const flip = column.rows >> (index + 1);
  for (let row = 0; row < column.rows; row += 1) {
    if (row & flip || bitAt(column, row) === bitAt(column, row | flip)) continue;
    if (matters === null || (bitAt(matters, row) && bitAt(matters, row | flip))) return true;
  }
  return false;
}

/**
 * The column whose row r is character r of `bits`, a string of 0 and 1.
 *
 * @throws {RangeError} if the length is not a power of two up to 2^20, or another character occurs.
 */
export function columnFromBits(bits: string): Column {
  const variables = Math.log2(bits.length);
  if (!Number.isInteger(variables) || !/^[01]+$/.test(bits)) {
    throw new RangeError("A column is 2^n characters 0 or 1");
  }
  const column = constantColumn(0, variables);
  for (let row = 0; row < bits.length; row += 1) {
    if (bits[row] === "1") column.words[row >> 5]! |= 1 << (row & 31);
  }
  return column;
}

/** In how many rows a column is 1. */
export function onesOf({ words }: Column): number {
  return words.reduce((sum, word) => sum + bitCount(word), 0);
}

/** How many bits of a 32-bit word are 1. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function trim(column: Column): Column {
  if (column.rows < 32) column.words[0]! &= 2 ** column.rows - 1;
  return column;
}

function requireSameRows(a: Column, b: Column): void {
  if (a.rows !== b.rows) throw new RangeError(`Columns of ${a.rows} and ${b.rows} rows do not compare`);
}
