import { solve } from "../../core/geometry/solve.ts";
/** One observation: its features, whether it was right, and how much it counts. */
export interface Observation {
  readonly features: readonly number[];
  readonly isRight: boolean;
  readonly weight: number;
}

export interface LogisticWeights {
  readonly bias: number;
  readonly features: readonly number[];
}

/** How much large weights cost; the bias costs nothing. */
const RIDGE = 0.3;

const MOST_STEPS = 60;

const BOUND = 30;

/** A logistic regression with a ridge penalty, by Newton's method. */
export function fitLogistic(observations: readonly Observation[]): LogisticWeights {
  const size = (observations[0]?.features.length ?? 0) + 1;
  let weights = new Array<number>(size).fill(0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const gradient = weights.map((weight, k) => (k === 0 ? 0 : RIDGE * weight));
    const hessian = weights.map((_, row) =>
      weights.map((_, column) => (row === column ? (row === 0 ? 1e-6 : RIDGE) : 0)),
    );
    for (const { features, isRight, weight } of observations) {
      const x = [1, ...features];
      const p = logistic(dot(weights, x));
      for (const [row, value] of x.entries()) {
        gradient[row]! += weight * (p - Number(isRight)) * value;
        for (const [column, other] of x.entries()) hessian[row]![column]! += weight * p * (1 - p) * value * other;
      }
    }
    // The penalty makes the Hessian positive definite.
    const change = solve(hessian.map((row, k) => [...row, gradient[k]!]))!;
    weights = weights.map((weight, k) => weight - change[k]!);
    if (Math.max(...change.map(Math.abs)) < 1e-9) break;
  }
  const [bias, ...features] = weights;
  return { bias: bias!, features };
}

/** The probability, 0 … 1, that an observation with these features is right. */
export function predict({ bias, features: weights }: LogisticWeights, features: readonly number[]): number {
  return logistic(bias + dot(weights, features));
}

function logistic(score: number): number {
  return 1 / (1 + Math.exp(-Math.max(-BOUND, Math.min(BOUND, score))));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, k) => sum + value * b[k]!, 0);
}
