import { type Column, equalColumns } from "../boolean/column.ts";
import { assignOutputs } from "./assign-outputs.ts";
import type { WantedColumn } from "./item-function.ts";

/** The output that a key is compared with. */
export interface OutputMatch {
  /** Index of the page's output, or null if none is left for the key. */
  readonly output: number | null;
  readonly equal: boolean;
}

/**
 * Gives each key its output: first a column at the key's own position that is identical in the rows that count, then any
 * such column that is not claimed yet, so that as many keys as possible have one. A key without one is compared with the
 * output at its own position, otherwise with any that is left. All identical columns are claimed before any other, so
 * that the order in which outputs are drawn never costs a match.
 *
 * An output of null has no table: it keeps its position and matches nothing.
 */
export function matchOutputs(keys: readonly WantedColumn[], outputs: readonly (Column | null)[]): OutputMatch[] {
  const fits = (key: number, output: number) => {
    const [wanted, got] = [keys[key]!, outputs[output]!];
    return got !== null && equalColumns(wanted.column, got, wanted.matters);
  };
  const equal = assignOutputs({ keys: keys.length, outputs: outputs.length, fits });
  const free = new Set([...outputs.keys()].filter((output) => !equal.includes(output)));
  const own = equal.map((output, key) => (output === null && free.delete(key) ? key : output));
  return own.map((output, key): OutputMatch => {
    const [next] = free;
    if (output !== null || next === undefined) return { output, equal: equal[key] !== null };
    free.delete(next);
    return { output: next, equal: false };
  });
}
