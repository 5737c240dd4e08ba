import { MixIcon } from "@radix-ui/react-icons";
import { Popover, Text } from "@radix-ui/themes";
import { PREDICTION_CLASSES, type PredictionClass } from "../../../core/rules/prediction-class.ts";
import type { ScenePrediction } from "../../evaluator/scene.ts";
import { useNarrow } from "../../use-narrow.ts";
import { ClassButton } from "./class-button.tsx";
import { ToolButton } from "./tool-button.tsx";

export interface LegendToolProps {
  readonly open: boolean;
  readonly predictions: readonly ScenePrediction[];
  readonly disabled: boolean;
  onOpenChange(open: boolean): void;
  /** The user wants to draw a box of this class. */
  onPick(className: PredictionClass): void;
}

/** Logic Gates: every class with its symbol, colour and how often it is on the page; a click draws one. */
export function LegendTool({ open, predictions, disabled, onOpenChange, onPick }: LegendToolProps) {
  const narrow = useNarrow();
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger>
        <ToolButton command="legend" label="Logic Gates" icon={<MixIcon />} disabled={disabled} />
      </Popover.Trigger>
      <Popover.Content side={narrow ? "bottom" : "right"} align="start" width="330px" aria-label="Logic Gates">
        <Text weight="bold" size="3" as="p" mb="1">
          Logic Gates
        </Text>
        <Text size="1" color="gray" as="p" mb="3">
          Choose a class, then draw a box around it on the page.
        </Text>
        <div className="ce-class-grid">
          {PREDICTION_CLASSES.map((name) => {
            const count = predictions.filter(({ class_name }) => class_name === name).length;
            return (
              <ClassButton
                key={name}
                name={name}
                aria-label={`Add ${name}, ${count} on the page`}
                onClick={() => onPick(name)}
              >
                <span className="ce-count">{count}</span>
              </ClassButton>
            );
          })}
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}
