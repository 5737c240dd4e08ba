import type { CommandId } from "../../../evaluator/commands.ts";
import { useBoxEdits } from "../corrections/use-box-edits.ts";
import { useScene } from "../stage/use-scene.ts";
import { useViewCommand } from "../stage/use-view-command.ts";
import { useStoring } from "../submissions/use-storing.ts";
import { useReadingChoice } from "../use-reading-choice.ts";
import { useCommands } from "./use-commands.ts";
import { useHistoryCommands } from "./use-history-commands.ts";
import { useTools } from "./use-tools.ts";

/** In the order of a question's choices. */
const READINGS: readonly CommandId[] = ["reading-1", "reading-2", "reading-3"];

export function useSubmissionCommands(): void {
  const { scene, view, chosen } = useScene();
  const tools = useTools();
  const edits = useBoxEdits();
  const history = useHistoryCommands();
  const store = useStoring();
  const runViewCommand = useViewCommand();
  const { question, choose } = useReadingChoice();

  function chooseReading(index: number): void {
    const choice = question?.choices[index];
    if (choice && choice.points !== null) void choose(choice.name);
  }

  useCommands((command) => {
    if (command === "store-grade" && view.tab === "grade") void store({ next: false });
    else if (command === "analyze" && scene.predictions.length > 0) void tools.analyze();
    else if (READINGS.includes(command)) chooseReading(READINGS.indexOf(command));
    else if (command === "undo") history.undo();
    else if (command === "redo") history.redo();
    else if (command === "remove-box" && chosen) edits.remove();
    else return runViewCommand(command);
    return true;
  });
}
