import { matchInputs } from "../../../core/grade/match-inputs.ts";
import type { CircuitAnalysis } from "../../../server/contract/detection.ts";
import type { GradeRows } from "../../../server/contract/file.ts";
import type { Scene, SceneName, SignalView } from "../../evaluator/scene.ts";
import { signalValues } from "../../evaluator/signals.ts";
import type { Size } from "../../evaluator/viewport.ts";

/** What lies on the canvas of an analysis; before the page is read, on a sheet of the picture's size. */
export function sceneOf(analysis: CircuitAnalysis | null, picture: Size | null): Scene {
  const known = analysis !== null && analysis.width > 0 && analysis.height > 0;
  const size = known ? { width: analysis.width, height: analysis.height } : (picture ?? { width: 950, height: 800 });
  if (!analysis) return { size, predictions: [], wires: [], names: [], problems: [] };
  return {
    size,
    predictions: analysis.predictions,
    wires: analysis.wires,
    names: namesOf(analysis),
    problems: analysis.problems.map(({ code, message, box }) => ({ code, message, ...(box && { box }) })),
  };
}

/** The values on the wires in the first row in which the page differs from the keys; null where none can be shown. */
export function firstDifferenceSignals(analysis: CircuitAnalysis | null, grade: GradeRows | null): SignalView | null {
  if (!analysis?.netlist || !grade) return null;
  const difference = grade.rows
    .flatMap(({ first_difference }) => (first_difference ? [first_difference] : []))
    .sort((a, b) => a.row - b.row)[0];
  const match = matchInputs(analysis.inputs, grade.variables);
  if (!difference || !match) return null;
  const row = pageRow(difference.assignment, match.names);
  const wanted = grade.rows.flatMap(({ drawn, result, first_difference }): [string, 0 | 1][] => {
    if (!drawn || result !== "Mismatch" || first_difference?.row !== difference.row) return [];
    return [[drawn.name, first_difference.expected]];
  });
  return { values: signalValues(analysis.netlist, { inputs: analysis.inputs, row }), wanted: new Map(wanted) };
}

/** The row of the page's own table in which its inputs, standing for `names`, have the values of `assignment`. */
function pageRow(assignment: readonly { name: string; value: 0 | 1 }[], names: readonly string[]): number {
  const values = new Map(assignment.map(({ name, value }) => [name, value]));
  return names.reduce((row, name) => row * 2 + (values.get(name) ?? 0), 0);
}

function namesOf({ netlist, predictions }: CircuitAnalysis): SceneName[] {
  if (!netlist) return predictions.flatMap(nameOfPrediction);
  return [
    ...netlist.inputs.map((terminal) => ({ kind: "input" as const, ...terminal })),
    ...netlist.outputs.map((terminal) => ({ kind: "output" as const, ...terminal })),
  ].flatMap(({ kind, name, net, inverted, box }) =>
    box ? [{ kind, name, net, inverted: inverted ?? false, box }] : [],
  );
}

/** Without a netlist the terminals' predictions bear the names: `~A` is A with a bar. */
function nameOfPrediction({
  class_name,
  label,
  x,
  y,
  width,
  height,
}: CircuitAnalysis["predictions"][number]): SceneName[] {
  if (class_name !== "input" && class_name !== "output") return [];
  const inverted = label.startsWith("~");
  return [
    { kind: class_name, name: inverted ? label.slice(1) : label, net: null, inverted, box: { x, y, width, height } },
  ];
}
