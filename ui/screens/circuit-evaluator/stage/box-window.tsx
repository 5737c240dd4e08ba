import { TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, Flex, Grid, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import { TEXT_LENGTHS } from "../../../../core/rules/limits.ts";
import { PREDICTION_CLASSES } from "../../../../core/rules/prediction-class.ts";
import { SmallButton } from "../../../components/buttons/quiet-button.tsx";
import { Segments } from "../../../components/fields/segments.tsx";
import { isFlagged, type ScenePrediction } from "../../../evaluator/scene.ts";
import { likelyEnd } from "../../../evaluator/wire-places.ts";
import { usePart } from "../../../store.ts";
import { useBoxEdits } from "../corrections/use-box-edits.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { CanvasWindow } from "./canvas-window.tsx";
import { ClassButton } from "./class-button.tsx";
import { useScene } from "./use-scene.ts";

/** The popup at a box: of the selected prediction, of one that was just drawn, or of an end that gets a name. */
export function BoxWindow() {
  const { store, canvas } = useEvaluator();
  const [{ chooser }, dispatch] = useView();
  const { scene, chosen } = useScene();
  // The popup stays at its box while the view moves.
  usePart(store, "viewport");
  const drawn = chooser && "box" in chooser ? chooser : null;
  const box = drawn?.box ?? (chooser && chosen);
  if (!box || !canvas.current) return null;
  const namesEnd = drawn?.asks === "name";
  const current = drawn ? null : chosen;
  const close = () => dispatch({ type: "close-chooser" });

  return (
    <CanvasWindow
      place={canvas.current.screenBox(box)}
      label={namesEnd ? "Name of the end" : current ? `Box ${current.class_name}` : "New box"}
      width={namesEnd ? "280px" : "340px"}
      onClose={close}
      onFocusBack={() => canvas.current?.focus()}
    >
      {namesEnd ? (
        <EndForm guess={likelyEnd(scene, box)} onClose={close} />
      ) : (
        <ClassChooser current={current} onClose={close} />
      )}
    </CanvasWindow>
  );
}

interface ClassChooserProps {
  /** Null for a box that was just drawn. */
  readonly current: ScenePrediction | null;
  onClose(): void;
}

function ClassChooser({ current, onClose }: ClassChooserProps) {
  const edits = useBoxEdits();
  const [{ confidence }] = useView();
  const flagged = current !== null && isFlagged(current, confidence);
  const isTerminal = current?.class_name === "input" || current?.class_name === "output";
  return (
    <>
      <Flex align="center" gap="2" mb="2">
        <Text as="p" weight="bold" size="2">
          {current ? "Change the class" : "What is in the box?"}
        </Text>
        {current && (
          <Badge color={flagged ? "red" : "gray"}>
            {current.class_name} {Math.round(current.confidence * 100)} %{flagged ? " flagged" : ""}
          </Badge>
        )}
      </Flex>
      <Grid columns="1fr 1fr" gap="6px">
        {PREDICTION_CLASSES.map((name) => (
          <ClassButton
            key={name}
            name={name}
            aria-pressed={name === current?.class_name}
            onClick={() => edits.chooseClass(name)}
          />
        ))}
      </Grid>
      {isTerminal && <NameForm label={edits.labelOf(current.id)} onRename={edits.rename} />}
      <Flex justify="between" mt="3">
        <SmallButton onClick={onClose}>{current ? "Close" : "Cancel"}</SmallButton>
        {current && (
          <Button variant="soft" color="red" size="1" onClick={() => edits.remove()}>
            <TrashIcon /> Remove
          </Button>
        )}
      </Flex>
    </>
  );
}

/** The name of an input or output; `~A` is A with a bar. */
function NameForm({ label, onRename }: { label: string; onRename(name: string): void }) {
  const [name, setName] = useState(label);
  const typed = name.trim();
  return (
    <form
      className="line"
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

const KINDS = [
  { value: "input", label: "Input" },
  { value: "output", label: "Output" },
] as const;

function EndForm({ guess, onClose }: { readonly guess: "input" | "output"; onClose(): void }) {
  const { nameEnd } = useBoxEdits();
  const [kind, setKind] = useState(guess);
  const [name, setName] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") nameEnd(kind, name.trim());
      }}
    >
      <Flex direction="column" gap="3">
        <Segments size="3" label="Kind of end" value={kind} options={KINDS} onChange={setKind} />
        <div>
          <Text as="label" size="2" weight="medium" htmlFor="ce-end-name">
            Name
          </Text>
          <TextField.Root
            id="ce-end-name"
            size="3"
            maxLength={TEXT_LENGTHS.label}
            autoComplete="off"
            autoCapitalize="characters"
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Flex gap="2" justify="end">
          <Button type="button" size="3" variant="soft" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="3" disabled={name.trim() === ""}>
            Name it
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}
