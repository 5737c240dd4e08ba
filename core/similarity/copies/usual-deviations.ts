import { clipped, DeviationDensity, logNormal, logSum, MOST } from "./deviation-density.ts";
import { KINDS } from "./deviations.ts";

/** What is known of one kind of place or size. */
interface Habit {
  /** Spread of a copy around its original, in both numbers. */
  readonly traced: number;
  /** Share of a copy's places that are routed differently, and of those that it lacks. */
  readonly astray: number;
  readonly lost: number;
  /** Spread of independent drawings of one structure: the prior before anything is known of the class. */
  readonly usual: number;
}

/**
 * Measured on generated classes with seeds that no figure is based on (`core/testdata/copied-class`): two readings and a tracing hand
 * are between an original and its copy.
 */
const HABITS: Readonly<Record<(typeof KINDS)[number], Habit>> = {
  gates: { traced: 0.08, astray: 0.04, lost: 0.002, usual: 0.45 },
  ends: { traced: 0.075, astray: 0.06, lost: 0.03, usual: 0.5 },
  corners: { traced: 0.11, astray: 0.15, lost: 0.01, usual: 0.5 },
  sizes: { traced: 0.12, astray: 0.1, lost: 0.02, usual: 0.25 },
};
/** How many drawings the usual spread counts as, compared with those of the class, and the least variance of a class. */
const BELIEF = 5;
const LEAST_VARIANCE = 1e-4;
/** The share of a drawing's nearest others, their minimum number, and the weight of that part. */
const NEAR_SHARE = 0.25;
const LEAST_NEAR = 10;
const NEAREST = 0.5;
/**
 * How other drawings of a class usually deviate from one of them, and how much that differs from how a copy would. Half
 * of the class's likelihood is that of all the others, half that of the nearest ones: classes have habits (a letter at
 * every pin, wires that branch), and within a habit drawings are more alike.
 */
export class UsualDeviations {
  readonly #kinds: Uint8Array;
  readonly #all: DeviationDensity;
  readonly #nearest: DeviationDensity;
  readonly #near: ReadonlySet<Float64Array>;
  readonly #share: number;
  readonly #known: ReadonlySet<Float64Array>;

  /** `kinds` from `deviationKinds`; `others` are the deviations of others of the class. */
  constructor(kinds: Uint8Array, others: readonly Float64Array[]) {
    const usual = usualVariances(kinds, others);
    const count = Math.min(others.length, Math.max(LEAST_NEAR, Math.ceil(NEAR_SHARE * others.length)));
    const near = [...others]
      .map((other) => ({ other, apart: apartness(other, usual) }))
      .sort((a, b) => a.apart - b.apart)
      .slice(0, count)
      .map(({ other }) => other);
    this.#kinds = kinds;
    this.#known = new Set(others);
    this.#near = new Set(near);
    this.#share = count / Math.max(1, others.length);
    this.#all = new DeviationDensity(usual, others);
    this.#nearest = new DeviationDensity(usual, near);
  }

  /**
   * How much more likely these deviations are between an original and its copy than in the class: the natural logarithm
   * of the likelihood ratio. If they are among those that the class was learned from, they are left out.
   */
  evidence(own: Float64Array): number {
    const all = this.#all.logLikelihood(own, this.#known.has(own));
    const near = this.#nearest.logLikelihood(own, this.#near.has(own));
    return this.#ofCopy(own) - logSum(all + Math.log(1 - NEAREST), near + Math.log(NEAREST * this.#share));
  }

  #ofCopy(own: Float64Array): number {
    let sum = 0;
    for (let place = 0; place < this.#kinds.length; place++) {
      const { traced, astray, lost } = habitOf(this.#kinds[place]!);
      const [x, y] = [own[2 * place]!, own[2 * place + 1]!];
      if (Number.isNaN(x)) {
        sum += Math.log(lost);
        continue;
      }
      const copied = logNormal(clipped(x), traced ** 2) + logNormal(clipped(y), traced ** 2);
      sum += Math.log(1 - lost);
      sum += logSum(copied + Math.log(1 - astray), this.#all.logAt(own, place) + Math.log(astray));
    }
    return sum;
  }
}

/** For each place the variance of its kind in the class: if everybody draws alike, that is usual. */
function usualVariances(kinds: Uint8Array, others: readonly Float64Array[]): Float64Array {
  const variances = KINDS.map((kind, index) => {
    let [sum, count] = [0, 0];
    for (const other of others) {
      for (let k = 0; k < other.length; k++) {
        if (kinds[k >> 1] !== index || Number.isNaN(other[k])) continue;
        sum += clipped(other[k]!) ** 2;
        count++;
      }
    }
    const believed = 2 * Math.log(HABITS[kind].usual);
    if (count === 0) return Math.exp(believed);
    const seen = Math.log(Math.max(LEAST_VARIANCE, sum / count));
    return Math.exp((BELIEF * believed + others.length * seen) / (BELIEF + others.length));
  });
  return Float64Array.from(kinds, (kind) => variances[kind]!);
}

function habitOf(kind: number): Habit {
  return HABITS[KINDS[kind]!];
}

function apartness(other: Float64Array, usual: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < other.length; k++) {
    const value = Number.isNaN(other[k]) ? MOST : clipped(other[k]!);
    sum += (value * value) / usual[k >> 1]!;
  }
  return sum;
}
