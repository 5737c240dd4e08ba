import { colourParts, PREDICTION_COLOURS } from "../../../../core/annotate/colours.ts";
import type { PredictionClass } from "../../../../core/rules/prediction-class.ts";
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

/** A change of the page's predictions. */
type PredictionEdit = Exclude<Edit, { kind: "wires" }>;

/** Makes the change on the server; for an added prediction, `added` is its new ID. */
export async function sendEdit(
  edit: PredictionEdit,
  circuitAnalysisId: string,
): Promise<{ predictions: PredictionView[]; added: string | null }> {
  const params = { circuitAnalysisId };
  if (edit.kind === "class") {
    const body = { className: edit.to, predictionId: edit.id, label: edit.toLabel };
    return { predictions: (await call("editPrediction", { params, body })).filtered_predictions, added: null };
  }
  if (edit.kind === "name") {
    const body = { className: edit.className, predictionId: edit.id, label: edit.to };
    return { predictions: (await call("editPrediction", { params, body })).filtered_predictions, added: null };
  }
  if (edit.kind === "box") {
    const body = { predictionId: edit.id, ...edit.to };
    return { predictions: (await call("movePrediction", { params, body })).filtered_predictions, added: null };
  }
  if (edit.kind === "remove") {
    const answer = await call("deletePrediction", { params: { predictionId: edit.id } });
    return { predictions: answer.filtered_predictions, added: null };
  }
  const body = { className: edit.className, ...edit.box, ...(edit.label && { label: edit.label }) };
  const { filtered_predictions: predictions } = await call("addPrediction", { params, body });
  return { predictions, added: addedId(predictions, edit) };
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
