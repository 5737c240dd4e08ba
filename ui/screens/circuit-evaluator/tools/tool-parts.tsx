import { CheckIcon, MagicWandIcon } from "@radix-ui/react-icons";
import { Button, IconButton, type IconButtonProps, Tooltip } from "@radix-ui/themes";
import type { RequestOf } from "../../../../server/contract/endpoints.ts";
import { ariaKeys, type CommandId, keyHint, labelOf } from "../../../evaluator/commands.ts";
import { counted } from "../../../format.ts";
import type { Confirmation } from "../../../store.ts";
import { type DetectionState, useEvaluator } from "../evaluator-store.ts";

type ButtonProps = "variant" | "size" | "disabled" | "className" | "aria-expanded" | "aria-controls" | "children";

interface CommandButtonProps extends Pick<IconButtonProps, ButtonProps> {
  readonly command: CommandId;
}

export function CommandButton({ command, ...button }: CommandButtonProps) {
  const { run } = useEvaluator();
  const label = labelOf(command);
  return (
    <Tooltip content={`${label} (${keyHint(command)})`}>
      <IconButton
        variant="ghost"
        {...button}
        color="gray"
        aria-label={label}
        aria-keyshortcuts={ariaKeys(command)}
        onClick={() => run(command)}
      />
    </Tooltip>
  );
}

interface RangeInputProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly disabled?: boolean;
  onChange(value: number): void;
}

/** A slider for whole numbers: the browser's own, which every screen reader supports. */
export function RangeInput({ label, onChange, ...range }: RangeInputProps) {
  return (
    <input
      type="range"
      className="ce-range"
      aria-label={label}
      step={1}
      {...range}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  );
}

export const DETECTION_WORDS: Readonly<Record<DetectionState, string>> = {
  idle: "Start Detection",
  processing: "Processing",
  completed: "Process Completed",
};

interface DetectionButtonProps {
  readonly state: DetectionState;
  onStart(): void;
}

export function DetectionButton({ state, onStart }: DetectionButtonProps) {
  return (
    <Button
      onClick={onStart}
      disabled={state === "processing"}
      loading={state === "processing"}
      {...(state === "completed" && { color: "green" })}
      aria-live="polite"
    >
      {state === "completed" ? <CheckIcon /> : <MagicWandIcon />}
      {DETECTION_WORDS[state]}
    </Button>
  );
}

/** What becomes of the page's corrections. */
export type Kept = NonNullable<RequestOf<"processDetection">["body"]["corrections"]>;

export interface ThresholdChoice {
  readonly value: number | "auto";
  readonly mode: "single" | "multiple";
}

/** The question before pages are read again; null if nothing can be lost. `detect` keeps corrections or not. */
export function detectionQuestion(
  { mode }: ThresholdChoice,
  { edited, pages, detect }: { readonly edited: boolean; readonly pages: number; detect(corrections: Kept): void },
): Confirmation | null {
  const isAll = mode === "multiple";
  if (!isAll && !edited) return null;
  const others =
    `All ${counted(pages, "page")} of the task are read again, except other pages with corrections. ` +
    "Their proposed grades may change; existing grades stay.";
  const own = "Your corrections of this page can be kept. One that no longer finds its place is shown.";
  const text = [isAll ? others : "", edited ? own : ""].join(" ").trim();
  const title = isAll ? "Read all pages again?" : "Read the page again?";
  const keep = { title, text, run: () => detect("keep") };
  if (!edited) return { ...keep, action: "Start Detection" };
  const discard = { action: "Discard them", run: () => detect("discard") };
  return { ...keep, action: "Read again and keep them", harmless: true, instead: discard };
}
