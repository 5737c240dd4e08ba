import { rowBits } from "../../../../core/boolean/truth-table.ts";
import { type ItemFunction, itemFunction, wantedBit } from "../../../../core/grade/item-function.ts";
import { checkKeyExpression, lettersOfItem } from "../../../../core/rules/tasks/answer-keys.ts";
import type { ComparedTable } from "../../../components/grading/tables/comparison.ts";

/** What an item's valid keys ask for; null if none of them is valid. */
function readItem(expressions: readonly string[]): (ItemFunction & { readonly outputs: readonly string[] }) | null {
  const letters = lettersOfItem(expressions);
  const read = expressions.flatMap((text, index) => {
    const check = checkKeyExpression(text, letters);
    return check.ok ? [{ output: `Key ${index + 1}`, expression: check.normalized }] : [];
  });
  return read.length === 0 ? null : { ...itemFunction(read), outputs: read.map(({ output }) => output) };
}

/** The letters of an item's valid keys that change none of their outputs. */
export function idleLetters(expressions: readonly string[]): string[] {
  const item = readItem(expressions);
  return item?.variables.filter((_, index) => item.isIdle(index)) ?? [];
}

/** The truth table of an item's valid keys over all their inputs; null if none of them is valid. */
export function tableOfItem(expressions: readonly string[]): ComparedTable | null {
  const item = readItem(expressions);
  if (item === null) return null;
  const { variables, wanted, outputs } = item;
  const lines = Array.from({ length: 2 ** variables.length }, (_, row) => ({
    inputs: rowBits(row, variables.length),
    bits: wanted.map((key) => {
      const bit = wantedBit(key, row);
      return { bit, differs: false, high: bit === "1" || undefined };
    }),
  }));
  return { inputs: variables, outputs, lines };
}
