import {
  CursorArrowIcon,
  ExclamationTriangleIcon,
  EyeOpenIcon,
  HandIcon,
  LightningBoltIcon,
  PlusIcon,
  ResetIcon,
  Share1Icon,
} from "@radix-ui/react-icons";
import { Separator } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Layers } from "../../evaluator/scene.ts";
import { TOOLS, type ToolId } from "../../evaluator/tools.ts";
import { ToolButton } from "./tool-button.tsx";
import "./toolbar.css";

export interface ToolbarProps {
  readonly tool: ToolId;
  readonly layers: Layers;
  /** There is a page to work on. */
  readonly ready: boolean;
  readonly hasPredictions: boolean;
  readonly problems: number;
  readonly analyzing: boolean;
  /** Predictions were changed since the last analysis. */
  readonly stale: boolean;
  /** What undo and redo would do, or null. */
  readonly undo: string | null;
  readonly redo: string | null;
  /** The buttons that open windows of their own. */
  readonly threshold: ReactNode;
  readonly legend: ReactNode;
  onTool(tool: ToolId): void;
  onToggle(layer: keyof Layers): void;
  onAnalyze(): void;
  onUndo(): void;
  onRedo(): void;
}

/** The tools at the left of the page; above it on narrow screens. */
export function Toolbar(props: ToolbarProps) {
  const { tool, layers, ready, hasPredictions, problems, analyzing, stale } = props;
  return (
    <div className="ce-toolbar" role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {props.threshold}
      {props.legend}
      <ToolButton
        command="toggle-predictions"
        label="Toggle Predictions"
        icon={<EyeOpenIcon />}
        pressed={layers.predictions}
        onClick={() => props.onToggle("predictions")}
      />
      <ToolButton
        command="analyze"
        label="Analyze Circuit"
        icon={<LightningBoltIcon />}
        disabled={!hasPredictions}
        reason="There are no predictions to analyze"
        busy={analyzing}
        wanted={stale && hasPredictions}
        onClick={props.onAnalyze}
      />
      <Separator size="4" className="ce-tool-separator" />
      <div className="ce-tool-pairs">
        <ToolButton
          compact
          command="select-tool"
          label={TOOLS.select.label}
          icon={<CursorArrowIcon />}
          pressed={tool === "select"}
          onClick={() => props.onTool("select")}
        />
        <ToolButton
          compact
          command="hand-tool"
          label={TOOLS.hand.label}
          icon={<HandIcon />}
          pressed={tool === "hand"}
          onClick={() => props.onTool("hand")}
        />
        <ToolButton
          compact
          command="add-tool"
          label={TOOLS.add.label}
          icon={<PlusIcon />}
          pressed={tool === "add"}
          disabled={!ready}
          reason="The page is not read yet"
          onClick={() => props.onTool("add")}
        />
        <ToolButton
          compact
          command="toggle-wires"
          label="Show wires and names"
          icon={<Share1Icon />}
          pressed={layers.wires}
          onClick={() => props.onToggle("wires")}
        />
        <ToolButton
          compact
          command="toggle-problems"
          label={`Show problems (${problems})`}
          icon={<ExclamationTriangleIcon />}
          pressed={layers.problems}
          onClick={() => props.onToggle("problems")}
        />
        <ToolButton
          compact
          command="undo"
          label={props.undo ? `Undo: ${props.undo}` : "Undo"}
          icon={<ResetIcon />}
          disabled={props.undo === null}
          reason="Nothing to undo"
          onClick={props.onUndo}
        />
        <ToolButton
          compact
          command="redo"
          label={props.redo ? `Redo: ${props.redo}` : "Redo"}
          icon={<ResetIcon className="ce-mirrored" />}
          disabled={props.redo === null}
          reason="Nothing to redo"
          onClick={props.onRedo}
        />
      </div>
    </div>
  );
}
