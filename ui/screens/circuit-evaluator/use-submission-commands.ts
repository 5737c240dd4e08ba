import { useBoxEdits } from "./use-box-edits.ts";
import { useCommands } from "./use-commands.ts";
import { useHistoryCommands } from "./use-history-commands.ts";
import { useScene } from "./use-scene.ts";
import { useStoring } from "./use-storing.ts";
import { useTools } from "./use-tools.ts";
import { useViewCommand } from "./use-view-command.ts";

/** The keyboard commands for the current submission. */
export function useSubmissionCommands(): void {
  const { scene, view, chosen } = useScene();
  const tools = useTools();
  const edits = useBoxEdits();
  const history = useHistoryCommands();
  const store = useStoring();
  const runViewCommand = useViewCommand();
  useCommands((command) => {
    if (command === "store-grade" && view.tab === "grade") void store({ next: false });
    else if (command === "analyze" && scene.predictions.length > 0 && !tools.analyzing) tools.analyze();
    else if (command === "undo") history.undo();
    else if (command === "redo") history.redo();
    else if (command === "remove-box" && chosen) edits.remove();
    else return runViewCommand(command);
    return true;
  });
}
