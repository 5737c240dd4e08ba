import type { WireCorrection } from "../../../core/wires/correct/wire-correction.ts";
import {
  type CircuitAnalysis,
  PREDICTIONS_CHANGED,
  type PredictionView,
} from "../../../server/contract/results/detection.ts";
import type { GradeRows } from "../../../server/contract/results/file.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { useCall } from "../../calls/use-call.ts";
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
import { applyEdit, sendEdit } from "./corrections/edits.ts";
import { type EvaluatorState, useEvaluator, useSubmission } from "./evaluator-store.ts";
import { setUnread, whileReading } from "./reading-state.ts";

export interface OpenPage {
  /** Null until it is loaded. */
  readonly analysis: CircuitAnalysis | null;
  readonly analysisError: string | null;
  readonly grade: GradeRows | null;
  readonly gradeError: string | null;
  readonly history: History;
  /** Predictions were changed since the circuit was analyzed. */
  readonly stale: boolean;
  edit(edit: Edit): void;
  /** The current ID of a prediction: one that was just added gets another from the server. */
  currentId(id: string): string;
  undo(): void;
  redo(): void;
  /** Resolves when the server has answered every change that was made. */
  settled(): Promise<void>;
  /** Loads analysis and grade again. */
  refresh(after: Renewal): Promise<void>;
  reloadGrade(): Promise<void>;
}

/** What the server did since the last call: it `detected` new predictions, or something else. */
export type Renewal = "detected" | "other";

const UNANALYZED = { code: PREDICTIONS_CHANGED, message: TEXTS.detection.changed };

/** The server's data on the current submission, and a person's changes of its predictions. */
export function usePage(): OpenPage {
  const { id: fileId } = useSubmission();
  const { store } = useEvaluator();
  const circuit = useCall("getCircuitData", { params: { fileId } });
  const rows = useCall("getGradeRows", { params: { fileId } });
  const history = historyOf(usePart(store, "changes"), fileId);
  const ids = usePart(store, "ids");
  const currentId = (id: string) => store.get("ids").get(id) ?? id;
  const analysis = circuit.data?.circuit_analysis ?? null;
  const stale = analysis !== null && isStale(analysis);

  async function refresh(after: Renewal): Promise<void> {
    await settled();
    // The predictions that the changes refer to are gone.
    if (after === "detected") changeHistoryInView(() => EMPTY_HISTORY);
    await Promise.all([circuit.reload(), rows.reload()]);
  }

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
    const show = (change: (predictions: readonly PredictionView[]) => readonly PredictionView[]) =>
      circuit.setData((data) => {
        const { circuit_analysis: now } = data;
        if (now.id !== analysis.id) return data;
        const problems = isStale(now) ? now.problems : [...now.problems, UNANALYZED];
        const predictions = [...change(now.predictions)];
        return { ...data, circuit_analysis: { ...now, edited: true, problems, predictions } };
      });
    if (edit.kind === "wires") showCorrections(edit.to);
    else show((before) => applyEdit(before, { edit, analysisId: analysis.id }));
    changeHistory(then);
    if (edit.kind !== "wires") setUnread(store, fileId, "changed");
    store.set("lastSent", () => ({ analysisId: analysis.id, edit }));
    const answered = async () => {
      try {
        if (edit.kind === "wires") {
          await whileReading(store, fileId, () => sendWires(edit, analysis.id));
          return;
        }
        // Since the change was made, its prediction may have been removed and added again.
        const id = currentId(edit.id);
        const { predictions, added } = await sendEdit({ ...edit, id }, analysis.id);
        if (added) store.set("ids", (ids) => renameIds(ids, { from: [edit.id, id], to: added }));
        show(() => predictions);
        if (added) changeHistoryInView((now) => renameInHistory(now, { from: [edit.id, id], to: added }));
      } catch (error) {
        toast(messageOf(error), "error");
        changeHistoryInView(() => EMPTY_HISTORY);
        await circuit.reload();
      }
    };
    store.set("sending", (before) => before.then(answered));
  }

  function showCorrections(corrections: readonly WireCorrection[]): void {
    circuit.setData(({ circuit_analysis: now }) => ({
      circuit_analysis: { ...now, wire_corrections: [...corrections] },
    }));
  }

  /** The server reads the page again with them. */
  async function sendWires(edit: Edit & { kind: "wires" }, circuitAnalysisId: string): Promise<void> {
    const last = () => store.get("lastSent");
    // A later change of the wires has these as well.
    if (last()?.analysisId === circuitAnalysisId && last()?.edit.kind === "wires" && last()?.edit !== edit) return;
    const answer = await call("correctWires", { params: { circuitAnalysisId }, body: { corrections: [...edit.to] } });
    // Later changes are on their way, and bring their own answer.
    if (last()?.edit !== edit) return;
    setUnread(store, fileId, null);
    circuit.setData(() => answer);
    await rows.reload();
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
    currentId: (id) => ids.get(id) ?? id,
    edit: (given) => {
      const edit = { ...given, id: currentId(given.id) };
      send(edit, (now) => record(now, edit));
    },
    undo: () => resend(undoEdit(latest()), afterUndo),
    redo: () => resend(redoEdit(latest()), afterRedo),
    settled,
    refresh,
    reloadGrade: rows.reload,
  };
}

/** A new submission starts without changes. */
function historyOf(changes: EvaluatorState["changes"], fileId: string): History {
  return changes.fileId === fileId ? changes.history : EMPTY_HISTORY;
}

function isStale({ problems }: CircuitAnalysis): boolean {
  return problems.some(({ code }) => code === PREDICTIONS_CHANGED);
}
