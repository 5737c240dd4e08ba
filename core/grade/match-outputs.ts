import { type Column, equalColumns } from "../boolean/column.ts";

/** The output that a key is compared with. */
export interface OutputMatch {
  /** Index of the page's output, or null if none is left for the key. */
  readonly output: number | null;
  readonly equal: boolean;
}

/**
 * Gives each key its output: first an identical column at the key's own position, then any identical column that is not
 * claimed yet. A key without one is compared with the output at its own position, otherwise with any that is left. All
 * identical columns are claimed before any other, so that the order in which outputs are drawn never costs a match.
 *
 * An output of null has no table: it keeps its position and matches nothing.
 */
export function matchOutputs(keys: readonly Column[], outputs: readonly (Column | null)[]): OutputMatch[] {
  const claimed = new Set<number>();
  const matches = keys.map((): OutputMatch | null => null);

  function claim(accept: (key: number, output: number) => boolean): void {
    for (const [key] of keys.entries()) {
      if (matches[key] !== null) continue;
      const output = outputs.findIndex((_, candidate) => !claimed.has(candidate) && accept(key, candidate));
      if (output < 0) continue;
      claimed.add(output);
      matches[key] = { output, equal: equal(key, output) };
    }
  }

  function equal(key: number, output: number): boolean {
    const [expected, got] = [keys[key], outputs[output]];
    return expected !== undefined && got != null && equalColumns(expected, got);
  }

  claim((key, output) => key === output && equal(key, output));
  claim(equal);
  claim((key, output) => key === output);
  claim(() => true);
  return matches.map((match) => match ?? { output: null, equal: false });
}
