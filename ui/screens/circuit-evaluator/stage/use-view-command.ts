import type { CommandId } from "../../../evaluator/commands.ts";
import { SIDES, WAYS } from "../../../evaluator/commands.ts";
import {
  flaggedPredictions,
  predictionsInReadingOrder,
  type ScenePrediction,
  stepPrediction,
} from "../../../evaluator/scene.ts";
import { useNudge } from "../corrections/use-nudge.ts";
import { usePlaceCommand } from "../corrections/use-place-command.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "./use-scene.ts";
import type { ViewAction } from "./view-state.ts";

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
      const field = document.getElementById("ce-grade-total");
      if (field instanceof HTMLInputElement) field.select();
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
