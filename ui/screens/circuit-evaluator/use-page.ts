import { useMemo } from "react";
import { colourParts, PREDICTION_COLOURS } from "../../../core/annotate/colours.ts";
import type { PredictionClass } from "../../../core/rules/prediction-class.ts";
import { changeCorrections } from "../../../core/wires/correct/change-corrections.ts";
import type { ResponseOf } from "../../../server/contract/endpoints.ts";
import {
  type CircuitAnalysis,
  PREDICTIONS_CHANGED,
  type PredictionView,
} from "../../../server/contract/results/detection.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import {
  afterRedo,
  afterUndo,
  type Edit,
  EMPTY_HISTORY,
  type History,
  record,
  redoEdit,
  renameIds,
  renameInHistory,
  undoEdit,
} from "../../evaluator/history.ts";
import { isFlagged } from "../../evaluator/scene.ts";
import type { Size } from "../../evaluator/viewport.ts";
import { toast, usePart } from "../../store.ts";
import { withEntry } from "../../with-entry.ts";
import {
  type EvaluatorState,
  setUnread,
  useEvaluator,
  useSubmission,
  useView,
  whileReading,
} from "./evaluator-store.ts";
import { sceneOf } from "./stage/scene-of.ts";

/** What the server did since the last call: it `detected` new predictions, or something else. */
export type Renewal = "detected" | "other";

type WireEdit = Edit & { kind: "wires" };

const CORRECTED_ELSEWHERE = "This page was also corrected elsewhere meanwhile: those corrections and yours are kept.";

const UNANALYZED = { code: PREDICTIONS_CHANGED, message: TEXTS.detection.changed };

export function usePage() {
  const { id: fileId } = useSubmission();
  const { store } = useEvaluator();
  const circuit = useCall("getCircuitData", { params: { fileId } });
  const rows = useCall("getGradeRows", { params: { fileId } });
  const history = historyOf(usePart(store, "changes"), fileId);
  const ids = usePart(store, "ids");
  const currentId = (id: string) => store.get("ids").get(id) ?? id;
  const analysis = circuit.data?.circuit_analysis ?? null;
  const stale = analysis !== null && isStale(analysis);
  /** The revision that is shown at this moment. */
  const revisionNow = () => circuit.latest()?.circuit_analysis.revision;

  async function refresh(after: Renewal): Promise<void> {
    await settled();
    // The predictions that the changes refer to are gone.
    if (after === "detected") changeHistoryInView(() => EMPTY_HISTORY);
    await Promise.all([circuit.reload(), rows.reload()]);
  }

  /** Resolves when the server has answered every change that was made. */
  async function settled(): Promise<void> {
    for (let last: Promise<void> | null = null; last !== store.get("sending"); ) {
      last = store.get("sending");
      await last;
    }
  }

  function changeHistory(change: (history: History) => History): void {
    store.set("changes", (now) => ({ fileId, history: change(historyOf(now, fileId)) }));
  }

  /** Like `changeHistory`, for a response: one that arrives after the submission was left changes nothing. */
  function changeHistoryInView(change: (history: History) => History): void {
    if (store.get("changes").fileId === fileId) changeHistory(change);
  }

  function send(edit: Edit, then: (history: History) => History): void {
    if (!analysis) return;
    const { id: analysisId } = analysis;
    if (edit.kind === "wires") changeWires(edit, analysisId);
    else change(analysisId, (now) => withPredictions(now, applyEdit(now.predictions, { edit, analysisId })));
    changeHistory(then);
    if (edit.kind !== "wires") setUnread(store, fileId, "changed");
    store.set("lastSent", () => edit);
    const answered = async () => {
      try {
        if (edit.kind === "wires") await whileReading(store, fileId, () => sendWires(edit, analysisId));
        else await sendPrediction(edit, analysisId);
      } catch (error) {
        toast(messageOf(error), "error");
        changeHistoryInView(() => EMPTY_HISTORY);
        await circuit.reload();
      }
    };
    store.set("sending", (before) => before.then(answered));
  }

  /** Changes what is shown of an analysis, if it is still the page's. */
  function change(analysisId: string, to: (now: CircuitAnalysis) => CircuitAnalysis): void {
    circuit.setData((data) => {
      const { circuit_analysis: now } = data;
      return now.id === analysisId ? { circuit_analysis: to(now) } : data;
    });
  }

  async function sendPrediction(edit: PredictionEdit, analysisId: string): Promise<void> {
    // Since the change was made, its prediction may have been removed and added again.
    const id = currentId(edit.id);
    const { predictions, revision, added } = await sendEdit({ ...edit, id }, analysisId);
    if (added) store.set("ids", (ids) => renameIds(ids, { from: [edit.id, id], to: added }));
    const isOwn = isNextRevision(analysisId, revision);
    change(analysisId, (now) => withPredictions(now, predictions));
    if (added) changeHistoryInView((now) => renameInHistory(now, { from: [edit.id, id], to: added }));
    // Wires may have been corrected, which this answer does not have.
    if (!isOwn) await circuit.reload();
  }

  /** Shows the change of the wires, and keeps it to be sent. */
  function changeWires(edit: WireEdit, analysisId: string): void {
    const unsent = store.get("unsentWires").get(analysisId);
    const shown = circuit.latest()?.circuit_analysis.wire_corrections ?? edit.from;
    const corrections = changeCorrections(unsent?.corrections ?? shown, edit);
    const next = { seen: unsent?.seen ?? shown, corrections, last: edit };
    store.set("unsentWires", (all) => withEntry(all, analysisId, next));
    change(analysisId, (now) => ({ ...now, wire_corrections: [...corrections] }));
  }

  /** The server reads the page again with them. */
  async function sendWires(edit: WireEdit, circuitAnalysisId: string): Promise<void> {
    const unsent = store.get("unsentWires").get(circuitAnalysisId);
    // They are sent with the last change.
    if (unsent?.last !== edit) return;
    store.set("unsentWires", (all) => withEntry(all, circuitAnalysisId, null));
    const body = { corrections: [...unsent.corrections], seen: [...unsent.seen] };
    const answer = await call("correctWires", { params: { circuitAnalysisId }, body });
    isNextRevision(circuitAnalysisId, answer.circuit_analysis.revision);
    // Later changes are on their way, and bring their own answer.
    if (store.get("lastSent") !== edit) return;
    setUnread(store, fileId, null);
    circuit.setData(() => answer);
    await rows.reload();
  }

  /** Takes over the page's revision after a change. False, with a message, if the page was also changed elsewhere. */
  function isNextRevision(analysisId: string, revision: number): boolean {
    const known = revisionNow();
    const isNext = known === undefined || revision === known + 1;
    change(analysisId, (now) => ({ ...now, revision }));
    if (!isNext) toast(CORRECTED_ELSEWHERE);
    return isNext;
  }

  function resend(edit: Edit | null, then: (history: History) => History): void {
    if (edit) send(edit, then);
  }

  const latest = () => historyOf(store.get("changes"), fileId);
  return {
    analysis,
    analysisError: circuit.error ? messageOf(circuit.error) : null,
    grade: rows.data,
    gradeError: rows.error ? messageOf(rows.error) : null,
    history,
    stale,
    /** The current ID of a prediction: one that was just added gets another from the server. */
    currentId: (id: string) => ids.get(id) ?? id,
    edit: (given: Edit) => {
      const edit = { ...given, id: currentId(given.id) };
      send(edit, (now) => record(now, edit));
    },
    undo: () => resend(undoEdit(latest()), afterUndo),
    redo: () => resend(redoEdit(latest()), afterRedo),
    settled,
    revisionNow,
    refresh,
    reloadGrade: rows.reload,
  };
}

function historyOf(changes: EvaluatorState["changes"], fileId: string): History {
  return changes.fileId === fileId ? changes.history : EMPTY_HISTORY;
}

/** The analysis with changed predictions, which no reading has taken up. */
function withPredictions(now: CircuitAnalysis, predictions: readonly PredictionView[]): CircuitAnalysis {
  const problems = isStale(now) ? now.problems : [...now.problems, UNANALYZED];
  return { ...now, edited: true, problems, predictions: [...predictions] };
}

function isStale({ problems }: CircuitAnalysis): boolean {
  return problems.some(({ code }) => code === PREDICTIONS_CHANGED);
}

/** The predictions after `edit`: shown until the server's own arrive. */
function applyEdit(
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

type PredictionEdit = Exclude<Edit, { kind: "wires" }>;

interface Answer {
  readonly predictions: PredictionView[];
  /** The revision of the page that the change made. */
  readonly revision: number;
  /** The new ID of an added prediction. */
  readonly added: string | null;
}

async function sendEdit(edit: PredictionEdit, circuitAnalysisId: string): Promise<Answer> {
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

/** The current content of the canvas, with the box that is being moved at its new place; `picture`: if it is known. */
export function useScene(picture: Size | null = null) {
  const { analysis, currentId } = usePage();
  const nudged = usePart(useEvaluator().store, "nudged");
  const [given] = useView();
  const view = given.selected === null ? given : { ...given, selected: currentId(given.selected) };
  const still = useMemo(() => sceneOf(analysis, picture), [analysis, picture]);
  const scene = useMemo(() => {
    if (!nudged) return still;
    const { prediction, box } = nudged;
    const predictions = still.predictions.map((each) => (each.id === prediction.id ? { ...each, ...box } : each));
    return { ...still, predictions };
  }, [still, nudged]);
  return {
    scene,
    view,
    chosen: scene.predictions.find(({ id }) => id === view.selected) ?? null,
    flagged: scene.predictions.filter((each) => isFlagged(each, view.confidence)).length,
  };
}
