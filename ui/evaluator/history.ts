import type { PictureBox } from "../../core/geometry/coordinates.ts";
import type { PredictionClass } from "../../core/rules/prediction-class.ts";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";

interface WholeBox<Kind> {
  readonly kind: Kind;
  readonly id: string;
  readonly box: PictureBox;
  readonly className: PredictionClass;
  /** The name of an input or output that is removed, or restored. */
  readonly label?: string;
}

export type Edit =
  /** The names are those of an input or output, which another class loses: empty if there is none. */
  | {
      readonly kind: "class";
      readonly id: string;
      readonly from: PredictionClass;
      readonly to: PredictionClass;
      readonly fromLabel: string;
      readonly toLabel: string;
    }
  /** The name of an input or output: `A`, or `~A` with a bar; empty if it has none. */
  | {
      readonly kind: "name";
      readonly id: string;
      readonly className: PredictionClass;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: "box"; readonly id: string; readonly from: PictureBox; readonly to: PictureBox }
  | WholeBox<"add">
  | WholeBox<"remove">
  /** All corrections of the wires before and after one of them was made or taken back. */
  | {
      readonly kind: "wires";
      readonly id: string;
      readonly from: readonly WireCorrection[];
      readonly to: readonly WireCorrection[];
      /** "cut a wire" */
      readonly what: string;
    };

export interface History {
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
}

export const EMPTY_HISTORY: History = { done: [], undone: [] };

/** The history after `edit`; undone changes can no longer be redone. */
export function record({ done }: History, edit: Edit): History {
  return { done: [...done, edit], undone: [] };
}

export function undoEdit({ done }: History): Edit | null {
  const last = done.at(-1);
  return last ? invert(last) : null;
}

export function redoEdit({ undone }: History): Edit | null {
  return undone.at(-1) ?? null;
}

export function afterUndo({ done, undone }: History): History {
  const last = done.at(-1);
  return last ? { done: done.slice(0, -1), undone: [...undone, last] } : { done, undone };
}

export function afterRedo({ done, undone }: History): History {
  const last = undone.at(-1);
  return last ? { done: [...done, last], undone: undone.slice(0, -1) } : { done, undone };
}

/** The IDs that a prediction had, and the one that the server gave it when it was added again. */
interface Renaming {
  readonly from: readonly string[];
  readonly to: string;
}

/** A prediction that was removed and added again has a new ID: every change of it uses that from now on. */
export function renameInHistory({ done, undone }: History, { from, to }: Renaming): History {
  const rename = (edit: Edit): Edit => (from.includes(edit.id) ? { ...edit, id: to } : edit);
  return { done: done.map(rename), undone: undone.map(rename) };
}

/** The current ID of each that was used, after one more renaming. */
export function renameIds(ids: ReadonlyMap<string, string>, { from, to }: Renaming): ReadonlyMap<string, string> {
  const known = [...ids].map(([id, current]) => [id, from.includes(current) ? to : current] as const);
  return new Map([...known, ...from.map((id) => [id, to] as const)]);
}

/** What a change does, for the buttons: "Undo: change AND to NAND". */
export function describeEdit(edit: Edit): string {
  if (edit.kind === "class") return `change ${edit.from} to ${edit.to}`;
  if (edit.kind === "name") return describeName(edit);
  if (edit.kind === "box") return "move the box";
  if (edit.kind === "wires") return edit.what;
  return edit.kind === "add" ? `add ${edit.className}` : `remove ${edit.className}`;
}

function describeName({ from, to }: Edit & { kind: "name" }): string {
  if (from === "") return `name it ${to}`;
  return to === "" ? `remove the name ${from}` : `rename ${from} to ${to}`;
}

function invert(edit: Edit): Edit {
  if (edit.kind === "class") {
    return { ...edit, from: edit.to, to: edit.from, fromLabel: edit.toLabel, toLabel: edit.fromLabel };
  }
  if (edit.kind === "name") return { ...edit, from: edit.to, to: edit.from };
  if (edit.kind === "box") return { ...edit, from: edit.to, to: edit.from };
  if (edit.kind === "wires") return { ...edit, from: edit.to, to: edit.from };
  return { ...edit, kind: edit.kind === "add" ? "remove" : "add" };
}
