import { CheckIcon, MagicWandIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";

export type DetectionState = "idle" | "processing" | "completed";

export const DETECTION_WORDS: Readonly<Record<DetectionState, string>> = {
  idle: "Start Detection",
  processing: "Processing",
  completed: "Process Completed",
};

export interface DetectionButtonProps {
  readonly state: DetectionState;
  readonly disabled?: boolean;
  onStart(): void;
}

export function DetectionButton({ state, disabled = false, onStart }: DetectionButtonProps) {
  return (
    <Button
      onClick={onStart}
      disabled={disabled || state === "processing"}
      loading={state === "processing"}
      {...(state === "completed" && { color: "green" })}
      aria-live="polite"
    >
      {state === "completed" ? <CheckIcon /> : <MagicWandIcon />}
      {DETECTION_WORDS[state]}
    </Button>
  );
}
