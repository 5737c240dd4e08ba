import { type CommandId, SIDES, WAYS } from "../../../evaluator/commands.ts";
import {
  drawnPart,
  flaggedPredictions,
  predictionsInReadingOrder,
  type ScenePrediction,
  stepPrediction,
  usualBox,
} from "../../../evaluator/scene.ts";
import { moveBox } from "../../../evaluator/tools.ts";
import { nextStop, wireStops } from "../../../evaluator/wire-places.ts";
import { useBoxEdits, useNudge, useWireEdits } from "../corrections/use-edits.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../use-page.ts";
import { movesPlace, type ViewAction } from "./view-state.ts";

const PAN_STEP = 60;
const ZOOM_STEP = 1.25;

const ACTIONS: Partial<Record<CommandId, ViewAction>> = {
  "toggle-predictions": { type: "toggle", layer: "predictions" },
  "toggle-wires": { type: "toggle", layer: "wires" },
  "toggle-problems": { type: "toggle", layer: "problems" },
  "select-tool": { type: "tool", tool: "select" },
  "hand-tool": { type: "tool", tool: "hand" },
  "add-tool": { type: "tool", tool: "add" },
  "wire-tool": { type: "tool", tool: "wire" },
  "erase-tool": { type: "tool", tool: "erase" },
  threshold: { type: "set", part: { open: "threshold" } },
  legend: { type: "set", part: { open: "legend" } },
  compare: { type: "set", part: { tab: "compare" } },
  netlist: { type: "set", part: { tab: "netlist" } },
  escape: { type: "escape" },
};

/** Runs commands of the view; returns false for any other command. */
export function useViewCommand(): (command: CommandId) => boolean {
  const runPlaceCommand = usePlaceCommand();
  const { canvas } = useEvaluator();
  const [, dispatch] = useView();
  const { scene, view, chosen } = useScene();
  const nudge = useNudge();

  function stepTo(predictions: readonly ScenePrediction[], by: 1 | -1): void {
    nudge.settle();
    const to = stepPrediction(predictions, { id: view.selected, by });
    if (!to) return;
    if (!view.layers.predictions) dispatch({ type: "toggle", layer: "predictions" });
    dispatch({ type: "select", id: to.id, edit: false });
    canvas.current?.reveal(to);
    canvas.current?.focus();
  }

  /** The grade is typed next. */
  function openGrade(): void {
    dispatch({ type: "set", part: { tab: "grade" } });
    requestAnimationFrame(() => {
      document.querySelector<HTMLInputElement>("input[name=grade]")?.select();
    });
  }

  return (command) => {
    if (runPlaceCommand(command)) return true;
    const action = ACTIONS[command];
    const way = WAYS[command];
    const side = SIDES[command];
    // Steps that are visible at every resolution.
    const step = Math.max(1, Math.round(scene.size.width / 600));
    if (action) dispatch(action);
    else if (way && chosen) nudge.move(chosen, { x: way.x * step, y: way.y * step });
    else if (way) canvas.current?.pan({ x: -way.x * PAN_STEP, y: -way.y * PAN_STEP });
    else if (side && chosen) nudge.grow(chosen, { x: side.x * step, y: side.y * step });
    else if (command === "zoom-in") canvas.current?.zoomBy(ZOOM_STEP);
    else if (command === "zoom-out") canvas.current?.zoomBy(1 / ZOOM_STEP);
    else if (command === "fit") canvas.current?.fit();
    else if (command === "fit-drawing") canvas.current?.fitDrawing();
    else if (command === "next-box") stepTo(predictionsInReadingOrder(scene.predictions), 1);
    else if (command === "previous-box") stepTo(predictionsInReadingOrder(scene.predictions), -1);
    else if (command === "next-flagged") stepTo(flaggedPredictions(scene.predictions, view.confidence), 1);
    else if (command === "edit-box" && chosen) dispatch({ type: "select", id: chosen.id, edit: true });
    else if (command === "grade") openGrade();
    else return false;
    return true;
  };
}

/** Steps of the keyboard's place, as shares of the picture's width: with the arrow keys, and with Shift. */
const STEP = { coarse: 1 / 60, fine: 1 / 400 } as const;

/**
 * The keys of the tools for wires and for new boxes: arrows move a place over the page, Enter acts there; the keys for
 * the next and previous box lead to the next place of the wires. False for other commands.
 */
function usePlaceCommand(): (command: CommandId) => boolean {
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
    else if (view.tool === "erase") dispatch({ type: "wire", change: { from: at } });
    else dispatch({ type: "wire", change: { menu: at } });
  }

  return (command) => {
    if (!movesPlace(view.tool) || view.selected !== null) return false;
    const [way, side] = [WAYS[command], SIDES[command]];
    if (way) move(way, STEP.coarse);
    else if (side) move(side, STEP.fine);
    else if (command === "next-box" && view.tool !== "add") place(nextStop(wireStops(scene), { at: cursor, by: 1 }));
    else if (command === "previous-box" && view.tool !== "add")
      place(nextStop(wireStops(scene), { at: cursor, by: -1 }));
    else if (command === "edit-box" && cursor) act(cursor);
    else return false;
    return true;
  };
}
