import { overlaps } from "../../../../core/geometry/boxes.ts";
import { isUnlettered, matchInputs } from "../../../../core/grade/match-inputs.ts";
import { type CircuitAnalysis, PREDICTIONS_CHANGED } from "../../../../server/contract/results/detection.ts";
import type { GradeRows } from "../../../../server/contract/results/file.ts";
import type { Scene, SceneName, SignalView } from "../../../evaluator/scene.ts";
import { signalValues } from "../../../evaluator/signals.ts";
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

/** The values on the wires in the first row in which the page differs from the keys; null if none can be shown. */
export function firstDifferenceSignals(analysis: CircuitAnalysis | null, grade: GradeRows | null): SignalView | null {
  if (!analysis?.netlist || !grade) return null;
  const difference = grade.rows
    .flatMap(({ first_difference }) => (first_difference ? [first_difference] : []))
    .sort((a, b) => a.row - b.row)[0];
  const match = matchInputs(analysis.inputs, grade.variables, { unlettered: isUnlettered(analysis) });
  if (!difference || !match) return null;
  const row = pageRow(difference.assignment, match.names);
  const wanted = grade.rows.flatMap(({ drawn, result, first_difference }): [string, 0 | 1][] => {
    if (!drawn || result !== "Mismatch" || first_difference?.row !== difference.row) return [];
    return [[drawn.name, first_difference.expected]];
  });
  return { values: signalValues(analysis.netlist, { inputs: analysis.inputs, row }), wanted: new Map(wanted) };
}

/** The row of the page's own table in which its inputs, representing `names`, have the values of `assignment`. */
function pageRow(assignment: readonly { name: string; value: 0 | 1 }[], names: readonly string[]): number {
  const values = new Map(assignment.map(({ name, value }) => [name, value]));
  return names.reduce((row, name) => row * 2 + (values.get(name) ?? 0), 0);
}

/** The terminals' predictions have the names, `~A` with a bar; the netlist says which net a name belongs to. */
function namesOf({ netlist, predictions }: CircuitAnalysis): SceneName[] {
  return predictions.flatMap((prediction): SceneName[] => {
    const { class_name: kind, label, x, y, width, height } = prediction;
    if (kind !== "input" && kind !== "output") return [];
    const inverted = label.startsWith("~");
    const terminals = netlist?.[kind === "input" ? "inputs" : "outputs"] ?? [];
    const net = terminals.find(({ box }) => box && overlaps(box, prediction))?.net ?? null;
    return [{ kind, name: inverted ? label.slice(1) : label, net, inverted, box: { x, y, width, height } }];
  });
}

/** The problems that are shown one by one: that predictions were changed is shown above them, and has no place on the page. */
function shownProblems({ problems }: CircuitAnalysis): CircuitAnalysis["problems"] {
  return problems.filter(({ code }) => code !== PREDICTIONS_CHANGED);
}
