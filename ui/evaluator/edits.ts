import { changeCorrections } from "../../core/wires/correct/change-corrections.ts";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import { type CircuitAnalysis, PREDICTIONS_CHANGED } from "../../server/contract/results/detection.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import type { ScenePrediction, ShownAnalysis } from "./scene.ts";

/** A change of one prediction, or of the corrections of the wires. */
export type Edit = PredictionEdit | WireEdit;

export interface PredictionEdit {
  readonly kind: "prediction";
  readonly id: string;
  /** Null: the prediction is added. */
  readonly from: ScenePrediction | null;
  /** Null: it is removed. */
  readonly to: ScenePrediction | null;
  /** A key moved the box by a step: the steps that follow each other are one change, which waits for the last. */
  readonly step?: boolean;
}

export interface WireEdit {
  readonly kind: "wires";
  /** All corrections before and after one of them was made or taken back. */
  readonly from: readonly WireCorrection[];
  readonly to: readonly WireCorrection[];
  /** "cut a wire" */
  readonly what: string;
}

/** What a person changed on a page since it was opened. */
export interface PageEdits {
  readonly made: readonly Edit[];
  /** How many of `made` are not undone. */
  readonly at: number;
  /** What the server does not know yet, the oldest first. */
  readonly waiting: readonly Edit[];
  /** What the server was asked for and has not answered. */
  readonly onWay: Edit | null;
}

export const NO_EDITS: PageEdits = { made: [], at: 0, waiting: [], onWay: null };

/** The changes after one more; those that were undone can no longer be redone. */
export function makeEdit({ made, at, waiting, onWay }: PageEdits, edit: Edit): PageEdits {
  const done = made.slice(0, at);
  const last = waiting.at(-1);
  if (last !== undefined && last === done.at(-1) && isStep(last) && isStep(edit) && last.id === edit.id) {
    const both = { ...edit, from: last.from };
    return { onWay, made: [...done.slice(0, -1), both], at, waiting: [...waiting.slice(0, -1), both] };
  }
  return { onWay, made: [...done, edit], at: at + 1, waiting: queued(waiting, edit) };
}

/** A change that the server does not know yet is taken back without telling it. */
export function undoEdit(edits: PageEdits): PageEdits {
  const { made, at, waiting } = edits;
  const last = made[at - 1];
  if (!last) return edits;
  const isUnknown = waiting.at(-1) === last;
  return { ...edits, at: at - 1, waiting: isUnknown ? waiting.slice(0, -1) : queued(waiting, inverted(last)) };
}

export function redoEdit(edits: PageEdits): PageEdits {
  const { made, at, waiting } = edits;
  const next = made[at];
  return next ? { ...edits, at: at + 1, waiting: queued(waiting, next) } : edits;
}

/** The change to send next; the steps of a box wait, unless something follows them or everything is wanted now. */
export function nextToSend({ waiting }: PageEdits, { all }: { readonly all: boolean }): Edit | null {
  const next = waiting[0] ?? null;
  return next && isStep(next) && waiting.length === 1 && !all ? null : next;
}

/** For every change of the wires the server reads the page: those that follow each other are sent as one. */
function queued(waiting: readonly Edit[], edit: Edit): readonly Edit[] {
  const last = waiting.at(-1);
  if (edit.kind !== "wires" || last?.kind !== "wires") return [...waiting, edit];
  return [...waiting.slice(0, -1), { ...edit, from: last.from, to: changeCorrections(last.to, edit) }];
}

function isStep(edit: Edit): edit is PredictionEdit {
  return edit.kind === "prediction" && edit.step === true;
}

function inverted(edit: Edit): Edit {
  if (edit.kind === "wires") return { ...edit, from: edit.to, to: edit.from };
  return { ...edit, from: edit.to, to: edit.from, step: false };
}

/** What a change does, for the buttons: "Undo: change AND to NAND". */
export function describeEdit(edit: Edit): string {
  if (edit.kind === "wires") return edit.what;
  const { from, to } = edit;
  if (from === null) return `add ${to?.class_name}`;
  if (to === null) return `remove ${from.class_name}`;
  if (from.class_name !== to.class_name) return `change ${from.class_name} to ${to.class_name}`;
  if (from.name === to.name) return "move the box";
  return from.name === "" ? `name it ${to.name}` : `rename ${from.name} to ${to.name}`;
}

export function withEdit(page: ShownAnalysis, edit: Edit): ShownAnalysis {
  if (edit.kind === "wires") {
    return { ...page, edited: true, wire_corrections: [...changeCorrections(page.wire_corrections, edit)] };
  }
  const { id, from, to } = edit;
  // A person's prediction is certain.
  const changed = to === null ? [] : [{ ...to, id, label: to.name || to.class_name, confidence: 1 }];
  const rest = page.predictions.flatMap((each) => (each.id === id ? changed : each));
  return withChangedPredictions(page, from === null ? [...rest, ...changed] : rest);
}

/** The page with other predictions, from which the circuit was not derived. */
export function withChangedPredictions<Page extends ShownAnalysis>(page: Page, predictions: Page["predictions"]): Page {
  const { problems } = page;
  const isKnown = isStale(page);
  const changed = { code: PREDICTIONS_CHANGED, message: TEXTS.detection.changed };
  return { ...page, edited: true, predictions, problems: isKnown ? problems : [...problems, changed] };
}

/** Whether predictions were changed since the circuit was derived. */
export function isStale({ problems }: Pick<CircuitAnalysis, "problems">): boolean {
  return problems.some(({ code }) => code === PREDICTIONS_CHANGED);
}

/** The current ID of a prediction: one that is added, or added again, gets another one from the server. */
export function currentId(ids: ReadonlyMap<string, string>, id: string): string {
  const next = ids.get(id);
  return next === undefined ? id : currentId(ids, next);
}
