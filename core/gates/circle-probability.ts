import { type DrawnCircle, ROUND } from "./drawn-circle.ts";

/** A logistic regression over the circles of the training and validation drafters, by drafter (`models/README.md`). */
const WEIGHTS = { bias: -2.1, seen: 2.83, closed: 2.75, round: 0.99, inverters: -2.76, others: 0.54 } as const;

/** How many circles are expected on a page of which nothing is known. */
const EXPECTED = 0.15;

export interface CircleEvidence extends Pick<DrawnCircle, "isClosed" | "roundness"> {
  /** 0 … 1, from the detector. */
  readonly confidence: number;
  /** People who draw inverters seldom draw circles at inputs. */
  readonly hasInverters: boolean;
  /** How many other circles the page may have: the sum of their confidences. */
  readonly others: number;
}

/**
 * The probability, 0 … 1, that an apparent inversion circle at a gate's input is one: a drawn circle has a hole, and is
 * seldom the only one on its page.
 */
export function circleProbability({ confidence, isClosed, roundness, hasInverters, others }: CircleEvidence): number {
  const certain = Math.min(0.995, Math.max(0.01, confidence));
  const sum =
    WEIGHTS.bias +
    WEIGHTS.seen * Math.log(certain / (1 - certain)) +
    (isClosed ? WEIGHTS.closed : roundness >= ROUND ? WEIGHTS.round : 0) +
    (hasInverters ? WEIGHTS.inverters : 0) +
    WEIGHTS.others * Math.log((others + EXPECTED) / EXPECTED);
  return 1 / (1 + Math.exp(-sum));
}
