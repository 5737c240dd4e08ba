import {
  CursorArrowIcon,
  ExclamationTriangleIcon,
  EyeOpenIcon,
  HandIcon,
  LightningBoltIcon,
  Link2Icon,
  PlusIcon,
  ResetIcon,
  Share1Icon,
} from "@radix-ui/react-icons";
import { Separator } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Layers } from "../../../evaluator/scene.ts";
import { TOOLS, type ToolId } from "../../../evaluator/tools.ts";
import { useView } from "../evaluator-store.ts";
import { useScene } from "../stage/use-scene.ts";
import { usePage } from "../use-page.ts";
import { useReading } from "../use-reading.ts";
import { LegendTool } from "./legend-tool.tsx";
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
