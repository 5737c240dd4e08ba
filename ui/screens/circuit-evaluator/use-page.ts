import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type CircuitAnalysis, PREDICTIONS_CHANGED, type Prediction } from "../../../server/contract/detection.ts";
import type { GradeRows, File as Submission } from "../../../server/contract/file.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
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
  /** The id of a prediction now: one that was just added gets another from the server. */
  currentId(id: string): string;
  undo(): void;
  redo(): void;
  /** Fetches analysis and grade again. */
  refresh(after: Renewal): Promise<void>;
}

/** What the server did since it was asked last: it `detected` new predictions, or something else. */
export type Renewal = "detected" | "other";

const UNANALYZED = { code: PREDICTIONS_CHANGED, message: TEXTS.detection.changed };

interface Changes {
  readonly fileId: string;
  readonly history: History;
}

/** What the server knows of one submission, and the changes that a person makes to its predictions. */
export function usePage(submission: Submission): Page {
  const { id: fileId } = submission;
  const circuit = useCall("getCircuitData", { params: { fileId } });
  const rows = useCall("getGradeRows", { params: { fileId } });
  const [changes, setChanges] = useState<Changes>({ fileId, history: EMPTY_HISTORY });
  // Another submission begins with no changes.
  const history = changes.fileId === fileId ? changes.history : EMPTY_HISTORY;
  // One change after the other: the server answers each with all predictions.
  const queue = useRef<Promise<void>>(Promise.resolve());
  // Ids that were given here until the server gave its own.
  const ids = useRef(new Map<string, string>());
  const currentId = (id: string) => ids.current.get(id) ?? id;
  const analysis = circuit.data?.circuit_analysis ?? null;

  async function refresh(after: Renewal): Promise<void> {
    await queue.current;
    if (after === "detected") forgetHistory();
    await Promise.all([circuit.reload(), rows.reload()]);
  }

  /** The predictions that the changes speak of are gone. */
  function forgetHistory(): void {
    setChanges((now) => (now.fileId === fileId ? { fileId, history: EMPTY_HISTORY } : now));
  }

  const onProgress = useEffectEvent(() => {
    if (analysis && analysis.state !== submission.analysis) void refresh("other");
  });

  const onGrade = useEffectEvent(() => {
    const { data } = rows;
    if (data && (data.total_grade !== submission.total_grade || data.comment !== submission.comment))
      void rows.reload();
  });

  // The list of submissions hears of it when a page was read, perhaps before the page's own first answer came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is what the effect is about
  useEffect(() => onProgress(), [submission.analysis, analysis?.state]);

  // So it hears of a grade that another tab, or somebody's push, has stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grade is what the effect is about
  useEffect(() => onGrade(), [submission.total_grade, submission.comment]);

  const stale = analysis !== null && isStale(analysis);

  function send(edit: Edit, then: (history: History) => History): void {
    if (!analysis) return;
    const show = (change: (predictions: readonly Prediction[]) => readonly Prediction[]) =>
      circuit.setData((data) => {
        const { circuit_analysis: now } = data;
        if (now.id !== analysis.id) return data;
        const problems = isStale(now) ? now.problems : [...now.problems, UNANALYZED];
        return { ...data, circuit_analysis: { ...now, problems, predictions: [...change(now.predictions)] } };
      });
    show((before) => applyEdit(before, { edit, analysisId: analysis.id }));
    setChanges({ fileId, history: then(history) });
    queue.current = queue.current.then(async () => {
      try {
        const { predictions, added } = await sendEdit({ ...edit, id: currentId(edit.id) }, analysis.id);
        if (added) ids.current.set(edit.id, added);
        show(() => predictions);
        if (added)
          setChanges((now) => ({ ...now, history: renameInHistory(now.history, { from: edit.id, to: added }) }));
        // Nothing is proposed for the page any more.
        if (!stale) await rows.reload();
      } catch (error) {
        toast(messageOf(error), "error");
        forgetHistory();
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
    currentId,
    edit: (edit) => send(edit, (now) => record(now, edit)),
    undo: () => back && send(back, afterUndo),
    redo: () => again && send(again, afterRedo),
    refresh,
  };
}

function isStale({ problems }: CircuitAnalysis): boolean {
  return problems.some(({ code }) => code === PREDICTIONS_CHANGED);
}
