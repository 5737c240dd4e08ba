import type { OperatorKind } from "./expression.ts";

/** An operator with all its spellings: the specification's first among those of one character, longer ones before it. */
export interface Operator {
  readonly kind: OperatorKind;
  /** The specification's. */
  readonly symbol: string;
  readonly spellings: readonly string[];
}

/** Binary operators from the loosest to the tightest; a complement binds tighter than all of them. */
export const OPERATORS: readonly Operator[] = [
  { kind: "or", symbol: "|", spellings: ["||", "|", "+"] },
  { kind: "xor", symbol: "^", spellings: ["^", "⊕"] },
  { kind: "and", symbol: "&", spellings: ["&&", "&", "⋅", "·", "*"] },
];

/** The complement before an operand; the specification's is the first. */
export const COMPLEMENTS: readonly string[] = ["~", "¬", "!"];

/** The complement behind an operand, also as word processors and phones write it. */
export const PRIMES: readonly string[] = ["'", "’", "′"];

const IDENTIFIERS = /[A-Za-z_][A-Za-z0-9_]*/g;

/**
 * Whether all names in `text` are single letters A to G, in either case: only then may letters stand next to each other
 * for AND. A text with a longer name, such as `Cin` or `X1`, has names alone.
 *
 * @example
 * namesAreLetters("ab + c'"); // true
 * namesAreLetters("A & Cin"); // false
 */
export function namesAreLetters(text: string): boolean {
  return (text.match(IDENTIFIERS) ?? []).every((name) => /^[A-Ga-g]+$/.test(name));
}

/** The first of `spellings` that `text` has at `at`, or null. */
export function spellingAt(text: string, at: number, spellings: readonly string[]): string | null {
  return spellings.find((spelling) => text.startsWith(spelling, at)) ?? null;
}
