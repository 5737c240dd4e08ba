import { useState } from "react";
import { type CommandId, commandOf } from "../../../evaluator/commands.ts";
import { describeEdit, redoEdit } from "../../../evaluator/history.ts";
import { useWindowEvent } from "../../../hooks/use-window-event.ts";
import { useNudge } from "../corrections/use-edits.ts";
import { usePage } from "../use-page.ts";
import { useReadingChoice } from "./use-tools.ts";

const LETTERS_KEY = "circuit-evaluator-letters";

const WINDOWS = '[role="dialog"], [role="alertdialog"], [role="listbox"]';

/** Keys that move within the focused element, unless that is the drawing. */
const LOCAL_KEYS = new Set<CommandId>([
  "left",
  "right",
  "up",
  "down",
  "narrower",
  "wider",
  "lower",
  "higher",
  "edit-box",
  "remove-box",
]);

/** Listens to the keyboard for the evaluator's commands; `run` returns whether it handled one. */
export function useCommands(run: (command: CommandId) => boolean): {
  readonly letters: boolean;
  setLetters(on: boolean): void;
} {
  const [letters, setLetters] = useState(() => localStorage.getItem(LETTERS_KEY) !== "off");

  // The keys work wherever the focus is.
  useWindowEvent("keydown", (event) => {
    if (!(event.target instanceof Element)) return;
    const command = commandOf(event, { letters });
    if (command === null || !mayRun(command, event.target)) return;
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

function mayRun(command: CommandId, target: Element): boolean {
  if (command === "store-grade") return true;
  if (target.closest(WINDOWS)) return false;
  if (fieldOf(target)) return command === "escape";
  return !LOCAL_KEYS.has(command) || target === document.body || target instanceof HTMLCanvasElement;
}

function fieldOf(target: Element): Element | null {
  return target.closest("input:not([type=range]), textarea, select, [contenteditable]");
}

/**
 * Undo and redo. A box that is being moved first gets its new place; undo only moves it back. A chosen reading is newer
 * than any change of a box, since such a change drops the choice: undo takes it back first.
 */
export function useHistoryCommands() {
  const page = usePage();
  const nudge = useNudge();
  const choice = useReadingChoice();
  const done = page.history.done.at(-1);
  const undone = redoEdit(page.history);
  return {
    undoes: nudge.isMoving
      ? "move the box"
      : choice.chosen !== null
        ? "choose a reading"
        : done
          ? describeEdit(done)
          : null,
    redoes: undone && describeEdit(undone),
    undo(): void {
      if (nudge.drop()) return;
      if (choice.chosen === null) page.undo();
      else void choice.takeBack();
    },
    redo(): void {
      nudge.settle();
      page.redo();
    },
  };
}
