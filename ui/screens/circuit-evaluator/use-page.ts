import { useMemo } from "react";
import type { CircuitAnalysis } from "../../../server/contract/results/detection.ts";
import { ApiError, messageOf } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import {
  currentId,
  type Edit,
  isStale,
  makeEdit,
  NO_EDITS,
  type PageEdits,
  redoEdit,
  undoEdit,
  withEdit,
} from "../../evaluator/edits.ts";
import { describeFunctionChange } from "../../evaluator/function-change.ts";
import { isFlagged, type ShownAnalysis, sceneOf } from "../../evaluator/scene.ts";
import type { Size } from "../../evaluator/viewport.ts";
import { usePart } from "../../store.ts";
import { withEntry } from "../../with-entry.ts";
import { editsNow, knownNow, sendEdits, updateEdits, withCurrentId } from "./corrections/send-edits.ts";
import { type EvaluatorState, setReading, useEvaluator, useSubmission, useView } from "./evaluator-store.ts";

/** What the server did since the last call: it `discarded` the corrections, or something else. */
type Renewal = "discarded" | "other";

export function usePage() {
  const { id: fileId } = useSubmission();
  const { store, reload } = useEvaluator();
  const circuit = useCall("getCircuitData", { params: { fileId } });
  const rows = useCall("getGradeRows", { params: { fileId } });
  const page = { fileId, store, circuit, rows };
  const known = circuit.data?.circuit_analysis ?? null;
  const edits = usePart(store, "edits").get(fileId) ?? NO_EDITS;
  const ids = usePart(store, "ids");
  const analysis = useMemo(() => shownAnalysis(known, { edits, ids }), [known, edits, ids]);
  const before = usePart(store, "before").get(fileId);
  const isChanged = before && known && before.revision !== known.revision && !isStale(known) && isAtRest(edits);

  /** Shows a change, and sends what does not wait for more. */
  function change(how: (edits: PageEdits) => PageEdits): void {
    const now = knownNow(page);
    if (now && !isStale(now) && isAtRest(editsNow(page))) store.set("before", (all) => withEntry(all, fileId, now));
    updateEdits(page, how);
    // A reading that failed is tried again with it.
    const reading = store.get("readings").get(fileId);
    if (reading) setReading(store, fileId, reading === "failed" ? null : "overtaken");
    void sendEdits(page, { all: false });
  }

  async function refresh(after: Renewal = "other"): Promise<void> {
    await sendEdits(page, { all: false });
    // The predictions that the changes refer to are gone.
    if (after === "discarded") updateEdits(page, () => NO_EDITS);
    await Promise.all([circuit.reload(), rows.reload()]);
  }

  return {
    analysis,
    /** What the last changes did to the functions; null without changes, and until the page was read with them. */
    functionChange: isChanged ? describeFunctionChange(before, known) : null,
    /** The analysis at this moment, for code that runs before the next rendering. */
    analysisNow: () => shownAnalysis(knownNow(page), { edits: editsNow(page), ids: store.get("ids") }),
    analysisError: circuit.error ? messageOf(circuit.error) : null,
    grade: rows.data,
    gradeError: rows.error ? messageOf(rows.error) : null,
    edits,
    stale: analysis !== null && isStale(analysis),
    currentId: (given: string) => currentId(ids, given),
    edit: (edit: Edit) => change((now) => makeEdit(now, withCurrentId(page, edit))),
    undo: () => change(undoEdit),
    redo: () => change(redoEdit),
    /**
     * Resolves when the server has answered every change that was made.
     * @throws {ApiError} if it cannot be reached.
     */
    async settled(): Promise<void> {
      await sendEdits(page, { all: true });
      const { unsent } = editsNow(page);
      if (unsent !== null) throw new ApiError(0, { code: "unreachable", message: unsent });
    },
    /** Sends again what the server did not get, and lets the page be read with it. */
    sendAgain(): void {
      if (store.get("readings").get(fileId) === "failed") setReading(store, fileId, null);
      void sendEdits(page, { all: true });
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
