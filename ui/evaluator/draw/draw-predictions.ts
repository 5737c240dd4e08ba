import { PREDICTION_COLOURS, PROBLEM_COLOUR } from "../../../core/annotate/colours.ts";
import type { ScreenBox } from "../../../core/geometry/coordinates.ts";
import { HANDLES, handlePlace } from "../boxes.ts";
import { isFlagged, type Scene, type SceneLook, type ScenePrediction } from "../scene.ts";
import { boxToScreen, isOnCanvas } from "../viewport.ts";
import { drawLabel, LABEL_HEIGHT, labelWidth } from "./draw-labels.ts";
import type { CanvasPen } from "./pen.ts";

/** Boxes narrower than this on the screen get no text until they are pointed at. */
const WORDS_FROM = 26;

/** Every prediction's box in the colour of its class with class and confidence; flagged ones red and crossed. */
export function drawPredictions(pen: CanvasPen, { scene, look }: { scene: Scene; look: SceneLook }): void {
  const shown = scene.predictions.flatMap((prediction) => {
    const box = boxToScreen(pen.viewport, look.draft?.id === prediction.id ? look.draft.box : prediction);
    return isOnCanvas(pen.viewport, box) ? [{ prediction, box, flagged: isFlagged(prediction, look.confidence) }] : [];
  });
  for (const { prediction, box, flagged } of shown) drawBox(pen, { prediction, box, flagged, look });
  for (const { prediction, box, flagged } of shown) {
    const pointedAt = prediction.id === look.hovered || prediction.id === look.selected;
    if (pointedAt || (hasWords(prediction, look) && box.width >= WORDS_FROM))
      drawWords(pen, { prediction, box, flagged });
  }
}

/** Junctions and intersections would fill the page with text; terminals show their names with the wires. */
function hasWords({ class_name }: Pick<ScenePrediction, "class_name">, { layers }: SceneLook): boolean {
  if (isPoint({ class_name })) return false;
  return !(layers.wires && (class_name === "input" || class_name === "output"));
}

function isPoint({ class_name }: Pick<ScenePrediction, "class_name">): boolean {
  return class_name === "junction" || class_name === "intersection";
}

interface ShownBox {
  readonly prediction: ScenePrediction;
  readonly box: ScreenBox;
  readonly flagged: boolean;
}

function drawBox({ context }: CanvasPen, { prediction, box, flagged, look }: ShownBox & { look: SceneLook }): void {
  const colour = flagged ? PROBLEM_COLOUR : PREDICTION_COLOURS[prediction.class_name];
  const pointedAt = prediction.id === look.hovered || prediction.id === look.selected;
  context.strokeStyle = colour;
  context.lineWidth = pointedAt ? 3 : isPoint(prediction) ? 1 : 2;
  if (pointedAt) {
    context.globalAlpha = 0.14;
    context.fillStyle = colour;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
  }
  context.strokeRect(box.x, box.y, box.width, box.height);
  if (!flagged) return;
  context.lineWidth = 1.25;
  context.globalAlpha = 0.75;
  context.beginPath();
  context.moveTo(box.x, box.y);
  context.lineTo(box.x + box.width, box.y + box.height);
  context.moveTo(box.x + box.width, box.y);
  context.lineTo(box.x, box.y + box.height);
  context.stroke();
  context.globalAlpha = 1;
}

function drawWords(pen: CanvasPen, { prediction, box, flagged }: ShownBox): void {
  const long = `${prediction.class_name} ${Math.round(prediction.confidence * 100)} %`;
  const text = labelWidth(pen, long) <= box.width + 24 ? long : prediction.class_name;
  const background = flagged ? PROBLEM_COLOUR : PREDICTION_COLOURS[prediction.class_name];
  const above = box.y - 1 >= LABEL_HEIGHT;
  const at = { x: box.x - 1, y: above ? box.y - 1 : box.y + LABEL_HEIGHT + 1 };
  drawLabel(pen, { text, at, background });
}

const ACCENT = "#0d74ce";
const HANDLE_SIZE = 9;

export function drawSelection(
  { context, viewport }: CanvasPen,
  { scene, look }: { scene: Scene; look: SceneLook },
): void {
  if (look.draft && look.draft.id === null) {
    const box = boxToScreen(viewport, look.draft.box);
    context.fillStyle = "rgba(13, 116, 206, 0.15)";
    context.fillRect(box.x, box.y, box.width, box.height);
    context.strokeStyle = ACCENT;
    context.lineWidth = 2;
    context.setLineDash([6, 4]);
    context.strokeRect(box.x, box.y, box.width, box.height);
    context.setLineDash([]);
  }
  const chosen = scene.predictions.find(({ id }) => id === look.selected);
  if (!chosen || !look.layers.predictions) return;
  const box = boxToScreen(viewport, look.draft?.id === chosen.id ? look.draft.box : chosen);
  context.strokeStyle = ACCENT;
  context.fillStyle = "#ffffff";
  context.lineWidth = 2;
  for (const handle of HANDLES) {
    const { x, y } = handlePlace(box, handle);
    context.beginPath();
    context.roundRect(x - HANDLE_SIZE / 2, y - HANDLE_SIZE / 2, HANDLE_SIZE, HANDLE_SIZE, 2);
    context.fill();
    context.stroke();
  }
}
