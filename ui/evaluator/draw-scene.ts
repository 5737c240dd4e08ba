import { drawNames } from "./draw-names.ts";
import { drawPredictions } from "./draw-predictions.ts";
import { drawProblems } from "./draw-problems.ts";
import { drawSelection } from "./draw-selection.ts";
import { drawWires } from "./draw-wires.ts";
import type { Pen } from "./pen.ts";
import { levelFor, type PictureLevels } from "./picture-levels.ts";
import type { Look, Scene } from "./scene.ts";
import { boxToScreen, scaleOf, type Viewport } from "./viewport.ts";

/** Everything that one frame shows. */
export interface Frame {
  readonly scene: Scene;
  readonly look: Look;
  readonly viewport: Viewport;
  /** Null while the picture is being loaded. */
  readonly picture: PictureLevels | null;
  /** Device pixels of the canvas per CSS pixel. */
  readonly pixelRatio: number;
}

const PAPER = "#ffffff";
const SHADOW = "rgba(15, 23, 42, 0.22)";

/** Draws a frame, from the picture at the bottom to the selection's handles on top. */
export function drawScene(context: CanvasRenderingContext2D, frame: Frame): void {
  const { scene, look, viewport, pixelRatio } = frame;
  const pen = { context, viewport };
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, viewport.canvas.width, viewport.canvas.height);
  drawPicture(pen, frame);
  if (look.layers.wires) drawWires(pen, { scene, look });
  if (look.layers.predictions) drawPredictions(pen, { scene, look });
  if (look.layers.wires) drawNames(pen, { scene, look });
  if (look.layers.problems) drawProblems(pen, { scene, look });
  drawSelection(pen, { scene, look });
}

function drawPicture({ context, viewport }: Pen, { picture, pixelRatio }: Frame): void {
  const page = boxToScreen(viewport, { x: 0, y: 0, ...viewport.picture });
  context.save();
  context.shadowColor = SHADOW;
  context.shadowBlur = 18;
  context.shadowOffsetY = 3;
  context.fillStyle = PAPER;
  context.fillRect(page.x, page.y, page.width, page.height);
  context.restore();
  if (!picture) return;
  const scale = (scaleOf(viewport) * viewport.picture.width) / picture.width;
  const level = levelFor(scale * pixelRatio, picture.levels.length);
  context.imageSmoothingEnabled = scale * pixelRatio < 4;
  context.imageSmoothingQuality = "medium";
  context.drawImage(picture.levels[level]!, page.x, page.y, page.width, page.height);
}
