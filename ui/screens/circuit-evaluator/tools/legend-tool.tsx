import { MixIcon } from "@radix-ui/react-icons";
import { Grid, Popover, Text } from "@radix-ui/themes";
import { PREDICTION_CLASSES } from "../../../../core/rules/prediction-class.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";
import { useView } from "../evaluator-store.ts";
import { ClassButton } from "../stage/class-button.tsx";
import { useScene } from "../stage/use-scene.ts";
import { usePage } from "../use-page.ts";
import { ToolButton } from "./tool-button.tsx";

export function LegendTool() {
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
