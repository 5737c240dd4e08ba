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
import { Flex, Grid, Popover, Separator, Spinner, Tooltip } from "@radix-ui/themes";
import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { THRESHOLD } from "../../../../core/rules/limits.ts";
import { PREDICTION_CLASSES } from "../../../../core/rules/prediction-class.ts";
import { SwitchField } from "../../../components/choices.tsx";
import { BusyButton, Notice, Segments } from "../../../components/controls.tsx";
import { ariaKeys, type CommandId, keyHint, labelOf } from "../../../evaluator/commands.ts";
import type { ToolId } from "../../../evaluator/tools.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
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
  const { scene, view } = useScene();
  const { analysis } = usePage();
  const reading = useReading();
  const { undoes, redoes } = useHistoryCommands();
  const { tool, layers } = view;
  const hasPredictions = scene.predictions.length > 0;
  const isRead = analysis?.state === "done";
  return (
    <div className="ce-toolbar" role="toolbar" aria-label="Tools" aria-orientation="vertical">
      <ToolWindow id="threshold" icon={<ShadowInnerIcon />} disabled={!analysis}>
        <ThresholdForm />
      </ToolWindow>
      <ToolWindow id="legend" icon={<MixIcon />} disabled={!isRead}>
        <Legend />
      </ToolWindow>
      <ToolButton command="toggle-predictions" icon={<EyeOpenIcon />} pressed={layers.predictions} />
      <ToolButton
        command="analyze"
        icon={<LightningBoltIcon />}
        disabled={!hasPredictions}
        reason="There are no predictions to analyze"
        busy={reading.busy}
        wanted={reading.failed && hasPredictions}
      />
      <Separator size="4" my="1" />
      <div className="ce-tool-pairs">
        {POINTER_TOOLS.map(({ id, icon, corrects }) => (
          <ToolButton
            key={id}
            compact
            command={`${id}-tool`}
            icon={icon}
            pressed={tool === id}
            disabled={corrects && !isRead}
            reason="The page is not read yet"
          />
        ))}
        <ToolButton compact command="toggle-wires" icon={<Share1Icon />} pressed={layers.wires} />
        <ToolButton
          compact
          command="toggle-problems"
          detail={` (${scene.problems.length})`}
          icon={<ExclamationTriangleIcon />}
          pressed={layers.problems}
        />
        <ToolButton
          compact
          command="undo"
          detail={undoes && `: ${undoes}`}
          icon={<ResetIcon />}
          disabled={undoes === null}
          reason="Nothing to undo"
        />
        <ToolButton
          compact
          command="redo"
          detail={redoes && `: ${redoes}`}
          icon={<ResetIcon style={{ scale: "-1 1" }} />}
          disabled={redoes === null}
          reason="Nothing to redo"
        />
      </div>
    </div>
  );
}

interface ToolWindowProps extends Pick<ToolButtonProps, "icon" | "disabled"> {
  readonly id: "threshold" | "legend";
  readonly children: ReactNode;
}

function ToolWindow({ id, children, ...button }: ToolWindowProps) {
  const narrow = useNarrow();
  const [view, dispatch] = useView();
  return (
    <Popover.Root
      open={view.open === id}
      onOpenChange={(open) => dispatch({ type: "set", part: { open: open ? id : null } })}
    >
      <Popover.Trigger>
        <ToolButton command={id} {...button} />
      </Popover.Trigger>
      <Popover.Content side={narrow ? "bottom" : "right"} align="start" width="330px" aria-label={labelOf(id)}>
        <Flex direction="column" gap="3">
          <strong>{labelOf(id)}</strong>
          {children}
        </Flex>
      </Popover.Content>
    </Popover.Root>
  );
}

function Legend() {
  const [, dispatch] = useView();
  const { predictions } = useScene().scene;
  return (
    <>
      <p className="note">Choose a class, then draw a box around it on the page.</p>
      <Grid columns="1fr 1fr" gap="6px">
        {PREDICTION_CLASSES.map((name) => {
          const count = predictions.filter(({ class_name }) => class_name === name).length;
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
    </>
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
    <>
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
        <span className="muted ce-percent">{automatic ? "auto" : value}</span>
      </Flex>
      <Segments size="1" label="Pages" value={mode} options={MODES} onChange={setMode} />
      <BusyButton variant="soft" busy={tools.filtering.busy} onClick={() => void tools.filtering.run(choice)}>
        Apply Filter
      </BusyButton>
      {tools.filterImage !== null && (
        <Notice>
          The canvas shows the page as it is read.{" "}
          <button type="button" className="link-button" onClick={tools.showPhoto}>
            Show the photo
          </button>
        </Notice>
      )}
      {read !== null && read !== current && (
        <p role="status">
          Set to {current}, but the page was read with {read}. Start Detection reads it with the new one.
        </p>
      )}
      <DetectionButton state={tools.detection} onStart={() => void tools.askToDetect(choice)} />
      <p className="note">
        Detection reads the page again. If you corrected it, you choose whether your corrections are kept.
      </p>
    </>
  );
}

interface ToolButtonProps extends Omit<ComponentPropsWithRef<"button">, "disabled"> {
  readonly command: CommandId;
  /** What follows the command's label. */
  readonly detail?: string | null;
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
  const { run } = useEvaluator();
  const { command, detail, icon, pressed, disabled, reason, busy, wanted, compact, ...rest } = props;
  // The trigger of a window opens it by itself.
  const { onClick = () => run(command), ...button } = rest;
  const label = labelOf(command) + (detail ?? "");
  const hint = disabled && reason ? reason : `${label} (${keyHint(command)})`;
  return (
    <Tooltip content={hint} side="right">
      <button
        type="button"
        {...button}
        className="choice centred ce-tool"
        data-wanted={wanted || undefined}
        data-compact={compact || undefined}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={ariaKeys(command)}
        aria-disabled={disabled || busy || undefined}
        onClick={(event) => {
          if (disabled || busy) event.preventDefault();
          else onClick(event);
        }}
      >
        {busy ? <Spinner size="2" /> : icon}
        {!compact && <span>{label}</span>}
      </button>
    </Tooltip>
  );
}
