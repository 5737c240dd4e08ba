import { TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, Flex, Grid, Popover, Text, TextField } from "@radix-ui/themes";
import { type ReactNode, useState } from "react";
import { overlaps } from "../../../../core/geometry/boxes.ts";
import type { ScreenBox } from "../../../../core/geometry/coordinates.ts";
import { TEXT_LENGTHS } from "../../../../core/rules/limits.ts";
import { PREDICTION_CLASSES } from "../../../../core/rules/prediction-class.ts";
import { Segments, SmallButton } from "../../../components/controls.tsx";
import { isFlagged, type ScenePrediction } from "../../../evaluator/scene.ts";
import { likelyEnd, roleAt, wirePlace } from "../../../evaluator/wire-places.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";
import { usePart } from "../../../store.ts";
import { useBoxEdits, useWireEdits } from "../corrections/use-edits.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../use-page.ts";
import { ClassButton } from "./class-button.tsx";

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

/** Side of the box of an end that gets a name, as a share of the picture's width. */
const NAME_BOX = 1 / 50;

export function WireWindow() {
  const { store, canvas } = useEvaluator();
  const [view, dispatch] = useView();
  const { scene } = useScene();
  const { make } = useWireEdits();
  // The window stays at its place while the view moves.
  usePart(store, "viewport");
  const at = view.wire.menu;
  if (!at || !canvas.current) return null;
  const { onWire, meeting, gate } = wirePlace(scene, at);
  const place = canvas.current.screenBox({ ...at, width: 1, height: 1 });
  const side = NAME_BOX * scene.size.width;
  const close = () => dispatch({ type: "wire", change: { menu: null } });

  /** The window that follows would close if the focus left it. */
  function focusBack(): void {
    if (store.get("view").chooser === null) canvas.current?.focus();
  }

  function lead(): void {
    dispatch({ type: "set", part: { cursor: at! } });
    dispatch({ type: "wire", change: { menu: null, from: at } });
    canvas.current?.focus();
  }

  function name(): void {
    const box = { x: at!.x - side / 2, y: at!.y - side / 2, width: side, height: side };
    const known = scene.predictions.find((each) => /put$/.test(each.class_name) && overlaps(each, box));
    dispatch(known ? { type: "select", id: known.id, edit: true } : { type: "name", box });
    dispatch({ type: "wire", change: { menu: null } });
  }

  return (
    <CanvasWindow place={place} label="Wires here" width="280px" onClose={close} onFocusBack={focusBack}>
      <Text as="p" weight="bold" size="2" mb="2">
        {onWire || gate ? "Wires here" : "No wire is here"}
      </Text>
      <Flex direction="column" gap="1">
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
    </CanvasWindow>
  );
}

function Choice({ children, onChoose }: { readonly children: string; onChoose(): void }) {
  return (
    <Button variant="soft" color="gray" size="3" onClick={onChoose}>
      {children}
    </Button>
  );
}

interface CanvasWindowProps {
  /** What it is about on the canvas, in CSS pixels; the window is next to it. */
  readonly place: ScreenBox;
  readonly label: string;
  readonly width: string;
  onClose(): void;
  /** The focus returns to the drawing. */
  onFocusBack(): void;
  readonly children: ReactNode;
}

function CanvasWindow({ place, label, width, onClose, onFocusBack, children }: CanvasWindowProps) {
  const narrow = useNarrow();
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
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
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onFocusBack();
        }}
      >
        {children}
      </Popover.Content>
    </Popover.Root>
  );
}
