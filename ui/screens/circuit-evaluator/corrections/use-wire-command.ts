import type { CommandId } from "../../../evaluator/commands.ts";
import { drawnPart } from "../../../evaluator/scene.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { SIDES, WAYS } from "../stage/arrow-ways.ts";
import { useScene } from "../stage/use-scene.ts";
import { useWireEdits } from "./use-wire-edits.ts";

/** Steps of the keyboard's place, as shares of the picture's width: with the arrow keys, and with Shift. */
const STEP = { coarse: 1 / 60, fine: 1 / 400 } as const;

/** The keys of the wire tool: arrows move a place over the page, Enter acts there. False for other commands. */
export function useWireCommand(): (command: CommandId) => boolean {
  const { canvas } = useEvaluator();
  const [view, dispatch] = useView();
  const { scene } = useScene();
  const { pull } = useWireEdits();
  const { cursor, from } = view.wire;

  function move(way: { x: number; y: number }, step: number): void {
    const { width, height } = scene.size;
    const part = drawnPart(scene) ?? { x: 0, y: 0, width, height };
    const start = cursor ?? { x: part.x + part.width / 2, y: part.y + part.height / 2 };
    const by = cursor ? step * width : 0;
    const x = Math.min(Math.max(start.x + way.x * by, 0), width);
    const y = Math.min(Math.max(start.y + way.y * by, 0), height);
    dispatch({ type: "wire", change: { cursor: { x, y } } });
    canvas.current?.reveal({ x: x - 1, y: y - 1, width: 2, height: 2 });
  }

  return (command) => {
    if (view.tool !== "wire" || view.selected !== null) return false;
    const [way, side] = [WAYS[command], SIDES[command]];
    if (way) move(way, STEP.coarse);
    else if (side) move(side, STEP.fine);
    else if (command === "edit-box" && cursor) {
      if (from) pull([from, cursor]);
      else dispatch({ type: "wire", change: { menu: cursor } });
    } else return false;
    return true;
  };
}
