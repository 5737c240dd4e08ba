import { Button, Flex, Popover, Text } from "@radix-ui/themes";
import { overlaps } from "../../../../core/geometry/boxes.ts";
import { wirePlace } from "../../../evaluator/wire-places.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";
import { usePart } from "../../../store.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../stage/use-scene.ts";
import { useWireEdits } from "./use-wire-edits.ts";

/** Side of the box of an end that gets a name, as a share of the picture's width. */
const NAME_BOX = 1 / 50;

/** The window at a place of the wire tool: what can be said of the wires there. */
export function WireWindow() {
  const { store, canvas } = useEvaluator();
  const [view, dispatch] = useView();
  const { scene } = useScene();
  const { make } = useWireEdits();
  const narrow = useNarrow();
  // The window stays at its place while the view moves.
  usePart(store, "viewport");
  const at = view.wire.menu;
  if (!at || !canvas.current) return null;
  const { onWire, gate } = wirePlace(scene, at);
  const place = canvas.current.screenBox({ ...at, width: 1, height: 1 });
  const side = NAME_BOX * scene.size.width;
  const close = () => dispatch({ type: "wire", change: { menu: null } });

  function lead(): void {
    dispatch({ type: "wire", change: { menu: null, from: at, cursor: at } });
    canvas.current?.focus();
  }

  function name(): void {
    const box = { x: at!.x - side / 2, y: at!.y - side / 2, width: side, height: side };
    const known = scene.predictions.find((each) => /put$/.test(each.class_name) && overlaps(each, box));
    dispatch(known ? { type: "select", id: known.id, edit: true } : { type: "name", box });
    dispatch({ type: "wire", change: { menu: null } });
  }

  return (
    <Popover.Root open onOpenChange={(open) => !open && close()}>
      <Popover.Anchor className="ce-anchor" style={{ left: place.x, top: place.y, width: 1, height: 1 }} />
      <Popover.Content
        width="260px"
        size="1"
        minWidth="0px"
        side={narrow ? "bottom" : "right"}
        sideOffset={12}
        aria-label="Wires here"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // The window that follows would close if the focus left it.
          if (store.get("view").chooser === null) canvas.current?.focus();
        }}
      >
        <Text as="p" weight="bold" size="2" mb="2">
          {onWire || gate ? "Wires here" : "No wire is here"}
        </Text>
        <Flex direction="column" gap="1">
          {onWire && (
            <>
              <Choice onChoose={() => make({ kind: "cut", at })}>Cut the wire</Choice>
              <Choice onChoose={() => make({ kind: "meeting", at, as: "crosses" })}>Lines cross here</Choice>
              <Choice onChoose={() => make({ kind: "meeting", at, as: "joins" })}>Lines are joined here</Choice>
            </>
          )}
          {gate && (
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
      </Popover.Content>
    </Popover.Root>
  );
}

function Choice({ children, onChoose }: { readonly children: string; onChoose(): void }) {
  return (
    <Button variant="soft" color="gray" size="3" onClick={onChoose}>
      {children}
    </Button>
  );
}
