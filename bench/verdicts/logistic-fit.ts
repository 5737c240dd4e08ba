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
    const change = solve(hessian, gradient);
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

/** Solves a symmetric positive definite system by Gaussian elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, k) => [...row, right[k]!]);
  const size = rows.length;
  for (let k = 0; k < size; k++) {
    for (let below = k + 1; below < size; below++) {
      const factor = rows[below]![k]! / rows[k]![k]!;
      for (let column = k; column <= size; column++) rows[below]![column]! -= factor * rows[k]![column]!;
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let k = size - 1; k >= 0; k--) {
    const known = solution.reduce((sum, value, column) => (column > k ? sum + rows[k]![column]! * value : sum), 0);
    solution[k] = (rows[k]![size]! - known) / rows[k]![k]!;
  }
  return solution;
}
