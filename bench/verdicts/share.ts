import { sum } from "../../core/basics/numbers.ts";
import { seededRandom } from "../../core/testdata/render/random.ts";

/** What one page adds to a part and to its whole, and the drawing that it shows. */
export interface Counted {
  readonly drawing: string;
  readonly part: number;
  readonly whole: number;
}

/** Number of resamples of drawings for an interval. */
const ROUNDS = 1000;

/** A share and its 95 % interval. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The share of the parts in their wholes, with a 95 % interval from resampling whole drawings with replacement (fixed
 * seed), because pages of one drawing are not independent. Null if the wholes are 0.
 */
export function shareOf(counted: readonly Counted[]): Share | null {
  const drawings = new Map<string, { part: number; whole: number }>();
  for (const { drawing, part, whole } of counted) {
    const known = drawings.get(drawing) ?? { part: 0, whole: 0 };
    drawings.set(drawing, { part: known.part + part, whole: known.whole + whole });
  }
  const all = [...drawings.values()];
  const whole = sum(all.map((each) => each.whole));
  if (whole === 0) return null;
  const random = seededRandom("interval by drawing");
  const shares = Array.from({ length: ROUNDS }, () => {
    let [part, rest] = [0, 0];
    for (let k = 0; k < all.length; k++) {
      const one = all[Math.floor(random.next() * all.length)]!;
      part += one.part;
      rest += one.whole;
    }
    return rest === 0 ? 0 : part / rest;
  }).sort((a, b) => a - b);
  return {
    share: sum(all.map((each) => each.part)) / whole,
    low: shares[Math.floor(0.025 * ROUNDS)]!,
    high: shares[Math.ceil(0.975 * ROUNDS) - 1]!,
  };
}
