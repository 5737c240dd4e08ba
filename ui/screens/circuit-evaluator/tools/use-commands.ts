import { useState } from "react";
import { type CommandId, commandOf } from "../../../evaluator/commands.ts";
import { describeEdit } from "../../../evaluator/edits.ts";
import { useWindowEvent } from "../../../hooks/use-window-event.ts";
import { useEvaluator } from "../evaluator-store.ts";
import { usePage } from "../use-page.ts";
import { useReadingChoice } from "./use-tools.ts";

const LETTERS_KEY = "circuit-evaluator-letters";

const WINDOWS = '[role="dialog"], [role="alertdialog"], [role="listbox"]';

/** Keys that move within the focused element, unless that is the drawing. */
const LOCAL_KEYS = /^(Arrow.*|Enter|Delete|Backspace)$/;

/** Listens to the keyboard for the evaluator's commands. */
export function useKeys(): { readonly letters: boolean; setLetters(on: boolean): void } {
  const { run } = useEvaluator();
  const [letters, setLetters] = useState(() => globalThis.localStorage?.getItem(LETTERS_KEY) !== "off");

  // The keys work wherever the focus is.
  useWindowEvent("keydown", (event) => {
    if (!(event.target instanceof Element)) return;
    const command = commandOf(event, { letters });
    if (command === null || !mayRun(command, event)) return;
    // Escape may close a hint and run its command; an open popup takes the key itself.
    if (event.defaultPrevented && (command !== "escape" || document.querySelector(WINDOWS))) return;
    // Escape leaves a field first: then letters are commands again.
    if (command === "escape" && fieldOf(event.target)) (event.target as HTMLElement).blur();
    else if (run(command)) event.preventDefault();
  });

  return {
    letters,
    setLetters(on) {
      setLetters(on);
      localStorage.setItem(LETTERS_KEY, on ? "on" : "off");
    },
  };
}

function mayRun(command: CommandId, { key, target }: KeyboardEvent): boolean {
  if (command === "store-grade") return true;
  if (!(target instanceof Element) || target.closest(WINDOWS)) return false;
  if (fieldOf(target)) return command === "escape";
  return !LOCAL_KEYS.test(key) || target === document.body || target instanceof HTMLCanvasElement;
}

function fieldOf(target: Element): Element | null {
  return target.closest("input:not([type=range]), textarea, select, [contenteditable]");
}

/**
 * Undo and redo. A reading that was chosen in this visit is newer than any change of a box, since such a change drops the
 * choice: undo takes it back first.
 */
export function useHistoryCommands() {
  const { edits, stale, undo, redo } = usePage();
  const { isOwn, busy, takeBack } = useReadingChoice();
  const isChoice = isOwn && !stale;
  const [done, undone] = [edits.made[edits.at - 1], edits.made[edits.at]];
  const latest = done ? describeEdit(done) : null;
  return {
    // The page may show a choice while it is still being stored and cannot be taken back.
    undoes: !isChoice ? latest : busy ? null : "choose a reading",
    redoes: undone ? describeEdit(undone) : null,
    undo: () => (isChoice ? takeBack() : undo()),
    redo,
  };
}
