import { type CircuitAnalysis, PREDICTIONS_CHANGED } from "../../../../server/contract/results/detection.ts";
import type { Scene, SceneName } from "../../../evaluator/scene.ts";
import type { Size } from "../../../evaluator/viewport.ts";

/** The content of the canvas for an analysis; before the page is read, an empty sheet of the picture's size. */
export function sceneOf(analysis: CircuitAnalysis | null, picture: Size | null): Scene {
  const size = sizeOf(analysis, picture);
  if (!analysis) return { size, predictions: [], wires: [], names: [], problems: [] };
  return {
    size,
    predictions: analysis.predictions,
    wires: analysis.wires,
    names: namesOf(analysis),
    problems: shownProblems(analysis).map(({ code, message, box }) => ({ code, message, ...(box && { box }) })),
  };
}

export function sizeOf(analysis: CircuitAnalysis | null, picture: Size | null): Size {
  const known = analysis !== null && analysis.width > 0 && analysis.height > 0;
  return known ? { width: analysis.width, height: analysis.height } : (picture ?? { width: 950, height: 800 });
}

/** The terminals' predictions have the names, `~A` with a bar. */
function namesOf({ predictions }: CircuitAnalysis): SceneName[] {
  return predictions.flatMap(({ class_name: kind, label, x, y, width, height }): SceneName[] => {
    if (kind !== "input" && kind !== "output") return [];
    const inverted = label.startsWith("~");
    return [{ kind, name: inverted ? label.slice(1) : label, inverted, box: { x, y, width, height } }];
  });
}

/** The problems that are shown one by one: that predictions were changed is shown above them, and has no place on the page. */
function shownProblems({ problems }: CircuitAnalysis): CircuitAnalysis["problems"] {
  return problems.filter(({ code }) => code !== PREDICTIONS_CHANGED);
}
