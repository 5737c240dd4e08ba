/** How many drawings the prior counts as, and the prior share of places without a partner. */
const PRIOR = 15;
const USUALLY_LOST = 0.15;
/** A greater distance counts as this. */
export const MOST = 1;
/** Degrees of freedom of the class's distribution: classes have more outliers than normal distributions. */
const FREEDOM = 20;
/** Added to each variance, so that all matrices can be inverted. */
const FLOOR = 1e-3;

/**
 * How likely deviations are in a class: a multivariate t distribution around the mean of the observed ones, with their
 * covariance (places of a drawing depend on each other: a column that is farther right takes its wires along).
 */
export class DeviationDensity {
  readonly #weight: number;
  readonly #mean: Float64Array;
  /** Row by row. */
  readonly #covariance: Float64Array;
  /** For each place, the probability that it has no partner. */
  readonly #lost: Float64Array;
  /** The decomposed covariance of all places, for deviations that are not among the observed ones. */
  #whole: Float64Array | null = null;

  /** `usual` are the prior variances, one for every two numbers. */
  constructor(usual: Float64Array, seen: readonly Float64Array[]) {
    const size = 2 * usual.length;
    this.#weight = seen.length + PRIOR;
    this.#lost = usual.map((_, place) => {
      const count = seen.filter((other) => Number.isNaN(other[2 * place])).length;
      return (count + PRIOR * USUALLY_LOST) / this.#weight;
    });
    const there = meansOf(seen, size);
    this.#mean = there.map((value) => (value * seen.length) / this.#weight);
    this.#covariance = new Float64Array(size * size);
    const centred = new Float64Array(size);
    for (const other of seen) {
      for (let k = 0; k < size; k++) {
        centred[k] = (Number.isNaN(other[k]) ? there[k]! : clipped(other[k]!)) - this.#mean[k]!;
      }
      addOuter(this.#covariance, centred);
    }
    for (let k = 0; k < size; k++) this.#covariance[k * size + k]! += PRIOR * usual[k >> 1]!;
    for (let k = 0; k < this.#covariance.length; k++) this.#covariance[k]! /= this.#weight;
  }

  /** Natural logarithm. `isSeen`: these deviations are among the observed ones, and are then left out. */
  logLikelihood(own: Float64Array, isSeen: boolean): number {
    const size = own.length;
    const there: number[] = [];
    let sum = 0;
    for (let place = 0; place < this.#lost.length; place++) {
      const lost = this.#lost[place]!;
      if (Number.isNaN(own[2 * place])) sum += Math.log(lost);
      else {
        sum += Math.log(1 - lost);
        there.push(2 * place, 2 * place + 1);
      }
    }
    const apart = Float64Array.from(there, (k) => clipped(own[k]!) - this.#mean[k]!);
    // Without these the mean is a little farther away, and the covariance smaller.
    const [stretch, share] = isSeen ? [this.#weight / (this.#weight - 1), 1 / (this.#weight - 1)] : [1, 0];
    const lower =
      isSeen || there.length < size ? scratchFor(there.length) : (this.#whole ?? new Float64Array(size * size));
    if (lower !== this.#whole) {
      for (let i = 0; i < there.length; i++) {
        const row = there[i]! * size;
        const line = i * there.length;
        for (let j = 0; j <= i; j++) {
          lower[line + j] = stretch * (this.#covariance[row + there[j]!]! - share * apart[i]! * apart[j]!);
        }
        lower[line + i]! += FLOOR;
      }
      decompose(lower, there.length);
      if (lower !== scratch) this.#whole = lower;
    }
    for (let k = 0; k < apart.length; k++) apart[k]! *= stretch;
    return sum + logT(apart, lower);
  }

  /** The same for one place by itself. */
  logAt(own: Float64Array, place: number): number {
    const size = own.length;
    let sum = 0;
    for (const k of [2 * place, 2 * place + 1]) {
      sum += logNormal(clipped(own[k]!) - this.#mean[k]!, this.#covariance[k * size + k]! + FLOOR);
    }
    return sum;
  }
}

/** Of what is there. */
function meansOf(seen: readonly Float64Array[], size: number): Float64Array {
  const [sums, counts] = [new Float64Array(size), new Float64Array(size)];
  for (const other of seen) {
    for (let k = 0; k < size; k++) {
      if (Number.isNaN(other[k])) continue;
      sums[k]! += clipped(other[k]!);
      counts[k]! += 1;
    }
  }
  return sums.map((sum, k) => sum / Math.max(1, counts[k]!));
}

export function clipped(value: number): number {
  return Math.max(-MOST, Math.min(MOST, value));
}

/** Adds to the lower half. */
function addOuter(matrix: Float64Array, vector: Float64Array): void {
  const size = vector.length;
  for (let row = 0; row < size; row++) {
    const own = vector[row]!;
    if (own === 0) continue;
    for (let column = 0; column <= row; column++) matrix[row * size + column]! += own * vector[column]!;
  }
}

export function logNormal(value: number, variance: number): number {
  return -0.5 * ((value * value) / variance + Math.log(2 * Math.PI * variance));
}

export function logSum(a: number, b: number): number {
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
}

/**
 * Logarithm of the density of a multivariate t distribution of an even number of dimensions; `lower` is the decomposed
 * covariance.
 */
function logT(distance: Float64Array, lower: Float64Array): number {
  const size = distance.length;
  const { square, logDeterminant } = whiten(distance, lower);
  let gammas = 0;
  for (let k = 0; k < size / 2; k++) gammas += Math.log(FREEDOM / 2 + k);
  const tail = ((FREEDOM + size) / 2) * Math.log1p(square / FREEDOM);
  return gammas - (size / 2) * Math.log(FREEDOM * Math.PI) - logDeterminant / 2 - tail;
}

/** One matrix for all: each is done with before the next begins. */
let scratch = new Float64Array(0);

function scratchFor(size: number): Float64Array {
  if (scratch.length < size * size) scratch = new Float64Array(size * size);
  return scratch;
}

/**
 * Cholesky's decomposition of the lower half, row by row, in place. Column by column: what a column takes away from one
 * place need not wait for another.
 */
function decompose(lower: Float64Array, size: number): void {
  const column = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    const pivot = Math.sqrt(Math.max(lower[k * size + k]!, FLOOR / 10));
    lower[k * size + k] = pivot;
    for (let row = k + 1; row < size; row++) {
      const line = row * size;
      const own = lower[line + k]! / pivot;
      lower[line + k] = own;
      column[row] = own;
      for (let j = k + 1; j <= row; j++) lower[line + j]! -= own * column[j]!;
    }
  }
}

/** The squared Mahalanobis distance, and the determinant. */
function whiten(distance: Float64Array, lower: Float64Array): { square: number; logDeterminant: number } {
  const size = distance.length;
  let [square, logDeterminant] = [0, 0];
  const white = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    const line = row * size;
    let rest = distance[row]!;
    for (let k = 0; k < row; k++) rest -= lower[line + k]! * white[k]!;
    const pivot = lower[line + row]!;
    white[row] = rest / pivot;
    square += white[row]! ** 2;
    logDeterminant += 2 * Math.log(pivot);
  }
  return { square, logDeterminant };
}
