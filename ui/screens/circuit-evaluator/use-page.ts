import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type CircuitAnalysis, PREDICTIONS_CHANGED, type PredictionView } from "../../../server/contract/detection.ts";
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

export interface OpenPage {
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
  /** Resolves when the server has answered every change that was made. */
  settled(): Promise<void>;
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

/**
 * What the server knows of one submission, and the changes that a person makes to its predictions. `keysOf` is when the
 * task's keys were changed last.
 */
export function usePage(submission: Submission, keysOf: string): OpenPage {
  const { id: fileId } = submission;
  const circuit = useCall("getCircuitData", { params: { fileId } });
  const rows = useCall("getGradeRows", { params: { fileId } });
  const [changes, setChanges] = useState<Changes>({ fileId, history: EMPTY_HISTORY });
  // The changes as they are also for a second command of the same moment, and the submission in view.
  const latest = useRef(changes);
  const inView = useRef(fileId);
  inView.current = fileId;
  const history = historyOf(changes, fileId);
  // One change after the other: the server answers each with all predictions.
  const queue = useRef<Promise<void>>(Promise.resolve());
  // Ids that were given here until the server gave its own.
  const ids = useRef(new Map<string, string>());
  const currentId = (id: string) => ids.current.get(id) ?? id;
  const analysis = circuit.data?.circuit_analysis ?? null;

  async function refresh(after: Renewal): Promise<void> {
    await settled();
    if (after === "detected") forgetHistory();
    await Promise.all([circuit.reload(), rows.reload()]);
  }

  async function settled(): Promise<void> {
    await queue.current;
  }

  function changeHistory(change: (history: History) => History): void {
    // An answer that comes after the submission was left leaves the changes of the next one alone.
    if (inView.current !== fileId && latest.current.fileId !== fileId) return;
    latest.current = { fileId, history: change(historyOf(latest.current, fileId)) };
    setChanges(latest.current);
  }

  /** The predictions that the changes speak of are gone. */
  function forgetHistory(): void {
    changeHistory(() => EMPTY_HISTORY);
  }

  const onReading = useEffectEvent(() => {
    if (!analysis) return;
    const isSame = analysis.state === submission.analysis && analysis.problems.length === submission.problem_count;
    if (!isSame) void refresh("other");
  });

  const onProposal = useEffectEvent(() => {
    const { data } = rows;
    if (!data) return;
    const isSame = data.proposed_grade === submission.proposed_grade && data.maximum_grade === submission.maximum_grade;
    if (!isSame) void refresh("other");
  });

  const onGrade = useEffectEvent(() => {
    const { data } = rows;
    if (data && (data.total_grade !== submission.total_grade || data.comment !== submission.comment))
      void rows.reload();
  });

  const rowsKeys = useRef(keysOf);
  const onKeys = useEffectEvent(() => {
    if (rowsKeys.current !== keysOf) void rows.reload();
    rowsKeys.current = keysOf;
  });

  // The list of submissions hears of it when a page was read, perhaps before the page's own first answer came, and of
  // corrections in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reading is what the effect is about
  useEffect(() => onReading(), [submission.analysis, submission.problem_count, analysis?.state]);

  // Other keys, or corrections in another tab, change the proposal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the proposal is what the effect is about
  useEffect(() => onProposal(), [submission.proposed_grade, submission.maximum_grade]);

  // So it hears of a grade that another tab, or somebody's push, has stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grade is what the effect is about
  useEffect(() => onGrade(), [submission.total_grade, submission.comment]);

  // Other keys may propose the same points for another table.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are what the effect is about
  useEffect(() => onKeys(), [keysOf]);

  const stale = analysis !== null && isStale(analysis);

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
    show((before) => applyEdit(before, { edit, analysisId: analysis.id }));
    changeHistory(then);
    queue.current = queue.current.then(async () => {
      try {
        const { predictions, added } = await sendEdit({ ...edit, id: currentId(edit.id) }, analysis.id);
        if (added) ids.current.set(edit.id, added);
        show(() => predictions);
        if (added) changeHistory((now) => renameInHistory(now, { from: edit.id, to: added }));
        // Nothing is proposed for the page any more.
        if (!stale) await rows.reload();
      } catch (error) {
        toast(messageOf(error), "error");
        forgetHistory();
        await circuit.reload();
      }
    });
  }

  function resend(edit: Edit | null, then: (history: History) => History): void {
    if (edit) send(edit, then);
  }

  return {
    analysis,
    analysisError: circuit.error ? messageOf(circuit.error) : null,
    grade: rows.data,
    gradeError: rows.error ? messageOf(rows.error) : null,
    history,
    stale,
    currentId,
    edit: (given) => {
      const edit = { ...given, id: currentId(given.id) };
      send(edit, (now) => record(now, edit));
    },
    undo: () => resend(undoEdit(historyOf(latest.current, fileId)), afterUndo),
    redo: () => resend(redoEdit(historyOf(latest.current, fileId)), afterRedo),
    settled,
    refresh,
  };
}

/** Another submission begins with no changes. */
function historyOf(changes: Changes, fileId: string): History {
  return changes.fileId === fileId ? changes.history : EMPTY_HISTORY;
}

function isStale({ problems }: CircuitAnalysis): boolean {
  return problems.some(({ code }) => code === PREDICTIONS_CHANGED);
}
