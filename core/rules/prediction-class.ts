import { GATE_CLASSES } from "./gate-class.ts";

/** What a prediction can be, in the order in which the evaluator offers them. */
export const PREDICTION_CLASSES = ["input", "output", "intersection", "junction", ...GATE_CLASSES] as const;

export type PredictionClass = (typeof PREDICTION_CLASSES)[number];
