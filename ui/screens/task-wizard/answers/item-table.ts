import { rowBits } from "../../../../core/boolean/truth-table.ts";
import { type ItemFunction, itemFunction, wantedBit } from "../../../../core/grade/item-function.ts";
import { checkKeyExpression, inputsOfItem } from "../../../../core/rules/tasks/answer-keys.ts";
import { type ItemNames, namedKeys } from "../../../../core/rules/tasks/item-names.ts";
import type { ComparedTable } from "../../../components/grading/tables/comparison.ts";

/** What an item's valid keys ask for; null if none of them is valid. */
function readItem(
  expressions: readonly string[],
  names: ItemNames | null,
): (ItemFunction & { readonly outputs: readonly string[] }) | null {
  const inputs = inputsOfItem(expressions, names);
  const keys = namedKeys(
    expressions.map((expression) => ({ expression })),
    names,
  );
  const read = keys.flatMap((key, index) => {
    const check = checkKeyExpression(key.expression, inputs);
    return check.ok ? [{ ...key, output: key.output ?? `Key ${index + 1}`, ...check.saved }] : [];
  });
  return read.length === 0 ? null : { ...itemFunction(read), outputs: read.map(({ output }) => output) };
}

/** The variables of an item's valid keys that change none of their outputs. */
export function idleVariables(expressions: readonly string[], names: ItemNames | null = null): string[] {
  const item = readItem(expressions, names);
  return item?.variables.filter((_, index) => item.isIdle(index)) ?? [];
}

/** The truth table of an item's valid keys over all their inputs; null if none of them is valid. */
export function tableOfItem(expressions: readonly string[], names: ItemNames | null = null): ComparedTable | null {
  const item = readItem(expressions, names);
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
