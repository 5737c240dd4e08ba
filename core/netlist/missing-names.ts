/** An input's name, null where none was read, and the gate that its wire leads to, where it leads to one only. */
export interface InputName {
  readonly name: string | null;
  readonly gate?: number | undefined;
}

/** A page on which at least this many names are written again repeats its inputs at each gate. */
const LEAST_REPEATS = 2;

/**
 * The names of inputs that have none, where a page repeats its inputs at each gate: of the names that other gates have
 * and its own gate lacks, the one that comes there in the order of the other gates; null if several do.
 *
 * @param inputs in reading order.
 * @example
 * const first = ["A", "B", "C"].map((name) => ({ name, gate: 0 }));
 * const second = ["A", null, "C"].map((name) => ({ name, gate: 1 }));
 * missingNames([...first, ...second]); // [null, null, null, null, "B", null]
 */
export function missingNames(inputs: readonly InputName[]): (string | null)[] {
  const nothing = inputs.map(() => null);
  const all = inputs.flatMap(({ name }) => name ?? []);
  const different = [...new Set(all)];
  if (all.length - different.length < LEAST_REPEATS) return nothing;
  const gates = [...new Set(inputs.flatMap(({ gate }) => gate ?? []))];
  const rows = gates.map((gate) =>
    inputs.flatMap((input, index) => (input.gate === gate ? [{ ...input, index }] : [])),
  );
  /** In how many gates one name comes before another, less those in which it comes after it. */
  const lead = (first: string, second: string) =>
    rows.reduce((sum, row) => {
      const [at, behind] = [first, second].map((name) => row.findIndex((input) => input.name === name));
      return at === -1 || behind === -1 ? sum : sum + Math.sign(behind! - at!);
    }, 0);
  const found: (string | null)[] = [...nothing];
  for (const row of rows) {
    for (const [place, { name, index }] of row.entries()) {
      if (name !== null) continue;
      const isInOrder = (candidate: string) =>
        row.every((other, k) => {
          if (other.name === null) return true;
          return (k < place ? lead(other.name, candidate) : lead(candidate, other.name)) >= 0;
        });
      const lacking = different.filter((candidate) => row.every((other) => other.name !== candidate));
      const fitting = lacking.filter(isInOrder);
      if (fitting.length === 1) found[index] = fitting[0]!;
    }
  }
  return found;
}
