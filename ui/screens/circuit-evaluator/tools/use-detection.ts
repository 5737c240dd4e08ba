import { confirmFirst } from "../../../store.ts";
import { useNudge } from "../corrections/use-nudge.ts";
import { useEvaluator } from "../evaluator-store.ts";
import { usePage } from "../use-page.ts";
import type { DetectionState } from "./detection-button.tsx";
import { detectionQuestion, type ThresholdChoice } from "./detection-question.ts";
import { useTools } from "./use-tools.ts";

/** Reads the page again. This discards corrections and may change many proposals, so it asks first. */
export function useDetection(): { readonly state: DetectionState; ask(choice: ThresholdChoice): void } {
  const { task } = useEvaluator();
  const { analysis } = usePage();
  const { detection: state, detect } = useTools();
  const nudge = useNudge();

  function ask(choice: ThresholdChoice): void {
    const edited = nudge.isMoving || (analysis?.edited ?? false);
    nudge.settle();
    const question = detectionQuestion(choice, { edited, pages: task.total_submissions });
    if (question === null) void detect(choice);
    else confirmFirst({ ...question, action: "Start Detection", run: () => void detect(choice) });
  }

  return { state, ask };
}
