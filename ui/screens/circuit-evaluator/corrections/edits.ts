import { colourParts, PREDICTION_COLOURS } from "../../../../core/annotate/colours.ts";
import type { PredictionClass } from "../../../../core/rules/prediction-class.ts";
import type { ResponseOf } from "../../../../server/contract/endpoints.ts";
import type { PredictionView } from "../../../../server/contract/results/detection.ts";
import { call } from "../../../api.ts";
import type { Edit } from "../../../evaluator/history.ts";

/** The predictions after `edit`: shown until the server's own arrive. */
export function applyEdit(
  predictions: readonly PredictionView[],
  { edit, analysisId }: { edit: Edit; analysisId: string },
): PredictionView[] {
  if (edit.kind === "wires") return [...predictions];
  if (edit.kind === "remove") return predictions.filter(({ id }) => id !== edit.id);
  if (edit.kind === "add") return [...predictions, newPrediction(edit, { analysisId, object: predictions.length + 1 })];
  return predictions.map((prediction) => {
    if (prediction.id !== edit.id) return prediction;
    // A person's prediction is certain.
    const certain = { ...prediction, confidence: 1 };
    if (edit.kind === "box") return { ...certain, ...edit.to };
    if (edit.kind === "name") return { ...certain, ...named(edit.to, prediction.class_name) };
    const color = colourParts(PREDICTION_COLOURS[edit.to]);
    return { ...certain, class_name: edit.to, color, ...named(edit.toLabel, edit.to) };
  });
}

export type PredictionEdit = Exclude<Edit, { kind: "wires" }>;

interface Answer {
  readonly predictions: PredictionView[];
  /** The revision of the page that the change made. */
  readonly revision: number;
  /** The new ID of an added prediction. */
  readonly added: string | null;
}

export async function sendEdit(edit: PredictionEdit, circuitAnalysisId: string): Promise<Answer> {
  const { filtered_predictions: predictions, revision } = await callOf(edit, circuitAnalysisId);
  return { predictions, revision, added: edit.kind === "add" ? addedId(predictions, edit) : null };
}

function callOf(edit: PredictionEdit, circuitAnalysisId: string): Promise<ResponseOf<"editPrediction">> {
  const params = { circuitAnalysisId };
  const { id: predictionId } = edit;
  if (edit.kind === "class") {
    const body = { className: edit.to, predictionId, label: edit.toLabel, seen: { className: edit.from } };
    return call("editPrediction", { params, body });
  }
  if (edit.kind === "name") {
    const body = { className: edit.className, predictionId, label: edit.to, seen: { label: edit.from } };
    return call("editPrediction", { params, body });
  }
  if (edit.kind === "box") {
    return call("movePrediction", { params, body: { predictionId, ...edit.to, seen: edit.from } });
  }
  if (edit.kind === "remove") {
    return call("deletePrediction", { params: { predictionId }, query: { seenClass: edit.className } });
  }
  const body = { className: edit.className, ...edit.box, ...(edit.label && { label: edit.label }) };
  return call("addPrediction", { params, body });
}

/** Until the server numbers it, a prediction without a name is called by its class. */
function named(name: string, className: PredictionClass): Pick<PredictionView, "name" | "label"> {
  return { name, label: name || className };
}

/** The new one among the predictions: with its class and place, the one that was numbered last. */
function addedId(predictions: readonly PredictionView[], { className, box }: Edit & { kind: "add" }): string | null {
  const same = predictions.filter(
    ({ class_name, x, y }) => class_name === className && Math.abs(x - box.x) < 1 && Math.abs(y - box.y) < 1,
  );
  return same.sort((a, b) => b.object_id - a.object_id)[0]?.id ?? null;
}

function newPrediction(
  { id, className, box, label }: Edit & { kind: "add" },
  { analysisId, object }: { analysisId: string; object: number },
): PredictionView {
  return {
    id,
    circuit_analysis_id: analysisId,
    class_name: className,
    confidence: 1,
    color: colourParts(PREDICTION_COLOURS[className]),
    object_id: object,
    ...named(label ?? "", className),
    ...box,
  };
}
