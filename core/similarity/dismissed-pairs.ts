/** The most drawings whose pairs are dismissed at once. */
export const DISMISSED_AT_ONCE = 60;

/** Two drawings of which a person has said that their likeness means nothing, by their IDs in either order. */
export type DismissedPair = readonly [string, string];

/**
 * Tells whether two drawings are a dismissed pair.
 *
 * @example
 * isDismissedIn([["b", "a"]])("a", "b"); // true
 */
export function isDismissedIn(pairs: readonly DismissedPair[]): (a: string, b: string) => boolean {
  const known = new Set(pairs.map(([a, b]) => nameOf(a, b)));
  return (a, b) => known.has(nameOf(a, b));
}

function nameOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
