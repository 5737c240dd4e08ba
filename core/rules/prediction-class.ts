import { GATE_CLASSES } from "./gates.ts";

/** The classes of predictions, in the order in which the evaluator offers them. */
export const PREDICTION_CLASSES = ["input", "output", "intersection", "junction", ...GATE_CLASSES] as const;

export type PredictionClass = (typeof PREDICTION_CLASSES)[number];
