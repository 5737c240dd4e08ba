import { ShadowInnerIcon } from "@radix-ui/react-icons";
import { Button, Flex, Popover, Text } from "@radix-ui/themes";
import { useState } from "react";
import { THRESHOLD } from "../../../../core/rules/limits.ts";
import { SwitchField } from "../../../components/fields/field.tsx";
import { Segments } from "../../../components/fields/segments.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useNarrow } from "../../../hooks/use-narrow.ts";
import { useView } from "../evaluator-store.ts";
import { usePage } from "../use-page.ts";
import { DetectionButton } from "./detection-button.tsx";
import type { ThresholdChoice } from "./detection-question.ts";
import { RangeInput } from "./range-input.tsx";
import { ToolButton } from "./tool-button.tsx";
import { useTools } from "./use-tools.ts";

export function ThresholdTool() {
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
