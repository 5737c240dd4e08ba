import type { DrawnMark } from "../similarity/drawing.ts";
import type { PlacedPrediction } from "./page-reading.ts";

/**
 * A page's predictions in the form that similarity compares: centres in mm of the template's border, confidence in
 * percent. Junctions and intersections are left out: they follow from gates, terminals and wires, and in one of two
 * scans of a sheet a wire may seem to touch.
 */
export function drawingOf(
  predictions: readonly Pick<PlacedPrediction, "className" | "sheet" | "confidence">[],
): DrawnMark[] {
  return predictions
    .filter(({ className }) => className !== "junction" && className !== "intersection")
    .map(({ className, sheet, confidence }) => ({
      className,
      x: sheet.x,
      y: sheet.y,
      confidence: 100 * confidence,
    }));
}
