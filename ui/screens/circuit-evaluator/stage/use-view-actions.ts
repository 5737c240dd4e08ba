import { clamp } from "../../../../core/basics/numbers.ts";
import type { PicturePoint } from "../../../../core/geometry/coordinates.ts";
import type { Actions } from "../../../evaluator/commands.ts";
import {
  drawnPart,
  flaggedPredictions,
  predictionsInReadingOrder,
  type ScenePrediction,
  stepPrediction,
  usualBox,
} from "../../../evaluator/scene.ts";
import { moveBox, type ToolId } from "../../../evaluator/tools.ts";
import { movesPlace, type ViewState } from "../../../evaluator/view-state.ts";
import { nextStop, wireStops } from "../../../evaluator/wire-places.ts";
import { useBoxEdits, useWireEdits } from "../corrections/use-edits.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../use-page.ts";

const PAN_STEP = 60;
const ZOOM_STEP = 1.25;
/** Steps of the keyboard's place, as shares of the picture's width: with the arrow keys, and with Shift. */
const PLACE_STEP = { coarse: 1 / 60, fine: 1 / 400 } as const;

/**
 * The commands of the view. With the tools for wires and for new boxes, and no box chosen, arrows move a place over the
 * page and Enter acts there; with those for wires, the keys for the next and previous box lead to places of the wires.
 */
export function useViewActions(): Actions {
  const { canvas } = useEvaluator();
  const [, dispatch] = useView();
  const { scene, view, chosen } = useScene();
  const edits = useBoxEdits();
  const { pull } = useWireEdits();
  const { cursor, tool } = view;
  const { width, height } = scene.size;
  const isPlacing = movesPlace(tool) && view.selected === null;
  // Steps that are visible at every resolution.
  const pixels = Math.max(1, Math.round(width / 600));

  function stepTo(predictions: readonly ScenePrediction[], by: 1 | -1): void {
    const to = stepPrediction(predictions, { id: view.selected, by });
    if (!to) return;
    if (!view.layers.predictions) dispatch({ type: "toggle", layer: "predictions" });
    dispatch({ type: "select", id: to.id, edit: false });
    canvas.current?.reveal(to);
    canvas.current?.focus();
  }

  function place(at: PicturePoint | null): void {
    if (!at) return;
    dispatch({ type: "set", part: { cursor: at } });
    canvas.current?.reveal({ x: at.x - 1, y: at.y - 1, width: 2, height: 2 });
    canvas.current?.focus();
  }

  function movePlace(x: number, y: number, share: number): void {
    const part = drawnPart(scene) ?? { x: 0, y: 0, width, height };
    const start = cursor ?? { x: part.x + part.width / 2, y: part.y + part.height / 2 };
    const by = cursor ? share * width : 0;
    place({ x: clamp(start.x + x * by, 0, width), y: clamp(start.y + y * by, 0, height) });
  }

  function arrow(x: number, y: number): () => void {
    if (isPlacing) return () => movePlace(x, y, PLACE_STEP.coarse);
    if (chosen) return () => edits.move({ x: x * pixels, y: y * pixels });
    return () => canvas.current?.pan({ x: -x * PAN_STEP, y: -y * PAN_STEP });
  }

  function shiftArrow(x: number, y: number): (() => void) | false {
    if (isPlacing) return () => movePlace(x, y, PLACE_STEP.fine);
    return chosen !== null && (() => edits.grow({ x: x * pixels, y: y * pixels }));
  }

  function next(by: 1 | -1): void {
    if (isPlacing && tool !== "add") place(nextStop(wireStops(scene), { at: cursor, by }));
    else stepTo(predictionsInReadingOrder(scene.predictions), by);
  }

  function actAt(at: PicturePoint): void {
    if (tool === "add") {
      const box = { x: 0, y: 0, ...usualBox(scene, view.palette) };
      const by = { x: at.x - box.width / 2, y: at.y - box.height / 2 };
      edits.draw(moveBox(box, { by, within: scene.size }));
    } else if (view.from) pull([view.from, at]);
    else if (tool === "erase") dispatch({ type: "set", part: { from: at } });
    else pull([at]);
  }

  function enter(): (() => void) | false {
    if (isPlacing && cursor) return () => actAt(cursor);
    return chosen !== null && (() => dispatch({ type: "select", id: chosen.id, edit: true }));
  }

  /** The grade is typed next. */
  function openGrade(): void {
    dispatch({ type: "set", part: { tab: "grade" } });
    requestAnimationFrame(() => {
      document.querySelector<HTMLInputElement>("input[name=grade]")?.select();
    });
  }

  const toggle = (layer: keyof ViewState["layers"]) => () => dispatch({ type: "toggle", layer });
  const take = (next: ToolId) => () => dispatch({ type: "tool", tool: next });
  const show = (part: Partial<Pick<ViewState, "open" | "tab">>) => () => dispatch({ type: "set", part });
  return {
    "toggle-predictions": toggle("predictions"),
    "toggle-wires": toggle("wires"),
    "toggle-problems": toggle("problems"),
    wide: () => dispatch({ type: "fold" }),
    "select-tool": take("select"),
    "hand-tool": take("hand"),
    "add-tool": take("add"),
    "wire-tool": take("wire"),
    "erase-tool": take("erase"),
    threshold: show({ open: "threshold" }),
    legend: show({ open: "legend" }),
    compare: show({ tab: "compare" }),
    netlist: show({ tab: "netlist" }),
    grade: openGrade,
    escape: () => dispatch({ type: "escape" }),
    left: arrow(-1, 0),
    right: arrow(1, 0),
    up: arrow(0, -1),
    down: arrow(0, 1),
    narrower: shiftArrow(-1, 0),
    wider: shiftArrow(1, 0),
    lower: shiftArrow(0, -1),
    higher: shiftArrow(0, 1),
    "zoom-in": () => canvas.current?.zoomBy(ZOOM_STEP),
    "zoom-out": () => canvas.current?.zoomBy(1 / ZOOM_STEP),
    fit: () => canvas.current?.fit(),
    "fit-drawing": () => canvas.current?.fitDrawing(),
    "next-box": () => next(1),
    "previous-box": () => next(-1),
    "next-flagged": () => stepTo(flaggedPredictions(scene.predictions, view.confidence), 1),
    "edit-box": enter(),
  };
}
