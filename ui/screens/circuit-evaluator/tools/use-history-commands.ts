import { describeEdit, redoEdit, undoEdit } from "../../../evaluator/history.ts";
import { useNudge } from "../corrections/use-nudge.ts";
import { usePage } from "../use-page.ts";

export interface HistoryCommands {
  /** What undo and redo would do, or null. */
  readonly undoes: string | null;
  readonly redoes: string | null;
  undo(): void;
  redo(): void;
}

/** Undo and redo. A box that is being moved first gets its new place; undo only moves it back. */
export function useHistoryCommands(): HistoryCommands {
  const page = usePage();
  const nudge = useNudge();
  const done = undoEdit(page.history);
  const undone = redoEdit(page.history);
  return {
    undoes: nudge.moved ? "move the box" : done && describeEdit(done),
    redoes: undone && describeEdit(undone),
    undo() {
      if (!nudge.drop()) page.undo();
    },
    redo() {
      nudge.settle();
      page.redo();
    },
  };
}
