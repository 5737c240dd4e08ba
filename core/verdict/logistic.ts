import type { PageLook } from "./evidence.ts";

/** A share never counts as less than this, nor as more than 1 minus this. */
const LEAST_SHARE = 1e-4;

/** Readings that earn more have at least this share: something that no look considered may have been drawn. */
const LEAST_MORE = 0.001;

/** Readings that earn other points have at least this share. */
const LEAST_OTHER = 0.002;

/**
 * Logistic regressions over the features of readings and verdicts, fitted on pages of drafters whom no network has seen
 * (models/README.md, "Verdicts"). `npm run bench -- --only certainty` fits them again, and prints how well such weights
 * work for drafters that are left out.
 */
const WEIGHTS = {
  /** That a page's functions were read as drawn: `agreementFeatures`, of which the last adds nothing. */
  reading: { bias: 1.29, features: [0.86, -0.11, 0] },
  /** That a page earns full marks: `agreementFeatures`. */
  full: { bias: 7.5, features: [0.45, -0.5, -0.76] },
  /** That it earns the reduced points of its reading: `lossFeatures`. */
  fewer: { bias: -3.98, features: [-1.21, -0.55] },
} as const;

/** Maximum for any page: more cannot be shown on the 600 pages of 69 drawings that it was fitted on. */
const MOST_SURE = 0.998;

/** The probability for some features, 0 … `MOST_SURE`. */
export function probabilityOf(kind: keyof typeof WEIGHTS, features: readonly number[]): number {
  const { bias, features: weights } = WEIGHTS[kind];
  const score = weights.reduce((sum: number, weight, k) => sum + weight * features[k]!, bias);
  return Math.min(MOST_SURE, 1 / (1 + Math.exp(-score)));
}

/**
 * Three numbers: the log-odds of `share`, the share of all readings that say the same; the number of looks beyond the
 * first; the number of looks whose likeliest circuits have faults or say something else.
 */
export function agreementFeatures(
  looks: readonly PageLook[],
  { share, isSame }: { share: number; isSame: (look: PageLook, index: number) => boolean },
): number[] {
  const against = looks.filter((look, index) => look.circuits[0]?.faults !== 0 || !isSame(look, index)).length;
  return [logOdds(share), Math.max(0, looks.length - 1), against];
}

/**
 * Two numbers for a page that loses points: the logarithms of `more`, the share of all readings that earn more, and of
 * the share of all that do not earn the points of `share`.
 */
export function lossFeatures({ more, share }: { more: number; share: number }): number[] {
  return [Math.log(Math.max(LEAST_MORE, more)), Math.log(Math.max(LEAST_OTHER, 1 - share))];
}

function logOdds(share: number): number {
  const p = Math.max(LEAST_SHARE, Math.min(1 - LEAST_SHARE, share));
  return Math.log(p / (1 - p));
}
