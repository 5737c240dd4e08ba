import { sum } from "../basics/numbers.ts";

/** The points of some students on one scale: an item's, or the whole task's. */
export interface Scale {
  /** The most points there are. */
  readonly maximum: number;
  /** Whole points; null for none yet, which are not counted. */
  readonly grades: readonly (number | null)[];
}

/** How many have from `from` to `to` points; more than the maximum counts as the most points. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How points are spread. */
export interface Spread {
  /** How many have points. */
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  /** The fewest points first, without gaps. */
  readonly histogram: readonly Bar[];
}

export interface GradeStatistics {
  /** Null if nobody has a total. */
  readonly total: Spread | null;
  /** In the order of the given items; null for an item without points. */
  readonly items: readonly (Spread | null)[];
  /** The indices of the hardest items, the hardest first; see `HARDEST`. */
  readonly hardest: readonly number[];
}

/** A histogram has at most this many bars, however many points there are. */
const BARS = 10;
/** At most this many items are called the hardest, never more than half of them, and no item that everybody got right. */
const HARDEST = 3;

/**
 * What a class's grades look like.
 *
 * @example
 * gradeStatistics({ maximum: 4, grades: [4, 2, 3] }, [{ maximum: 4, grades: [4, 2, 3] }]).total?.median; // 3
 */
export function gradeStatistics(total: Scale, items: readonly Scale[]): GradeStatistics {
  const spreads = items.map(spreadOf);
  const shares = spreads.flatMap((spread, index) => {
    const { maximum } = items[index]!;
    return spread === null || maximum === 0 ? [] : [{ index, share: spread.mean / maximum }];
  });
  return {
    total: spreadOf(total),
    items: spreads,
    hardest: shares
      .filter(({ share }) => share < 1)
      .sort((a, b) => a.share - b.share)
      .slice(0, Math.min(HARDEST, Math.floor(items.length / 2)))
      .map(({ index }) => index),
  };
}

function spreadOf({ maximum, grades }: Scale): Spread | null {
  const known = grades.filter((grade) => grade !== null).sort((a, b) => a - b);
  if (known.length === 0) return null;
  const middle = Math.floor(known.length / 2);
  const median = known.length % 2 === 1 ? known[middle]! : (known[middle - 1]! + known[middle]!) / 2;
  return {
    count: known.length,
    mean: sum(known) / known.length,
    median,
    histogram: barsOf(maximum).map(({ from, to }) => {
      const isTop = to === maximum;
      const count = known.filter((grade) => grade >= from && (isTop || grade <= to)).length;
      return { from, to, count };
    }),
  };
}

/** A bar for each number of points, or ten that share them out as evenly as whole points allow. */
function barsOf(maximum: number): { from: number; to: number }[] {
  const bars = maximum <= BARS ? maximum + 1 : BARS;
  const start = (bar: number): number => Math.ceil((bar * (maximum + 1)) / bars);
  return Array.from({ length: bars }, (_, bar) => ({ from: start(bar), to: start(bar + 1) - 1 }));
}
