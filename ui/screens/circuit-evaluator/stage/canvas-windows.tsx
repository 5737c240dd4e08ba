import { TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, Flex, Grid, Popover, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import { overlaps } from "../../../../core/geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../../../../core/geometry/coordinates.ts";
import { TEXT_LENGTHS } from "../../../../core/rules/limits.ts";
import { PREDICTION_CLASSES, type PredictionClass } from "../../../../core/rules/prediction-class.ts";
import { Segments, SmallButton } from "../../../components/controls.tsx";
import { isFlagged, isTerminal, type ScenePrediction } from "../../../evaluator/scene.ts";
import type { ViewState } from "../../../evaluator/view-state.ts";
import { likelyEnd, roleAt, wirePlace } from "../../../evaluator/wire-places.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";
import { usePart } from "../../../store.ts";
import { useBoxEdits, useWireEdits } from "../corrections/use-edits.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../use-page.ts";
import { ClassButton } from "./class-button.tsx";

/** The window at a place of the drawing: of the selected box, of a new one, or of the wires there. */
export function PlaceWindow() {
  const { store, canvas } = useEvaluator();
  const [{ open }, dispatch] = useView();
  const { chosen } = useScene();
  const narrow = useNarrow();
  // The window stays at its place while the view moves.
  usePart(store, "viewport");
  const content = windowOf(open, chosen);
  if (!content || !canvas.current) return null;
  const { label, width, children } = content;
  const place = canvas.current.screenBox(content.at);

  /** The window that follows would close if the focus left it. */
  function focusBack(event: Event): void {
    event.preventDefault();
    if (store.get("view").open === null) canvas.current?.focus();
  }

  return (
    <Popover.Root key={label} open onOpenChange={(isOpen) => !isOpen && dispatch({ type: "close" })}>
      <Popover.Anchor
        className="ce-anchor"
        style={{ left: place.x, top: place.y, width: Math.max(1, place.width), height: Math.max(1, place.height) }}
      />
      <Popover.Content
        width={width}
        size="1"
        minWidth="0px"
        side={narrow ? "bottom" : "right"}
        sideOffset={12}
        aria-label={label}
        onCloseAutoFocus={focusBack}
      >
        {children}
      </Popover.Content>
    </Popover.Root>
  );
}

function windowOf(open: ViewState["open"], chosen: ScenePrediction | null) {
  if (open === "box" && chosen) {
    const label = `Box ${chosen.class_name}`;
    return { at: chosen, label, width: "340px", children: <ClassChooser key={chosen.id} current={chosen} /> };
  }
  if (open === null || typeof open === "string") return null;
  if ("wiresAt" in open) {
    const at = { ...open.wiresAt, width: 1, height: 1 };
    return { at, label: "Wires here", width: "280px", children: <WireChoices at={open.wiresAt} /> };
  }
  const { box, asks } = open;
  return asks === "class"
    ? { at: box, label: "New box", width: "340px", children: <NewBoxChooser box={box} /> }
    : { at: box, label: "Name of the end", width: "280px", children: <EndForm box={box} /> };
}

function NewBoxChooser({ box }: { readonly box: PictureBox }) {
  const { add } = useBoxEdits();
  const [, dispatch] = useView();
  return (
    <div className="spaced tight">
      <strong>What is in the box?</strong>
      <Classes onChoose={(name) => add(box, name)} />
      <SmallButton onClick={() => dispatch({ type: "close" })}>Cancel</SmallButton>
    </div>
  );
}

function ClassChooser({ current }: { readonly current: ScenePrediction }) {
  const edits = useBoxEdits();
  const [{ confidence }, dispatch] = useView();
  const { class_name, name } = current;
  const flagged = isFlagged(current, confidence);
  return (
    <>
      <Flex align="center" gap="2" mb="2">
        <strong>Change the class</strong>
        <Badge color={flagged ? "red" : "gray"}>
          {class_name} {Math.round(current.confidence * 100)} %{flagged ? " flagged" : ""}
        </Badge>
      </Flex>
      <Classes chosen={class_name} onChoose={edits.chooseClass} />
      {isTerminal(current) && <NameForm size="1" known={name} action="Rename" onName={edits.rename} />}
      <Flex justify="between" mt="3">
        <SmallButton onClick={() => dispatch({ type: "close" })}>Close</SmallButton>
        <Button variant="soft" color="red" size="1" onClick={() => edits.remove()}>
          <TrashIcon /> Remove
        </Button>
      </Flex>
    </>
  );
}

interface ClassesProps {
  readonly chosen?: PredictionClass;
  onChoose(name: PredictionClass): void;
}

function Classes({ chosen, onChoose }: ClassesProps) {
  return (
    <Grid columns="1fr 1fr" gap="6px">
      {PREDICTION_CLASSES.map((name) => (
        <ClassButton key={name} name={name} aria-pressed={name === chosen} onClick={() => onChoose(name)} />
      ))}
    </Grid>
  );
}

interface NameFormProps {
  readonly known?: string;
  readonly action: string;
  readonly size: "1" | "3";
  onName(name: string): void;
}

/** The name of an input or output; `~A` is A with a bar. */
function NameForm({ known = "", action, size, onName }: NameFormProps) {
  const [name, setName] = useState(known);
  const typed = name.trim();
  const isNew = typed !== "" && typed !== known;
  return (
    <form
      className="line"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) onName(typed);
      }}
    >
      <Text as="label" className="field-label line">
        Name
        <TextField.Root
          size={size}
          maxLength={TEXT_LENGTHS.label}
          autoComplete="off"
          autoCapitalize="characters"
          autoFocus={size === "3"}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Text>
      <Button type="submit" size={size} variant="soft" disabled={!isNew}>
        {action}
      </Button>
    </form>
  );
}

const KINDS = [
  { value: "input", label: "Input" },
  { value: "output", label: "Output" },
] as const;

function EndForm({ box }: { readonly box: PictureBox }) {
  const { add } = useBoxEdits();
  const { scene } = useScene();
  const [kind, setKind] = useState(() => likelyEnd(scene, box));
  return (
    <Flex direction="column" gap="3">
      <Segments size="3" label="Kind of end" value={kind} options={KINDS} onChange={setKind} />
      <NameForm size="3" action="Name it" onName={(name) => add(box, kind, name)} />
    </Flex>
  );
}

/** Side of the box of an end that gets a name, as a share of the picture's width. */
const NAME_BOX = 1 / 50;

function WireChoices({ at }: { readonly at: PicturePoint }) {
  const { canvas } = useEvaluator();
  const [, dispatch] = useView();
  const { scene } = useScene();
  const { make } = useWireEdits();
  const { onWire, meeting, gate } = wirePlace(scene, at);
  const side = NAME_BOX * scene.size.width;

  function lead(): void {
    dispatch({ type: "set", part: { cursor: at, from: at, open: null } });
    canvas.current?.focus();
  }

  function name(): void {
    const box = { x: at.x - side / 2, y: at.y - side / 2, width: side, height: side };
    const known = scene.predictions.find((each) => isTerminal(each) && overlaps(each, box));
    dispatch(known ? { type: "select", id: known.id, edit: true } : { type: "ask", box, asks: "name" });
  }

  return (
    <Flex direction="column" gap="1">
      <strong>{onWire || gate ? "Wires here" : "No wire is here"}</strong>
      {onWire && <Choice onChoose={() => make({ kind: "cut", at })}>Cut the wire</Choice>}
      {meeting.map((as) => (
        <Choice key={as} onChoose={() => make({ kind: "meeting", at, as })}>
          {as === "crosses" ? "Lines cross here" : "Lines are joined here"}
        </Choice>
      ))}
      {gate && roleAt(gate, at) === "input" && (
        <>
          <Choice onChoose={() => make({ kind: "invert", pin: at, inverted: true })}>This input is inverted</Choice>
          <Choice onChoose={() => make({ kind: "invert", pin: at, inverted: false })}>
            This input is not inverted
          </Choice>
        </>
      )}
      <Choice onChoose={lead}>Lead a wire from here</Choice>
      <Choice onChoose={name}>Name an input or output here</Choice>
    </Flex>
  );
}

function Choice({ children, onChoose }: { readonly children: string; onChoose(): void }) {
  return (
    <Button variant="soft" color="gray" size="3" onClick={onChoose}>
      {children}
    </Button>
  );
}
