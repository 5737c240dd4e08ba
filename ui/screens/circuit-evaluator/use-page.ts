import { changeCorrections } from "../../../core/wires/correct/change-corrections.ts";
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
import { toast, usePart } from "../../store.ts";
import { withEntry } from "../../with-entry.ts";
import { applyEdit, type PredictionEdit, sendEdit } from "./corrections/edits.ts";
import { type EvaluatorState, setUnread, useEvaluator, useSubmission, whileReading } from "./evaluator-store.ts";

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
