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
    const covariance = there.map((row, i) => {
      const line = new Float64Array(there.length);
      for (let j = 0; j <= i; j++) {
        line[j] = stretch * (this.#covariance[row * size + there[j]!]! - share * apart[i]! * apart[j]!);
      }
      line[i]! += FLOOR;
      return line;
    });
    for (let k = 0; k < apart.length; k++) apart[k]! *= stretch;
    return sum + logT(apart, covariance);
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

/** Logarithm of the density of a multivariate t distribution of an even number of dimensions. */
function logT(distance: Float64Array, covariance: readonly Float64Array[]): number {
  const size = distance.length;
  const { square, logDeterminant } = whiten(distance, covariance);
  let gammas = 0;
  for (let k = 0; k < size / 2; k++) gammas += Math.log(FREEDOM / 2 + k);
  const tail = ((FREEDOM + size) / 2) * Math.log1p(square / FREEDOM);
  return gammas - (size / 2) * Math.log(FREEDOM * Math.PI) - logDeterminant / 2 - tail;
}

/** The squared Mahalanobis distance by Cholesky's decomposition, in place. */
function whiten(
  distance: Float64Array,
  covariance: readonly Float64Array[],
): { square: number; logDeterminant: number } {
  let [square, logDeterminant] = [0, 0];
  const white = new Float64Array(distance.length);
  for (let row = 0; row < distance.length; row++) {
    const own = covariance[row]!;
    for (let column = 0; column <= row; column++) {
      const other = covariance[column]!;
      let sum = own[column]!;
      for (let k = 0; k < column; k++) sum -= own[k]! * other[k]!;
      own[column] = column < row ? sum / other[column]! : Math.sqrt(Math.max(sum, FLOOR / 10));
    }
    let rest = distance[row]!;
    for (let k = 0; k < row; k++) rest -= own[k]! * white[k]!;
    white[row] = rest / own[row]!;
    square += white[row]! ** 2;
    logDeterminant += 2 * Math.log(own[row]!);
  }
  return { square, logDeterminant };
}
