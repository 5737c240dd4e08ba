/** Two drawings that are more alike than chance would explain. */
export interface CopyPair {
  readonly ids: readonly [string, string];
  /**
   * 0 … 1: the share of the gates, named wire ends and corners of the wires that coincide or are next to each other.
   */
  readonly likeness: number;
  /**
   * How much more likely this similarity is between an original and its copy than between independent drawings of this
   * class, in bits: 10 is a thousand times, 20 a million times.
   */
  readonly bits: number;
  /**
   * Upper bound (Markov's inequality) on the number of pairs, among all compared, that chance alone makes at least this
   * similar.
   */
  readonly expected: number;
  /** How many of the drawings have the same structure as both; 0 if the two differ in it. */
  readonly sharing: number;
  /** Both are one file, byte for byte. */
  readonly identical: boolean;
  /** One is like the other mirrored top to bottom: gates have changed places, and the circuit is the same. */
  readonly mirrored: boolean;
}

/** Puts pairs in their order: one file first, then the least likely. */
export function byLikelihood(a: Pick<CopyPair, "identical" | "bits">, b: Pick<CopyPair, "identical" | "bits">): number {
  return Number(b.identical) - Number(a.identical) || b.bits - a.bits;
}
