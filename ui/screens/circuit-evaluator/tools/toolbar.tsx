import {
  CursorArrowIcon,
  EraserIcon,
  ExclamationTriangleIcon,
  EyeOpenIcon,
  HandIcon,
  LightningBoltIcon,
  Link2Icon,
  MixIcon,
  PlusIcon,
  ResetIcon,
  Share1Icon,
} from "@radix-ui/react-icons";
import { Grid, Popover, Separator, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { PREDICTION_CLASSES } from "../../../../core/rules/prediction-class.ts";
import type { Layers } from "../../../evaluator/scene.ts";
import { TOOLS, type ToolId } from "../../../evaluator/tools.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";
import { useView } from "../evaluator-store.ts";
import { ClassButton } from "../stage/class-button.tsx";
import { useScene } from "../stage/use-scene.ts";
import { usePage } from "../use-page.ts";
import { useReading } from "../use-reading.ts";
import { ThresholdTool } from "./threshold-tool.tsx";
import { ToolButton } from "./tool-button.tsx";
import { useHistoryCommands } from "./use-history-commands.ts";
import { useTools } from "./use-tools.ts";
import "./toolbar.css";

const POINTER_TOOLS = [
  { id: "select", icon: <CursorArrowIcon />, corrects: false },
  { id: "hand", icon: <HandIcon />, corrects: false },
  { id: "add", icon: <PlusIcon />, corrects: true },
  { id: "wire", icon: <Link2Icon />, corrects: true },
  { id: "erase", icon: <EraserIcon />, corrects: true },
] as const satisfies readonly { id: ToolId; icon: ReactNode; corrects: boolean }[];

export function Toolbar() {
  const [, dispatch] = useView();
  const { scene, view } = useScene();
  const { analysis } = usePage();
  const reading = useReading();
  const { analyze } = useTools();
  const history = useHistoryCommands();
  const { tool, layers } = view;
  const hasPredictions = scene.predictions.length > 0;
  const toggle = (layer: keyof Layers) => dispatch({ type: "toggle", layer });
  return (
    <div className="ce-toolbar" role="toolbar" aria-label="Tools" aria-orientation="vertical">
      <ThresholdTool />
      <LegendTool />
      <ToolButton
        command="toggle-predictions"
        label="Toggle Predictions"
        icon={<EyeOpenIcon />}
        pressed={layers.predictions}
        onClick={() => toggle("predictions")}
      />
      <ToolButton
        command="analyze"
        label="Analyze Circuit"
        icon={<LightningBoltIcon />}
        disabled={!hasPredictions}
        reason="There are no predictions to analyze"
        busy={reading.busy}
        wanted={reading.failed && hasPredictions}
        onClick={() => void analyze()}
      />
      <Separator size="4" className="ce-tool-separator" />
      <div className="ce-tool-pairs">
        {POINTER_TOOLS.map(({ id, icon, corrects }) => (
          <ToolButton
            key={id}
            compact
            command={`${id}-tool`}
            label={TOOLS[id].label}
            icon={icon}
            pressed={tool === id}
            disabled={corrects && analysis?.state !== "done"}
            reason="The page is not read yet"
            onClick={() => dispatch({ type: "tool", tool: id })}
          />
        ))}
        <ToolButton
          compact
          command="toggle-wires"
          label="Show wires and names"
          icon={<Share1Icon />}
          pressed={layers.wires}
          onClick={() => toggle("wires")}
        />
        <ToolButton
          compact
          command="toggle-problems"
          label={`Show problems (${scene.problems.length})`}
          icon={<ExclamationTriangleIcon />}
          pressed={layers.problems}
          onClick={() => toggle("problems")}
        />
        <ToolButton
          compact
          command="undo"
          label={history.undoes ? `Undo: ${history.undoes}` : "Undo"}
          icon={<ResetIcon />}
          disabled={history.undoes === null}
          reason="Nothing to undo"
          onClick={history.undo}
        />
        <ToolButton
          compact
          command="redo"
          label={history.redoes ? `Redo: ${history.redoes}` : "Redo"}
          icon={<ResetIcon className="ce-mirrored" />}
          disabled={history.redoes === null}
          reason="Nothing to redo"
          onClick={history.redo}
        />
      </div>
    </div>
  );
}

function LegendTool() {
  const narrow = useNarrow();
  const [view, dispatch] = useView();
  const { scene } = useScene();
  const { analysis } = usePage();
  return (
    <Popover.Root
      open={view.open === "legend"}
      onOpenChange={(open) => dispatch({ type: "set", part: { open: open ? "legend" : null } })}
    >
      <Popover.Trigger>
        <ToolButton command="legend" label="Logic Gates" icon={<MixIcon />} disabled={analysis?.state !== "done"} />
      </Popover.Trigger>
      <Popover.Content side={narrow ? "bottom" : "right"} align="start" width="330px" aria-label="Logic Gates">
        <Text weight="bold" size="3" as="p" mb="1">
          Logic Gates
        </Text>
        <Text size="1" color="gray" as="p" mb="3">
          Choose a class, then draw a box around it on the page.
        </Text>
        <Grid columns="1fr 1fr" gap="6px">
          {PREDICTION_CLASSES.map((name) => {
            const count = scene.predictions.filter(({ class_name }) => class_name === name).length;
            return (
              <ClassButton
                key={name}
                name={name}
                aria-label={`Add ${name}, ${count} on the page`}
                onClick={() => dispatch({ type: "tool", tool: "add", palette: name })}
              >
                {" "}
                <span className="note push">{count}</span>
              </ClassButton>
            );
          })}
        </Grid>
      </Popover.Content>
    </Popover.Root>
  );
}
