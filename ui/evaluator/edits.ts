import { isSameBox } from "../../core/geometry/boxes.ts";
import { PREDICTIONS_CHANGED } from "../../core/rules/problem.ts";
import { changeCorrections } from "../../core/wires/correct/change-corrections.ts";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import type { CircuitAnalysis } from "../../server/contract/results/detection.ts";
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

/** A change for the server, with those of `made` that it makes or takes back. */
export type QueuedEdit = Edit & { readonly of: readonly Edit[] };

/** What a person changed on a page since it was opened. */
export interface PageEdits {
  readonly made: readonly Edit[];
  /** How many of `made` are not undone. */
  readonly at: number;
  /** What the server does not know yet, the oldest first. */
  readonly waiting: readonly QueuedEdit[];
  /** What the server was asked for and has not answered. */
  readonly onWay: QueuedEdit | null;
  /** Why the server could not be reached last, for the user: `onWay` is to be sent again. */
  readonly unsent: string | null;
}

export const NO_EDITS: PageEdits = { made: [], at: 0, waiting: [], onWay: null, unsent: null };

/** The changes after one more; those that were undone can no longer be redone. */
export function makeEdit(edits: PageEdits, edit: Edit): PageEdits {
  const { made, at, waiting } = edits;
  const done = made.slice(0, at);
  const last = done.at(-1);
  if (last !== undefined && isOnlyLast(waiting, last) && isStep(last) && isStep(edit) && last.id === edit.id) {
    const both = { ...edit, from: last.from };
    const others = waiting.slice(0, -1);
    return { ...edits, made: [...done.slice(0, -1), both], waiting: queued(others, both, both) };
  }
  return { ...edits, made: [...done, edit], at: at + 1, waiting: queued(waiting, edit, edit) };
}

/** A change that the server does not know yet is taken back without telling it. */
export function undoEdit(edits: PageEdits): PageEdits {
  const { made, at, waiting } = edits;
  const last = made[at - 1];
  if (!last) return edits;
  const isUnknown = isOnlyLast(waiting, last);
  return { ...edits, at: at - 1, waiting: isUnknown ? waiting.slice(0, -1) : queued(waiting, inverted(last), last) };
}

export function redoEdit(edits: PageEdits): PageEdits {
  const { made, at, waiting } = edits;
  const next = made[at];
  return next ? { ...edits, at: at + 1, waiting: queued(waiting, next, next) } : edits;
}

/**
 * The change to send next, first the one that got no answer; the steps of a box wait, unless something follows them or
 * everything is wanted now.
 */
export function nextToSend({ waiting, onWay }: PageEdits, { all }: { readonly all: boolean }): QueuedEdit | null {
  const next = onWay ?? waiting[0] ?? null;
  return next && next !== onWay && isStep(next) && waiting.length === 1 && !all ? null : next;
}

export function sendEdit(edits: PageEdits, onWay: QueuedEdit): PageEdits {
  return { ...edits, onWay, waiting: edits.waiting.filter((each) => each !== onWay) };
}

/** The changes without the one on its way, which the server refused, and without those of a box that was not added. */
export function withoutRefused(edits: PageEdits): PageEdits {
  const { made, at, waiting, onWay: refused } = edits;
  if (refused === null) return edits;
  const missing = refused.kind === "prediction" && refused.from === null ? refused.id : null;
  const since = Math.min(...refused.of.map((edit) => made.indexOf(edit)).filter((index) => index >= 0));
  const isOfMissing = (edit: Edit) => edit.kind === "prediction" && edit.id === missing;
  const stays = (edit: Edit, index: number) => !refused.of.includes(edit) && !(index > since && isOfMissing(edit));
  return {
    made: made.filter(stays),
    at: made.slice(0, at).filter(stays).length,
    waiting: waiting.filter((edit) => !isOfMissing(edit) && !edit.of.every((each) => refused.of.includes(each))),
    onWay: null,
    unsent: null,
  };
}

/** Whether a page shows what a change does: the server may have made it, and its answer was lost. */
export function isMade({ predictions }: Pick<ShownAnalysis, "predictions">, edit: Edit): boolean {
  if (edit.kind === "wires") return false;
  const { id, from, to } = edit;
  if (to === null) return predictions.every((each) => each.id !== id);
  const isIt = (each: ScenePrediction) =>
    each.class_name === to.class_name && each.name === to.name && isSameBox(each, to);
  return predictions.some((each) => (from === null || each.id === id) && isIt(each));
}

/** For every change of the wires the server reads the page: those that follow each other are sent as one. */
function queued(waiting: readonly QueuedEdit[], edit: Edit, made: Edit): readonly QueuedEdit[] {
  const last = waiting.at(-1);
  if (edit.kind !== "wires" || last?.kind !== "wires") return [...waiting, { ...edit, of: [made] }];
  const to = changeCorrections(last.to, edit);
  return [...waiting.slice(0, -1), { ...edit, from: last.from, to, of: [...last.of, made] }];
}

/** Whether what waits last is this change alone. */
function isOnlyLast(waiting: readonly QueuedEdit[], edit: Edit): boolean {
  const { of = [] } = waiting.at(-1) ?? {};
  return of.length === 1 && of[0] === edit;
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
