import type { DrawnMark } from "../similarity/drawing.ts";
import type { PlacedPrediction } from "./page-reading.ts";

/**
 * A page's predictions in the form that similarity compares: centres in mm of the template's border, confidence in
 * percent: all of them, junctions and crossings too.
 */
export function drawingOf(
  predictions: readonly Pick<PlacedPrediction, "className" | "sheet" | "confidence">[],
): DrawnMark[] {
  return predictions.map(({ className, sheet, confidence }) => ({
    className,
    x: sheet.x,
    y: sheet.y,
    confidence: 100 * confidence,
  }));
}
