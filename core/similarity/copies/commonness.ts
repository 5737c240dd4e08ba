import type { LaidUpon } from "./lay-upon.ts";
import type { LayoutShape } from "./layout-shape.ts";

/**
 * How near a place of one drawing is to one of another: `0` on it, `1` beside it, `2` elsewhere. The limits are in
 * units of a usual gate.
 */
const LIMITS = [0.14, 0.3] as const;
const LEVELS = LIMITS.length + 1;

/** Kinds of places, in the order in which `LaidUpon` lists them. */
const KINDS = ["gates", "ends", "corners"] as const;

/**
 * How often a place of a copy lies so near to that of its original. Measured on generated copies of a seed that no
 * figure is taken from (`npm run bench -- --only copies`).
 */
const OF_COPIES: Readonly<Record<(typeof KINDS)[number], readonly number[]>> = {
  gates: [0.74, 0.23, 0.03],
  ends: [0.72, 0.22, 0.06],
  corners: [0.53, 0.29, 0.18],
};

/** The same of independent drawings of one structure: what a class begins with before anything is known of it. */
const OF_OTHERS: typeof OF_COPIES = {
  gates: [0.11, 0.24, 0.65],
  ends: [0.11, 0.14, 0.75],
  corners: [0.05, 0.15, 0.8],
};
/** As how many places that beginning counts. */
const BEGINNING = 40;

/** How many drawings the habit of the whole class counts as, beside what was seen of a place itself. */
const PRIOR = 15;

/** How common each place of a drawing is among the others: counts of the levels of nearness. */
export class Commonness {
  readonly #kinds: Uint8Array;
  readonly #counts: Float64Array;

  constructor({ gates, ends, corners }: LayoutShape) {
    const sizes = [gates.xs.length, ends.xs.length, corners.xs.length];
    this.#kinds = Uint8Array.from(sizes.flatMap((size, kind) => Array<number>(size).fill(kind)));
    this.#counts = new Float64Array(this.#kinds.length * LEVELS);
  }

  /** Notes how near a drawing came to each place; with a `times` below 0 takes that back. */
  add(gaps: LaidUpon["a"], times = 1): void {
    for (let place = 0; place < gaps.length; place++) this.#counts[place * LEVELS + levelOf(gaps[place]!)]! += times;
  }

  /** What was noted, summed for each kind of place. */
  addTo(habits: Habits): void {
    this.#kinds.forEach((kind, place) => {
      for (let level = 0; level < LEVELS; level++)
        habits.counts[kind]![level]! += this.#counts[place * LEVELS + level]!;
    });
  }

  /**
   * How much more likely these gaps are for a copy than for an independent drawing, as a sum of natural logarithms: a
   * place that many have near by counts little, a rare one much.
   */
  evidence(gaps: LaidUpon["a"], habits: Habits): number {
    let sum = 0;
    for (let place = 0; place < gaps.length; place++) {
      const kind = this.#kinds[place]!;
      const level = levelOf(gaps[place]!);
      const usual = habits.share(kind);
      let seen = 0;
      for (let each = 0; each < LEVELS; each++) seen += this.#counts[place * LEVELS + each]!;
      const share = (this.#counts[place * LEVELS + level]! + PRIOR * usual[level]!) / (seen + PRIOR);
      sum += Math.log(OF_COPIES[KINDS[kind]!][level]! / share);
    }
    return sum;
  }
}

/** How near the places of independent drawings of a class come to each other, by kind of place. */
export class Habits {
  readonly counts = KINDS.map((kind) => Float64Array.from(OF_OTHERS[kind], (share) => BEGINNING * share));

  share(kind: number): readonly number[] {
    const counts = this.counts[kind]!;
    const total = counts.reduce((sum, count) => sum + count, 0);
    return [...counts].map((count) => count / total);
  }
}

/** Whether places this many gates apart lie on or beside each other. */
export function isNear(gap: number): boolean {
  return levelOf(gap) < 2;
}

function levelOf(gap: number): number {
  return gap < LIMITS[0] ? 0 : gap < LIMITS[1] ? 1 : 2;
}
