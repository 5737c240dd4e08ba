import type { Problem } from "../rules/problem.ts";
import { QUEUE_CONFIDENCE } from "../rules/review-reasons.ts";
import { CLOSE } from "./page-confidence.ts";
import { isGateClass, type Prediction } from "./prediction.ts";

/** The parts of a reading that determine its certainty; a `PageReading` has them. */
export interface DoubtfulReading {
  /** 0 … 1: how likely the reading is right. */
  readonly confidence: number;
  readonly predictions: readonly Pick<Prediction, "className" | "confidence" | "box">[];
}

/** A gate less certain than this may be the reason for a doubtful page. */
const WEAK_GATE = 0.8;

const CROSSING_TEXTS: Readonly<Record<string, string>> = {
  junction: "Two wires were read as connected here, and may just cross. Check it.",
  intersection: "Two wires were read as crossing here, and may be connected. Check it.",
};

/**
 * Why a person should look at a reading although its drawing has no fault: its confidence is below `least` percent. The
 * first reason states the confidence; the others name the crossings and gates that it depends on, with their places.
 *
 * @example
 * readingDoubts(reading); // [{ code: "low-confidence", … }, { code: "ambiguous-crossing", …, box }]
 */
export function readingDoubts(
  { confidence, predictions }: DoubtfulReading,
  least: number = QUEUE_CONFIDENCE,
): Problem[] {
  if (confidence * 100 >= least) return [];
  const percent = Math.floor(confidence * 100);
  const bound = Math.round(least * 100) / 100;
  const message = `The reading is right with a probability of ${percent} %, less than ${bound} %. Compare it with the drawing.`;
  return [
    { code: "low-confidence", message },
    ...predictions.flatMap(({ className, confidence, box }): Problem[] => {
      const crossing = CROSSING_TEXTS[className];
      if (crossing && confidence < CLOSE) return [{ code: "ambiguous-crossing", message: crossing, box }];
      if (!isGateClass(className) || confidence >= WEAK_GATE) return [];
      const gate = `This gate was read as ${className}, with only ${Math.floor(confidence * 100)} % confidence. Check it.`;
      return [{ code: "doubtful-gate", message: gate, box }];
    }),
  ];
}
