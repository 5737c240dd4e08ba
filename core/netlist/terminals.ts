import type { PagePoint } from "../geometry/coordinates.ts";

/** A free wire end that may carry a name. */
export interface NamedEnd {
  readonly net: number;
  readonly at: PagePoint;
  /** Unit vector out of the wire. */
  readonly heading: PagePoint;
  /** Index of the text next to it, or -1. */
  readonly text: number;
  /** Whether the wire leads straight up to that text. */
  readonly facesText: boolean;
  /** The line that ends here. */
  readonly line: readonly PagePoint[];
}

/**
 * Ends in the order of their names: top to bottom if the wires run across the page, left to right if they are bus lines
 * that run down.
 */
export function inReadingOrder<E extends Pick<NamedEnd, "at" | "heading">>(ends: readonly E[]): E[] {
  const upright = ends.filter(({ heading }) => Math.abs(heading.y) > Math.abs(heading.x)).length;
  const isBus = ends.length > 1 && 2 * upright > ends.length;
  return [...ends].sort((a, b) => (isBus ? a.at.x - b.at.x : a.at.y - b.at.y || a.at.x - b.at.x));
}

/** `count` names A, B, C … (A1, B1 … after Z) that are not among `used`. */
export function letters(count: number, used: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (let k = 0; names.length < count; k++) {
    const name = String.fromCharCode(65 + (k % 26)) + (k < 26 ? "" : String(Math.floor(k / 26)));
    if (!used.has(name)) names.push(name);
  }
  return names;
}
