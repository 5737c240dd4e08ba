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
  ShadowInnerIcon,
  Share1Icon,
} from "@radix-ui/react-icons";
import { Button, Flex, Grid, Popover, Separator, Spinner, Text, Tooltip } from "@radix-ui/themes";
import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { THRESHOLD } from "../../../../core/rules/limits.ts";
import { PREDICTION_CLASSES } from "../../../../core/rules/prediction-class.ts";
import { Notice, Segments, SwitchField } from "../../../components/controls.tsx";
import { ariaKeys, type CommandId, keyHint } from "../../../evaluator/commands.ts";
import type { Layers } from "../../../evaluator/scene.ts";
import { TOOLS, type ToolId } from "../../../evaluator/tools.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";
import { useView } from "../evaluator-store.ts";
import { ClassButton } from "../stage/class-button.tsx";
import { usePage, useScene } from "../use-page.ts";
import { DetectionButton, RangeInput, type ThresholdChoice } from "./tool-parts.tsx";
import { useHistoryCommands } from "./use-commands.ts";
import { useReading, useTools } from "./use-tools.ts";
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

function ThresholdTool() {
  const narrow = useNarrow();
  const [view, dispatch] = useView();
  const { analysis } = usePage();
  return (
    <Popover.Root
      open={view.open === "threshold"}
      onOpenChange={(open) => dispatch({ type: "set", part: { open: open ? "threshold" : null } })}
    >
      <Popover.Trigger>
        <ToolButton command="threshold" label="Set Threshold" icon={<ShadowInnerIcon />} disabled={!analysis} />
      </Popover.Trigger>
      <Popover.Content side={narrow ? "bottom" : "right"} align="start" width="330px" aria-label="Set Threshold">
        <ThresholdForm />
      </Popover.Content>
    </Popover.Root>
  );
}

const MODES = [
  { value: "single", label: "This page" },
  { value: "multiple", label: "All pages of the task" },
] as const;

function ThresholdForm() {
  const { analysis } = usePage();
  const tools = useTools();
  // The threshold that was set on the server, and the one that the page was read with: null before.
  const current = analysis?.threshold_value ?? "auto";
  const read = analysis?.state === "done" ? (analysis.read_threshold ?? "auto") : null;
  const [automatic, setAutomatic] = useState(current === "auto");
  const [value, setValue] = useState(current === "auto" ? THRESHOLD.default : current);
  const [mode, setMode] = useState<ThresholdChoice["mode"]>("single");
  const choice = { value: automatic ? ("auto" as const) : value, mode };
  return (
    <Flex direction="column" gap="3">
      <Text weight="bold" size="3" as="p">
        Set Threshold
      </Text>
      <SwitchField size="2" checked={automatic} onChange={setAutomatic}>
        auto: remove grid and shading by itself
      </SwitchField>
      <Flex gap="3" align="center">
        <RangeInput
          label="Threshold"
          min={THRESHOLD.min}
          max={THRESHOLD.max}
          value={value}
          disabled={automatic}
          onChange={setValue}
        />
        <Text size="2" className="muted ce-percent">
          {automatic ? "auto" : value}
        </Text>
      </Flex>
      <Segments size="1" label="Pages" value={mode} options={MODES} onChange={setMode} />
      <Button variant="soft" loading={tools.applying} onClick={() => void tools.applyFilter(choice)}>
        Apply Filter
      </Button>
      {tools.filterImage !== null && (
        <Notice>
          The canvas shows the page as it is read.{" "}
          <button type="button" className="link-button" onClick={tools.showPhoto}>
            Show the photo
          </button>
        </Notice>
      )}
      {read !== null && read !== current && (
        <Text size="1" as="p" role="status">
          Set to {current}, but the page was read with {read}. Start Detection reads it with the new one.
        </Text>
      )}
      <DetectionButton state={tools.detection} onStart={() => tools.askToDetect(choice)} />
      <Text size="1" color="gray" as="p">
        Detection reads the page again; corrections made by hand are replaced by what is found.
      </Text>
    </Flex>
  );
}

interface ToolButtonProps extends Omit<ComponentPropsWithRef<"button">, "disabled"> {
  readonly command: CommandId;
  readonly label: string;
  readonly icon: ReactNode;
  /** For toggle buttons. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly reason?: string;
  readonly busy?: boolean;
  /** Highlighted: the next thing to do. */
  readonly wanted?: boolean;
  readonly compact?: boolean;
}

/** A button of the toolbar: icon over name, its key in the hint. A disabled one keeps the focus and says why. */
function ToolButton(props: ToolButtonProps) {
  const { command, label, icon, pressed, disabled, reason, busy, wanted, compact, onClick, ...rest } = props;
  const hint = disabled && reason ? reason : `${label} (${keyHint(command)})`;
  return (
    <Tooltip content={hint} side="right">
      <button
        type="button"
        {...rest}
        className="choice centred ce-tool"
        data-wanted={wanted || undefined}
        data-compact={compact || undefined}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={ariaKeys(command)}
        aria-disabled={disabled || busy || undefined}
        onClick={(event) => {
          if (disabled || busy) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {busy ? <Spinner size="2" /> : icon}
        {!compact && <span>{label}</span>}
      </button>
    </Tooltip>
  );
}
