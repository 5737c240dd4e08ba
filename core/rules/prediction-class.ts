import type { GateClass } from "./gate-class.ts";

/** What a detection box may be called, in the order in which the evaluator offers the classes. */
export const PREDICTION_CLASSES = [
  "input",
  "output",
  "intersection",
  "junction",
  "AND",
  "OR",
  "NOT",
  "NAND",
  "NOR",
  "XOR",
  "XNOR",
] as const satisfies readonly ("input" | "output" | "intersection" | "junction" | GateClass)[];

export type PredictionClass = (typeof PREDICTION_CLASSES)[number];

/** Whether `value` names a class of prediction: `isPredictionClass("NAND")`. */
export function isPredictionClass(value: string): value is PredictionClass {
  return (PREDICTION_CLASSES as readonly string[]).includes(value);
}
