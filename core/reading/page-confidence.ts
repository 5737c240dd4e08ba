import type { Problem } from "../rules/problem.ts";
import { isGateClass, type Prediction } from "./prediction.ts";

/** What a reading's confidence is based on. */
export interface Evidence {
  readonly predictions: readonly Pick<Prediction, "className" | "confidence">[];
  readonly problems: readonly Problem[];
}

/** A junction or crossing that is less certain than this might be read the other way. */
export const CLOSE = 0.8;

/**
 * Fitted by `npm run bench -- --only confidence --folds …` on the drawings of the training and validation drafters, all
 * read by detectors that do not know their hands, in the order of `confidenceFeatures`; the table in models/README.md
 * shows how well it fits the measuring drafters.
 */
const WEIGHTS = { bias: -2.35, features: [-1.58, 1.27, -0.21, -0.47, -0.87] } as const;

/**
 * The probability, 0 … 1, that the functions of a page were read as drawn.
 *
 * @example
 * pageConfidence({ predictions, problems }); // 0.93
 */
export function pageConfidence(evidence: Evidence): number {
  const score = confidenceFeatures(evidence).reduce(
    (sum, value, k) => sum + WEIGHTS.features[k]! * value,
    WEIGHTS.bias,
  );
  return 1 / (1 + Math.exp(-score));
}

/**
 * Five numbers: how unlikely the least certain gate is (as log-odds), the logarithm of the number of gates, how unlikely
 * the least certain input name is, the number of close decisions about meetings of wires, and the number of problems
 * (three at most).
 */
export function confidenceFeatures({ predictions, problems }: Evidence): number[] {
  const gates = predictions.filter(({ className }) => isGateClass(className)).map(({ confidence }) => confidence);
  const names = predictions.filter(({ className }) => className === "input").map(({ confidence }) => confidence);
  const meetings = predictions.filter(({ className }) => className === "junction" || className === "intersection");
  return [
    -logOdds(Math.min(0.95, ...gates)),
    Math.log(1 + gates.length),
    -logOdds(Math.min(0.99, ...names)),
    Math.log(1 + meetings.filter(({ confidence }) => confidence < CLOSE).length),
    Math.min(3, problems.length),
  ];
}

function logOdds(probability: number): number {
  const p = Math.max(0.01, Math.min(0.99, probability));
  return Math.log(p / (1 - p));
}
