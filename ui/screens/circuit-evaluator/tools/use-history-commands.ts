import { describeEdit, redoEdit } from "../../../evaluator/history.ts";
import { useNudge } from "../corrections/use-edits.ts";
import { usePage } from "../use-page.ts";
import { useReadingChoice } from "../use-reading.ts";

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
