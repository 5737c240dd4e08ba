import { Button, Flex, Text } from "@radix-ui/themes";
import { overlaps } from "../../../../core/geometry/boxes.ts";
import { roleAt, wirePlace } from "../../../evaluator/wire-places.ts";
import { usePart } from "../../../store.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { CanvasWindow } from "../stage/canvas-window.tsx";
import { useScene } from "../stage/use-scene.ts";
import { useWireEdits } from "./use-wire-edits.ts";

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
