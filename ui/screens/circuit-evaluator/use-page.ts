import { useMemo } from "react";
import type { ResponseOf } from "../../../server/contract/endpoints.ts";
import type { CircuitAnalysis, PredictionView } from "../../../server/contract/results/detection.ts";
import { ApiError, call, isUnreached, messageOf } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import {
  currentId,
  type Edit,
  isMade,
  isStale,
  makeEdit,
  NO_EDITS,
  nextToSend,
  type PageEdits,
  type PredictionEdit,
  type QueuedEdit,
  redoEdit,
  sendEdit,
  undoEdit,
  withChangedPredictions,
  withEdit,
  withoutRefused,
} from "../../evaluator/edits.ts";
import { describeFunctionChange } from "../../evaluator/function-change.ts";
import { isFlagged, type ScenePrediction, type ShownAnalysis, sceneOf } from "../../evaluator/scene.ts";
import type { Size } from "../../evaluator/viewport.ts";
import { toast, usePart } from "../../store.ts";
import { withEntry } from "../../with-entry.ts";
import { type EvaluatorState, setReading, useEvaluator, useSubmission, useView } from "./evaluator-store.ts";

/** What the server did since the last call: it `discarded` the corrections, or something else. */
type Renewal = "discarded" | "other";

const CORRECTED_ELSEWHERE = "This page was also corrected elsewhere meanwhile: those corrections and yours are kept.";

export function usePage() {
  const { id: fileId } = useSubmission();
  const { store, reload } = useEvaluator();
  const circuit = useCall("getCircuitData", { params: { fileId } });
  const rows = useCall("getGradeRows", { params: { fileId } });
  const known = circuit.data?.circuit_analysis ?? null;
  const edits = usePart(store, "edits").get(fileId) ?? NO_EDITS;
  const ids = usePart(store, "ids");
  const analysis = useMemo(() => shownAnalysis(known, { edits, ids }), [known, edits, ids]);
  const id = (given: string) => currentId(store.get("ids"), given);
  const editsNow = () => store.get("edits").get(fileId) ?? NO_EDITS;
  const knownNow = () => circuit.latest()?.circuit_analysis ?? null;

  function update(change: (edits: PageEdits) => PageEdits): void {
    store.set("edits", (all) => withEntry(all, fileId, change(editsNow())));
  }

  /** Shows a change, and sends what does not wait for more. */
  function change(how: (edits: PageEdits) => PageEdits): void {
    const now = knownNow();
    if (now && !isStale(now) && isAtRest(editsNow())) store.set("before", (all) => withEntry(all, fileId, now));
    update(how);
    // A reading that failed is tried again with it.
    const reading = store.get("readings").get(fileId);
    if (reading) setReading(store, fileId, reading === "failed" ? null : "overtaken");
    void send(false);
  }

  /**
   * Sends what waits, one change after the other, until the server cannot be reached: its answer to each has all
   * predictions.
   */
  function send(all: boolean): Promise<void> {
    const analysisId = knownNow()?.id ?? "";
    const sent = store.get("sending").then(async () => {
      const next = () => nextToSend(editsNow(), { all });
      let edit = next();
      while (edit && (await sendOne(edit, analysisId))) edit = next();
    });
    store.set("sending", () => sent);
    return sent;
  }

  /** False if the server could not be reached: the change stays on its way. */
  async function sendOne(edit: QueuedEdit, analysisId: string): Promise<boolean> {
    const isAgain = editsNow().onWay === edit;
    update((now) => sendEdit(now, edit));
    let isComplete = false;
    try {
      isComplete = (isAgain && (await wasMade(edit))) || (await make(edit, analysisId));
      update((now) => ({ ...now, onWay: null, unsent: null }));
    } catch (error) {
      if (isUnreached(error)) {
        update((now) => ({ ...now, unsent: error.message }));
        return false;
      }
      toast(messageOf(error), "error");
      update(withoutRefused);
    }
    if (!isComplete) await circuit.reload();
    return true;
  }

  /** Whether the server made a change whose answer did not arrive. */
  async function wasMade(edit: Edit): Promise<boolean> {
    const answer = await call("getCircuitData", { params: { fileId } });
    circuit.setData(() => answer);
    const { predictions } = answer.circuit_analysis;
    if (edit.kind === "wires" || !isMade({ predictions }, { ...edit, id: id(edit.id) })) return false;
    keepId(edit, predictions);
    return true;
  }

  /** The server has its own ID for a prediction that is added. */
  function keepId({ id: given, from, to }: PredictionEdit, predictions: readonly PredictionView[]): void {
    const added = from === null && to ? addedId(predictions, to) : null;
    if (added !== null) store.set("ids", (before) => new Map(before).set(id(given), added));
  }

  /** False if the answer does not have everything: the page was also changed elsewhere. */
  async function make(edit: Edit, circuitAnalysisId: string): Promise<boolean> {
    const params = { circuitAnalysisId };
    if (edit.kind === "wires") {
      // The server reads the page again with them.
      const answer = await call("correctWires", { params, body: { corrections: edit.to, seen: edit.from } });
      isNextRevision(answer.circuit_analysis.revision);
      circuit.setData(() => answer);
      if (editsNow().waiting.length === 0) await rows.reload();
      return true;
    }
    // Since the change was made, its prediction may have been removed and added again.
    const current = { ...edit, id: id(edit.id) };
    const { filtered_predictions: predictions, revision } = await callOf(current, circuitAnalysisId);
    keepId(edit, predictions);
    const isNext = isNextRevision(revision);
    circuit.setData(({ circuit_analysis: now }) => ({
      circuit_analysis: { ...withChangedPredictions<CircuitAnalysis>(now, predictions), revision },
    }));
    return isNext;
  }

  /** False, with a message, if the page was also changed elsewhere. */
  function isNextRevision(revision: number): boolean {
    const isNext = revision <= (knownNow()?.revision ?? revision) + 1;
    if (!isNext) toast(CORRECTED_ELSEWHERE);
    return isNext;
  }

  async function refresh(after: Renewal = "other"): Promise<void> {
    await send(false);
    // The predictions that the changes refer to are gone.
    if (after === "discarded") update(() => NO_EDITS);
    await Promise.all([circuit.reload(), rows.reload()]);
  }

  const before = usePart(store, "before").get(fileId);
  const isChanged = before && known && before.revision !== known.revision && !isStale(known) && isAtRest(edits);

  return {
    analysis,
    /** What the last changes did to the functions; null without changes, and until the page was read with them. */
    functionChange: isChanged ? describeFunctionChange(before, known) : null,
    /** The analysis at this moment, for code that runs before the next rendering. */
    analysisNow: () => shownAnalysis(knownNow(), { edits: editsNow(), ids: store.get("ids") }),
    analysisError: circuit.error ? messageOf(circuit.error) : null,
    grade: rows.data,
    gradeError: rows.error ? messageOf(rows.error) : null,
    edits,
    stale: analysis !== null && isStale(analysis),
    currentId: (given: string) => currentId(ids, given),
    edit: (edit: Edit) => change((now) => makeEdit(now, edit.kind === "wires" ? edit : { ...edit, id: id(edit.id) })),
    undo: () => change(undoEdit),
    redo: () => change(redoEdit),
    /**
     * Resolves when the server has answered every change that was made.
     * @throws {ApiError} if it cannot be reached.
     */
    async settled(): Promise<void> {
      await send(true);
      const { unsent } = editsNow();
      if (unsent !== null) throw new ApiError(0, { code: "unreachable", message: unsent });
    },
    /** Sends again what the server did not get, and lets the page be read with it. */
    sendAgain(): void {
      if (store.get("readings").get(fileId) === "failed") setReading(store, fileId, null);
      void send(true);
    },
    refresh,
    /** Asks for the page again, and for what the lists say of it. */
    async renew(after: Renewal = "other"): Promise<void> {
      await Promise.all([refresh(after), reload()]);
    },
  };
}

function isAtRest({ onWay, waiting }: PageEdits): boolean {
  return onWay === null && waiting.length === 0;
}

function shownAnalysis(
  known: CircuitAnalysis | null,
  { edits: { onWay, waiting }, ids }: { readonly edits: PageEdits; readonly ids: EvaluatorState["ids"] },
): ShownAnalysis | null {
  if (known === null) return null;
  return [...(onWay ? [onWay] : []), ...waiting].reduce<ShownAnalysis>(
    (page, edit) => withEdit(page, edit.kind === "wires" ? edit : { ...edit, id: currentId(ids, edit.id) }),
    known,
  );
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

/** The current content of the canvas; `picture`: if it is known. */
export function useScene(picture: Size | null = null) {
  const { analysis, currentId } = usePage();
  const [given] = useView();
  const view = given.selected === null ? given : { ...given, selected: currentId(given.selected) };
  const scene = useMemo(() => sceneOf(analysis, picture), [analysis, picture]);
  return {
    scene,
    view,
    chosen: scene.predictions.find(({ id }) => id === view.selected) ?? null,
    flagged: scene.predictions.filter((each) => isFlagged(each, view.confidence)).length,
  };
}
