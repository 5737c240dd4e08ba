import type { ResponseOf } from "../../../../server/contract/endpoints.ts";
import type { CircuitAnalysis, PredictionView } from "../../../../server/contract/results/detection.ts";
import { call, isUnreached, messageOf } from "../../../api.ts";
import type { CallState } from "../../../calls/calls.ts";
import {
  currentId,
  type Edit,
  isMade,
  NO_EDITS,
  nextToSend,
  type PageEdits,
  type PredictionEdit,
  type QueuedEdit,
  sendEdit,
  withChangedPredictions,
  withoutRefused,
} from "../../../evaluator/edits.ts";
import type { ScenePrediction } from "../../../evaluator/scene.ts";
import { toast } from "../../../store.ts";
import { withEntry } from "../../../with-entry.ts";
import type { EvaluatorStore } from "../evaluator-store.ts";

/** A submission's page, as the server knows it and with its changes in the store. */
export interface EditedPage {
  readonly fileId: string;
  readonly store: EvaluatorStore;
  readonly circuit: CallState<"getCircuitData">;
  readonly rows: CallState<"getGradeRows">;
}

const CORRECTED_ELSEWHERE = "This page was also corrected elsewhere meanwhile: those corrections and yours are kept.";

/** The changes at this moment. */
export function editsNow({ fileId, store }: EditedPage): PageEdits {
  return store.get("edits").get(fileId) ?? NO_EDITS;
}

/** What the server knows at this moment. */
export function knownNow({ circuit }: EditedPage): CircuitAnalysis | null {
  return circuit.latest()?.circuit_analysis ?? null;
}

export function updateEdits(page: EditedPage, change: (edits: PageEdits) => PageEdits): void {
  page.store.set("edits", (all) => withEntry(all, page.fileId, change(editsNow(page))));
}

/** The edit with the current ID of its prediction, which may have been removed and added again since. */
export function withCurrentId<Any extends Edit>({ store }: EditedPage, edit: Any): Any {
  return edit.kind === "wires" ? edit : { ...edit, id: currentId(store.get("ids"), edit.id) };
}

/**
 * Sends what waits, one change after the other, until the server cannot be reached: its answer to each has all
 * predictions.
 */
export function sendEdits(page: EditedPage, options: { readonly all: boolean }): Promise<void> {
  const analysisId = knownNow(page)?.id ?? "";
  const sent = page.store.get("sending").then(async () => {
    const next = () => nextToSend(editsNow(page), options);
    let edit = next();
    while (edit && (await sendOne(page, edit, analysisId))) edit = next();
  });
  page.store.set("sending", () => sent);
  return sent;
}

/** False if the server could not be reached: the change stays on its way. */
async function sendOne(page: EditedPage, edit: QueuedEdit, analysisId: string): Promise<boolean> {
  const isAgain = editsNow(page).onWay === edit;
  updateEdits(page, (now) => sendEdit(now, edit));
  let isComplete = false;
  try {
    isComplete = (isAgain && (await wasMade(page, edit))) || (await make(page, edit, analysisId));
    updateEdits(page, (now) => ({ ...now, onWay: null, unsent: null }));
  } catch (error) {
    if (isUnreached(error)) {
      updateEdits(page, (now) => ({ ...now, unsent: error.message }));
      return false;
    }
    toast(messageOf(error), "error");
    updateEdits(page, withoutRefused);
  }
  if (!isComplete) await page.circuit.reload();
  return true;
}

/** Whether the server made a change whose answer did not arrive. */
async function wasMade(page: EditedPage, edit: Edit): Promise<boolean> {
  const answer = await call("getCircuitData", { params: { fileId: page.fileId } });
  page.circuit.setData(() => answer);
  const { predictions } = answer.circuit_analysis;
  if (edit.kind === "wires" || !isMade({ predictions }, withCurrentId(page, edit))) return false;
  keepId(page, edit, predictions);
  return true;
}

/** The server has its own ID for a prediction that is added. */
function keepId({ store }: EditedPage, { id, from, to }: PredictionEdit, predictions: readonly PredictionView[]): void {
  const added = from === null && to ? addedId(predictions, to) : null;
  if (added !== null) store.set("ids", (before) => new Map(before).set(currentId(before, id), added));
}

/** False if the answer does not have everything: the page was also changed elsewhere. */
async function make(page: EditedPage, edit: Edit, circuitAnalysisId: string): Promise<boolean> {
  const { circuit, rows } = page;
  if (edit.kind === "wires") {
    // The server reads the page again with them.
    const body = { corrections: edit.to, seen: edit.from };
    const answer = await call("correctWires", { params: { circuitAnalysisId }, body });
    isNextRevision(page, answer.circuit_analysis.revision);
    circuit.setData(() => answer);
    if (editsNow(page).waiting.length === 0) await rows.reload();
    return true;
  }
  const answer = await callOf(withCurrentId(page, edit), circuitAnalysisId);
  const { filtered_predictions: predictions, revision } = answer;
  keepId(page, edit, predictions);
  const isNext = isNextRevision(page, revision);
  circuit.setData(({ circuit_analysis: now }) => ({
    circuit_analysis: { ...withChangedPredictions<CircuitAnalysis>(now, predictions), revision },
  }));
  return isNext;
}

/** False, with a message, if the page was also changed elsewhere. */
function isNextRevision(page: EditedPage, revision: number): boolean {
  const isNext = revision <= (knownNow(page)?.revision ?? revision) + 1;
  if (!isNext) toast(CORRECTED_ELSEWHERE);
  return isNext;
}

function callOf(
  { id: predictionId, from, to }: PredictionEdit,
  circuitAnalysisId: string,
): Promise<ResponseOf<"editPrediction">> {
  const params = { circuitAnalysisId };
  if (to === null) {
    return call("deletePrediction", { params: { predictionId }, query: from ? { seenClass: from.class_name } : {} });
  }
  const { x, y, width, height, class_name: className, name: label } = to;
  const box = { x, y, width, height };
  if (from === null) return call("addPrediction", { params, body: { className, label, ...box } });
  if (className === from.class_name && label === from.name) {
    const seen = { x: from.x, y: from.y, width: from.width, height: from.height };
    return call("movePrediction", { params, body: { predictionId, ...box, seen } });
  }
  const seen = { className: from.class_name, label: from.name };
  return call("editPrediction", { params, body: { predictionId, className, label, seen } });
}

/** The new one among the predictions: with its class and place, the one that was numbered last. */
function addedId(predictions: readonly PredictionView[], added: Omit<ScenePrediction, "id">): string | null {
  const same = predictions.filter(
    ({ class_name, x, y }) => class_name === added.class_name && Math.abs(x - added.x) < 1 && Math.abs(y - added.y) < 1,
  );
  return same.sort((a, b) => b.object_id - a.object_id)[0]?.id ?? null;
}
