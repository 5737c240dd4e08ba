import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { CircuitAnalysis, Prediction } from "../../../server/contract/detection.ts";
import type { GradeRows, File as Submission } from "../../../server/contract/file.ts";
import { messageOf } from "../../api.ts";
import {
  afterRedo,
  afterUndo,
  type Edit,
  EMPTY_HISTORY,
  type History,
  record,
  redoEdit,
  renameInHistory,
  undoEdit,
} from "../../evaluator/history.ts";
import { toast } from "../../store.ts";
import { useCall } from "../../use-call.ts";
import { applyEdit, sendEdit } from "./edits.ts";

export interface Page {
  /** Null until it came. */
  readonly analysis: CircuitAnalysis | null;
  readonly analysisError: string | null;
  readonly grade: GradeRows | null;
  readonly gradeError: string | null;
  readonly history: History;
  /** Predictions were changed since the circuit was analyzed. */
  readonly stale: boolean;
  edit(edit: Edit): void;
  undo(): void;
  redo(): void;
  /** Fetches analysis and grade again; they are up to date then. */
  refresh(): Promise<void>;
}

interface Changes {
  readonly fileId: string;
  readonly history: History;
  readonly stale: boolean;
}

/** What the server knows of one submission, and the changes that a person makes to its predictions. */
export function usePage(submission: Submission): Page {
  const { id: fileId } = submission;
  const circuit = useCall("getCircuitData", { params: { fileId } });
  const rows = useCall("getGradeRows", { params: { fileId } });
  const [changes, setChanges] = useState<Changes>({ fileId, history: EMPTY_HISTORY, stale: false });
  // Another submission begins with no changes.
  const { history, stale } = changes.fileId === fileId ? changes : { history: EMPTY_HISTORY, stale: false };
  // One change after the other: the server answers each with all predictions.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const analysis = circuit.data?.circuit_analysis ?? null;

  async function refresh(): Promise<void> {
    await queue.current;
    await Promise.all([circuit.reload(), rows.reload()]);
    setChanges({ fileId, history, stale: false });
  }

  const onProgress = useEffectEvent(() => {
    if (analysis && analysis.state !== submission.analysis) void refresh();
  });

  // The list of submissions hears of it first when a page was read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is what the effect is about
  useEffect(() => onProgress(), [submission.analysis]);

  function send(edit: Edit, then: (history: History) => History): void {
    if (!analysis) return;
    const show = (change: (predictions: readonly Prediction[]) => readonly Prediction[]) =>
      circuit.setData((data) => {
        const { circuit_analysis: now } = data;
        if (now.id !== analysis.id) return data;
        return { ...data, circuit_analysis: { ...now, predictions: [...change(now.predictions)] } };
      });
    show((before) => applyEdit(before, { edit, analysisId: analysis.id }));
    setChanges({ fileId, history: then(history), stale: true });
    queue.current = queue.current.then(async () => {
      try {
        const { predictions, added } = await sendEdit(edit, analysis.id);
        show(() => predictions);
        if (added)
          setChanges((now) => ({ ...now, history: renameInHistory(now.history, { from: edit.id, to: added }) }));
      } catch (error) {
        toast(messageOf(error), "error");
        setChanges({ fileId, history: EMPTY_HISTORY, stale: true });
        await circuit.reload();
      }
    });
  }

  const [back, again] = [undoEdit(history), redoEdit(history)];
  return {
    analysis,
    analysisError: circuit.error ? messageOf(circuit.error) : null,
    grade: rows.data,
    gradeError: rows.error ? messageOf(rows.error) : null,
    history,
    stale,
    edit: (edit) => send(edit, (now) => record(now, edit)),
    undo: () => back && send(back, afterUndo),
    redo: () => again && send(again, afterRedo),
    refresh,
  };
}
