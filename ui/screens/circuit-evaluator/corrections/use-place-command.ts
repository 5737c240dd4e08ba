import { moveBox } from "../../../evaluator/boxes.ts";
import type { CommandId } from "../../../evaluator/commands.ts";
import { SIDES, WAYS } from "../../../evaluator/commands.ts";
import { drawnPart, usualBox } from "../../../evaluator/scene.ts";
import { nextStop, wireStops } from "../../../evaluator/wire-places.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../stage/use-scene.ts";
import { movesPlace } from "../stage/view-state.ts";
import { useBoxEdits } from "./use-box-edits.ts";
import { useWireEdits } from "./use-wire-edits.ts";

/** Steps of the keyboard's place, as shares of the picture's width: with the arrow keys, and with Shift. */
const STEP = { coarse: 1 / 60, fine: 1 / 400 } as const;

/**
 * The keys of the tools for wires and for new boxes: arrows move a place over the page, Enter acts there; the keys for
 * the next and previous box lead to the next place of the wires. False for other commands.
 */
export function usePlaceCommand(): (command: CommandId) => boolean {
  const { canvas } = useEvaluator();
  const [view, dispatch] = useView();
  const { scene } = useScene();
  const { pull } = useWireEdits();
  const { draw } = useBoxEdits();
  const { cursor } = view;
  const { from } = view.wire;

  function place(at: { x: number; y: number } | null): void {
    if (!at) return;
    dispatch({ type: "set", part: { cursor: at } });
    canvas.current?.reveal({ x: at.x - 1, y: at.y - 1, width: 2, height: 2 });
    canvas.current?.focus();
  }

  function move(way: { x: number; y: number }, step: number): void {
    const { width, height } = scene.size;
    const part = drawnPart(scene) ?? { x: 0, y: 0, width, height };
    const start = cursor ?? { x: part.x + part.width / 2, y: part.y + part.height / 2 };
    const by = cursor ? step * width : 0;
    const x = Math.min(Math.max(start.x + way.x * by, 0), width);
    const y = Math.min(Math.max(start.y + way.y * by, 0), height);
    place({ x, y });
  }

  function act(at: { x: number; y: number }): void {
    if (view.tool === "add") {
      const { width, height } = usualBox(scene, view.palette);
      const box = { x: 0, y: 0, width, height };
      draw(moveBox(box, { by: { x: at.x - width / 2, y: at.y - height / 2 }, within: scene.size }));
    } else if (from) pull([from, at]);
    else dispatch({ type: "wire", change: { menu: at } });
  }

  return (command) => {
    if (!movesPlace(view.tool) || view.selected !== null) return false;
    const [way, side] = [WAYS[command], SIDES[command]];
    if (way) move(way, STEP.coarse);
    else if (side) move(side, STEP.fine);
    else if (command === "next-box" && view.tool === "wire") place(nextStop(wireStops(scene), { at: cursor, by: 1 }));
    else if (command === "previous-box" && view.tool === "wire")
      place(nextStop(wireStops(scene), { at: cursor, by: -1 }));
    else if (command === "edit-box" && cursor) act(cursor);
    else return false;
    return true;
  };
}
