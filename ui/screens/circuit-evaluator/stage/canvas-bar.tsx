import { EnterFullScreenIcon, FileIcon, MinusIcon, PlusIcon } from "@radix-ui/react-icons";
import { Text } from "@radix-ui/themes";
import { CANVAS, CONFIDENCE } from "../../../../core/rules/limits.ts";
import { ariaKeys, keyHint } from "../../../evaluator/commands.ts";
import { usePart } from "../../../store.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { CommandButton } from "../tools/command-button.tsx";
import { RangeInput } from "../tools/range-input.tsx";
import { useScene } from "./use-scene.ts";
import { useViewCommand } from "./use-view-command.ts";

export function CanvasBar() {
  const { store } = useEvaluator();
  const [{ confidence }, dispatch] = useView();
  const { scene, flagged } = useScene();
  const onCommand = useViewCommand();
  const zoom = usePart(store, "viewport")?.zoom ?? 1;
  return (
    <div className="row ce-bar">
      <div className="line ce-confidence">
        <Text size="2" weight="medium">
          Confidence
        </Text>
        <RangeInput
          label="Confidence level in percent"
          min={CONFIDENCE.min}
          max={CONFIDENCE.max}
          value={confidence}
          onChange={(value) => dispatch({ type: "set", part: { confidence: value } })}
        />
        <Text size="2" className="muted unbroken ce-percent">
          {confidence} %
        </Text>
        <button
          type="button"
          className="ce-flagged"
          data-some={flagged > 0 || undefined}
          onClick={() => onCommand("next-flagged")}
          aria-keyshortcuts={ariaKeys("next-flagged")}
          title={`Go to the next flagged box (${keyHint("next-flagged")})`}
        >
          {flagged} of {scene.predictions.length} flagged
        </button>
      </div>
      <div className="line ce-zoom">
        <CommandButton command="zoom-out" label="Zoom out" disabled={zoom <= CANVAS.zoomMin} onCommand={onCommand}>
          <MinusIcon />
        </CommandButton>
        <Text size="2" className="muted unbroken ce-percent">
          <span className="visually-hidden">Zoom </span>
          {Math.round(zoom * 100)} %
        </Text>
        <CommandButton command="zoom-in" label="Zoom in" disabled={zoom >= CANVAS.zoomMax} onCommand={onCommand}>
          <PlusIcon />
        </CommandButton>
        <CommandButton command="fit" label="Fit the page" onCommand={onCommand}>
          <FileIcon />
        </CommandButton>
        <CommandButton command="fit-drawing" label="Fit the drawing" onCommand={onCommand}>
          <EnterFullScreenIcon />
        </CommandButton>
      </div>
    </div>
  );
}
