import { HANDLES, handlePlace } from "../boxes.ts";
import type { Scene, SceneLook } from "../scene.ts";
import { boxToScreen } from "../viewport.ts";
import type { CanvasPen } from "./pen.ts";

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
