import { sum } from "../basics/numbers.ts";
import { cheapestPairs } from "../geometry/cheapest-pairs.ts";
import type { DrawnMark } from "./drawing.ts";

/**
 * The likeness of two drawings, 0 … 1, if they are similar by the specification's rule: equally many predictions in
 * both, each with its own partner in the other drawing that has its class and is within `margin` in x, in y and in
 * confidence. Null if they are not. 1 is the same drawing, 0 means partners that are all a whole `margin` apart.
 *
 * Of all ways to pair them, the one that makes the drawings most alike counts.
 *
 * @example
 * likeness([{ className: "AND", x: 40, y: 30, confidence: 98 }], [{ className: "AND", x: 42, y: 30, confidence: 98 }], 5);
 * // 0.6
 */
export function likeness(a: readonly DrawnMark[], b: readonly DrawnMark[], margin: number): number | null {
  if (a.length !== b.length || a.length === 0) return null;
  const costs = a.map((mark) => b.map((other) => distanceOf(mark, other, margin)));
  const partners = cheapestPairs(costs);
  const apart = sum(partners.map((partner, mark) => costs[mark]![partner]!));
  if (apart >= NO_PARTNER) return null;
  return margin === 0 ? 1 : 1 - apart / (a.length * margin);
}

/** More than all possible distances together. */
const NO_PARTNER = 1e9;

/** The largest of the differences in x, y and confidence. */
function distanceOf(a: DrawnMark, b: DrawnMark, margin: number): number {
  const distance = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y), Math.abs(a.confidence - b.confidence));
  return a.className === b.className && distance <= margin ? distance : NO_PARTNER;
}
