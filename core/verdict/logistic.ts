import type { PageLook } from "./evidence.ts";

/** A share is never taken for less, nor for more than what this leaves. */
const LEAST_SHARE = 1e-4;

/** Readings that earn more have at least this share: what no look has thought of may have been drawn all the same. */
const LEAST_MORE = 0.002;

/**
 * Logistic regressions over the features of readings and verdicts, fitted on faultless readings of validation drafters'
 * pages, which no network has seen: models/README.md says on which, and how well they hold on others.
 */
const WEIGHTS = {
  /** That a page's functions were read as drawn. */
  reading: { bias: 3.51, features: [1.31, -1.59] },
  /** That a page earns full marks. */
  full: { bias: 5.19, features: [0.41, -1.08, -0.24] },
  /** That it earns the fewer points that its reading does; with it how likely more are. */
  fewer: { bias: -5.32, features: [0.89, -0.72, -1.05, -2.01] },
} as const;

/** The probability that some features speak of, 0 … 1. */
export function probabilityOf(kind: keyof typeof WEIGHTS, features: readonly number[]): number {
  const { bias, features: weights } = WEIGHTS[kind];
  const score = weights.reduce((sum: number, weight, k) => sum + weight * features[k]!, bias);
  return 1 / (1 + Math.exp(-score));
}

/**
 * Three numbers: the log-odds of `share`, the share of all readings that say the same; how many looks were needed
 * beyond the first; how many looks' likeliest circuits have faults or say something else.
 */
export function agreementFeatures(
  looks: readonly PageLook[],
  { share, isSame }: { share: number; isSame: (look: PageLook, index: number) => boolean },
): number[] {
  const against = looks.filter((look, index) => look.circuits[0]?.faults !== 0 || !isSame(look, index)).length;
  return [logOdds(share), Math.max(0, looks.length - 1), against];
}

/** The logarithm of the share of readings that earn more, bounded. */
export function logMore(share: number): number {
  return Math.log(Math.max(LEAST_MORE, share));
}

function logOdds(share: number): number {
  const p = Math.max(LEAST_SHARE, Math.min(1 - LEAST_SHARE, share));
  return Math.log(p / (1 - p));
}
