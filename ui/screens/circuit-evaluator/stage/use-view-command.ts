import type { Dispatch } from "react";
import type { CommandId } from "../../../evaluator/commands.ts";
import {
  flaggedPredictions,
  predictionsInReadingOrder,
  type Scene,
  type ScenePrediction,
  stepPrediction,
} from "../../../evaluator/scene.ts";
import { type Nudge, useNudge } from "../corrections/use-nudge.ts";
import { usePlaceCommand } from "../corrections/use-place-command.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { SIDES, WAYS } from "./arrow-ways.ts";
import type { CanvasHandle } from "./picture-canvas.tsx";
import { useScene } from "./use-scene.ts";
import type { ViewAction, ViewState } from "./view-state.ts";

interface ViewCommandContext {
  readonly view: ViewState;
  readonly scene: Scene;
  readonly chosen: ScenePrediction | null;
  readonly canvas: CanvasHandle | null;
  readonly nudge: Nudge;
  readonly dispatch: Dispatch<ViewAction>;
}

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
  threshold: { type: "open", open: "threshold" },
  legend: { type: "open", open: "legend" },
  compare: { type: "tab", tab: "compare" },
  netlist: { type: "tab", tab: "netlist" },
  escape: { type: "escape" },
};

/** Runs commands of the view; returns false for any other command. */
export function useViewCommand(): (command: CommandId) => boolean {
  const runPlaceCommand = usePlaceCommand();
  const { canvas } = useEvaluator();
  const [, dispatch] = useView();
  const { scene, view, chosen } = useScene();
  const nudge = useNudge();
  return (command) =>
    runPlaceCommand(command) || viewCommand(command, { view, scene, chosen, canvas: canvas.current, nudge, dispatch });
}

function viewCommand(command: CommandId, context: ViewCommandContext): boolean {
  const { scene, chosen, canvas, nudge, dispatch, view } = context;
  const action = ACTIONS[command];
  const way = WAYS[command];
  const side = SIDES[command];
  // Steps that are visible at every resolution.
  const step = Math.max(1, Math.round(scene.size.width / 600));
  if (action) dispatch(action);
  else if (way && chosen) nudge.move(chosen, { x: way.x * step, y: way.y * step });
  else if (way) canvas?.pan({ x: -way.x * PAN_STEP, y: -way.y * PAN_STEP });
  else if (side && chosen) nudge.grow(chosen, { x: side.x * step, y: side.y * step });
  else if (command === "zoom-in") canvas?.zoomBy(ZOOM_STEP);
  else if (command === "zoom-out") canvas?.zoomBy(1 / ZOOM_STEP);
  else if (command === "fit") canvas?.fit();
  else if (command === "fit-drawing") canvas?.fitDrawing();
  else if (command === "next-box")
    stepTo(context, { predictions: predictionsInReadingOrder(scene.predictions), by: 1 });
  else if (command === "previous-box")
    stepTo(context, { predictions: predictionsInReadingOrder(scene.predictions), by: -1 });
  else if (command === "next-flagged") {
    stepTo(context, { predictions: flaggedPredictions(scene.predictions, view.confidence), by: 1 });
  } else if (command === "edit-box" && chosen) dispatch({ type: "select", id: chosen.id, edit: true });
  else if (command === "grade") openGrade(dispatch);
  else return false;
  return true;
}

function stepTo(
  { view, canvas, nudge, dispatch }: ViewCommandContext,
  { predictions, by }: { predictions: readonly ScenePrediction[]; by: 1 | -1 },
): void {
  nudge.settle();
  const to = stepPrediction(predictions, { id: view.selected, by });
  if (!to) return;
  if (!view.layers.predictions) dispatch({ type: "toggle", layer: "predictions" });
  dispatch({ type: "select", id: to.id, edit: false });
  canvas?.reveal(to);
  canvas?.focus();
}

function openGrade(dispatch: Dispatch<ViewAction>): void {
  dispatch({ type: "tab", tab: "grade" });
  requestAnimationFrame(() => {
    const field = document.getElementById("ce-grade-total");
    if (field instanceof HTMLInputElement) field.select();
  });
}
