import { TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, Flex, Grid, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ScreenBox } from "../../../../core/geometry/coordinates.ts";
import { PREDICTION_CLASSES, type PredictionClass } from "../../../../core/rules/prediction-class.ts";
import { CanvasWindow } from "./canvas-window.tsx";
import { ClassButton } from "./class-button.tsx";
import "./class-chooser.css";
import { TEXT_LENGTHS } from "../../../../core/rules/limits.ts";

export interface ClassChooserProps {
  /** Where the box is on the canvas, in CSS pixels; the window is next to it. */
  readonly place: ScreenBox;
  /** The current name of the box; null for a box that was just drawn. */
  readonly current: {
    readonly className: PredictionClass;
    readonly confidence: number;
    readonly flagged: boolean;
    /** The name of an input or output. */
    readonly label: string;
  } | null;
  onChoose(className: PredictionClass): void;
  /** Sets a new name for an input or output. */
  onRename(name: string): void;
  onRemove(): void;
  onClose(): void;
  /** The focus returns to the drawing. */
  onFocusBack(): void;
}

/** The popup at a box: what it is, the classes it could be, and a button to remove it. */
export function ClassChooser(props: ClassChooserProps) {
  const { place, current, onChoose, onRemove, onClose, onFocusBack } = props;
  const isTerminal = current?.className === "input" || current?.className === "output";
  return (
    <CanvasWindow
      place={place}
      label={current ? `Box ${current.className}` : "New box"}
      width="340px"
      onClose={onClose}
      onFocusBack={onFocusBack}
    >
      <Flex align="center" gap="2" mb="2">
        <Text as="p" weight="bold" size="2">
          {current ? "Change the class" : "What is in the box?"}
        </Text>
        {current && (
          <Badge color={current.flagged ? "red" : "gray"}>
            {current.className} {Math.round(current.confidence * 100)} %{current.flagged ? " flagged" : ""}
          </Badge>
        )}
      </Flex>
      <Grid columns="1fr 1fr" gap="6px">
        {PREDICTION_CLASSES.map((name) => (
          <ClassButton
            key={name}
            name={name}
            aria-pressed={name === current?.className}
            onClick={() => onChoose(name)}
          />
        ))}
      </Grid>
      {isTerminal && <NameForm label={current.label} onRename={props.onRename} />}
      <Flex justify="between" mt="3">
        <Button variant="soft" color="gray" size="1" onClick={onClose}>
          {current ? "Close" : "Cancel"}
        </Button>
        {current && (
          <Button variant="soft" color="red" size="1" onClick={onRemove}>
            <TrashIcon /> Remove
          </Button>
        )}
      </Flex>
    </CanvasWindow>
  );
}

/** The name of an input or output; `~A` is A with a bar. */
function NameForm({ label, onRename }: { label: string; onRename(name: string): void }) {
  const [name, setName] = useState(label);
  const typed = name.trim();
  return (
    <form
      className="ce-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== "" && typed !== label) onRename(typed);
      }}
    >
      <Text as="label" size="2" weight="medium" htmlFor="ce-terminal-name">
        Name
      </Text>
      <TextField.Root
        id="ce-terminal-name"
        size="1"
        maxLength={TEXT_LENGTHS.label}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="1" variant="soft" disabled={typed === "" || typed === label}>
        Rename
      </Button>
    </form>
  );
}
