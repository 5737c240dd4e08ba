import { bitAt, type Column, changesWith, columnFromBits, notColumn } from "../boolean/column.ts";
import type { Expression } from "../boolean/expression.ts";
import { keyNames, letterOf, savedName, userName } from "../boolean/forms.ts";
import { readMinterms } from "../boolean/minterms.ts";
import { parseExpression } from "../boolean/parse-expression.ts";
import { rearrangeTable, truthTable } from "../boolean/truth-table.ts";
import { VARIABLE_LETTERS } from "../boolean/variable-letters.ts";
import { compareNames, renameVariables, variablesOf } from "../boolean/variables.ts";
import type { KeyNames } from "../rules/tasks/item-names.ts";
import { type KeyText, keyText } from "../rules/tasks/key-text.ts";

/**
 * One answer key of an item: what an output should compute, in the user's form, with the names of the inputs, or the
 * saved one, and the points for a match.
 */
export interface AnswerKey extends KeyText, KeyNames {
  /** 0 or more. */
  readonly grade: number;
}

/** The column that an output should have. */
export interface WantedColumn {
  readonly column: Column;
  /** The rows that count; null if all do. */
  readonly matters: Column | null;
}

/** What a key asks for in a row: 0, 1, or X where it does not matter. */
export function wantedBit({ column, matters }: WantedColumn, row: number): "0" | "1" | "X" {
  if (matters && bitAt(matters, row) === 0) return "X";
  return bitAt(column, row) === 1 ? "1" : "0";
}

/** What an item's keys ask for. */
export interface ItemFunction {
  /** The variables of all its keys, as letters or by their names, in the order of the tables' bits. */
  readonly variables: readonly string[];
  /** Whether the item names its inputs: then a drawing has to use these names. */
  readonly isNamed: boolean;
  /** One per key, over `variables`. */
  readonly wanted: readonly WantedColumn[];
  /** Whether no key changes with the variable at an index, in the rows that count. */
  readonly isIdle: (index: number) => boolean;
}

type FunctionKey = KeyText & KeyNames;

/** A page's readings and the pages of an item are all compared with the same keys. */
const known = new WeakMap<readonly FunctionKey[], ItemFunction>();

/**
 * What the keys of an item ask for, over the variables of all of them. Keys must not change once they were read.
 *
 * @throws {RangeError} if a key is not valid: keys are checked when they are entered.
 * @example
 * itemFunction([{ expression: "A & C | A & ~C", grade: 5 }]).isIdle(1); // true: C has no effect
 */
export function itemFunction(keys: readonly FunctionKey[]): ItemFunction {
  const found = known.get(keys) ?? readFunction(keys);
  known.set(keys, found);
  return found;
}

function readFunction(keys: readonly FunctionKey[]): ItemFunction {
  const inputs = keys[0]?.inputs;
  const read = keys.map(readKey);
  const names = read.map((key) => (typeof key === "string" ? rowVariables(key) : variablesOf(key)));
  const variables = [...new Set(names.flat())].sort(compareNames);
  const wanted = read.map((key): WantedColumn => {
    if (typeof key !== "string") return { column: truthTable(key, variables).column, matters: null };
    const own = rowVariables(key);
    const widen = (column: Column) =>
      rearrangeTable({ variables: own, column }, { names: own, order: variables }).column;
    const bits = (character: string) => columnFromBits(key.replace(/./g, (each) => (each === character ? "1" : "0")));
    return { column: widen(bits("1")), matters: key.includes("X") ? widen(notColumn(bits("X"))) : null };
  });
  return {
    variables: variables.map((letter) => userName(savedName(letter), inputs)),
    isNamed: inputs !== undefined,
    wanted,
    isIdle: (index) => !wanted.some(({ column, matters }) => changesWith(column, index, matters)),
  };
}

/** The letters that `rows` are over: 2 to their number is its length. */
function rowVariables(rows: string): readonly string[] {
  return VARIABLE_LETTERS.slice(0, Math.log2(rows.length));
}

/** The expression over letters, or the rows of a list. */
function readKey({ inputs, ...key }: FunctionKey): Expression | string {
  const text = keyText(key);
  const list = readMinterms(text, inputs);
  if (list !== null) {
    if (!list.ok) throw new RangeError(list.reason);
    return list.rows;
  }
  const parsed = parseExpression(text, inputs && keyNames(inputs));
  if (!parsed.ok) throw new RangeError(parsed.error.message);
  return renameVariables(parsed.expression, (name) => letterOf(name, inputs));
}
