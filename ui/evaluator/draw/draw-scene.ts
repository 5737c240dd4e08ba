import { PROBLEM_COLOUR, QUESTION_COLOUR } from "../../../core/annotate/colours.ts";
import type { ScreenBox } from "../../../core/geometry/coordinates.ts";
import { levelFor, type PictureLevels } from "../picture-levels.ts";
import type { Scene, SceneLook } from "../scene.ts";
import { boxToScreen, type Viewport } from "../viewport.ts";
import { drawNames } from "./draw-names.ts";
import { drawPlaces, type MarkedPlace } from "./draw-places.ts";
import { drawPredictions, drawSelection } from "./draw-predictions.ts";
import { drawWireTool } from "./draw-wire-tool.ts";
import { drawWires } from "./draw-wires.ts";
import type { CanvasPen } from "./pen.ts";

export interface SceneFrame {
  readonly scene: Scene;
  readonly look: SceneLook;
  readonly viewport: Viewport;
  readonly picture: PictureLevels | null;
  /** Device pixels of the canvas per CSS pixel. */
  readonly pixelRatio: number;
}

const PAPER = "#ffffff";
const EDGE = "rgba(15, 23, 42, 0.28)";

export function drawScene(context: CanvasRenderingContext2D, frame: SceneFrame): void {
  const { scene, look, viewport, pixelRatio } = frame;
  const pen = { context, viewport, pixelRatio };
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, viewport.canvas.width, viewport.canvas.height);
  drawPicture(pen, frame);
  if (look.layers.wires) drawWires(pen, { scene, look });
  if (look.layers.predictions) drawPredictions(pen, { scene, look });
  if (look.layers.wires) drawNames(pen, { scene, look });
  if (look.layers.problems) drawPlaces(pen, { places: problemPlaces(scene, look), colour: PROBLEM_COLOUR });
  drawPlaces(pen, { places: questionPlaces(look), colour: QUESTION_COLOUR });
  drawSelection(pen, { scene, look });
  drawWireTool(pen, look.wireTool);
}

/** Every problem with a place, numbered as in the list next to the canvas. */
function problemPlaces({ problems }: Scene, { problem }: SceneLook): MarkedPlace[] {
  return problems.flatMap(({ box }, index) =>
    box ? [{ box, label: `! ${index + 1}`, pointedAt: index === problem }] : [],
  );
}

/** Where readings differ, numbered as they are next to the canvas. */
function questionPlaces({ places }: SceneLook): MarkedPlace[] {
  return places.map(({ box, number }) => ({ box, label: `? ${number}`, pointedAt: true }));
}

function drawPicture({ context, viewport }: CanvasPen, { picture, pixelRatio }: SceneFrame): void {
  const page = boxToScreen(viewport, { x: 0, y: 0, ...viewport.picture });
  context.fillStyle = PAPER;
  context.fillRect(page.x, page.y, page.width, page.height);
  if (picture) drawVisiblePart(context, { page, picture, viewport, pixelRatio });
  context.strokeStyle = EDGE;
  context.lineWidth = 1;
  context.strokeRect(page.x - 0.5, page.y - 0.5, page.width + 1, page.height + 1);
}

/** Only the visible part of the canvas: much cheaper if the page is zoomed. */
function drawVisiblePart(
  context: CanvasRenderingContext2D,
  {
    page,
    picture,
    viewport,
    pixelRatio,
  }: Omit<SceneFrame, "scene" | "look"> & { page: ScreenBox; picture: PictureLevels },
): void {
  const left = Math.max(0, page.x);
  const top = Math.max(0, page.y);
  const width = Math.min(viewport.canvas.width, page.x + page.width) - left;
  const height = Math.min(viewport.canvas.height, page.y + page.height) - top;
  if (width <= 0 || height <= 0) return;
  const scale = (page.width / picture.width) * pixelRatio;
  const level = levelFor(scale, picture.levels.length);
  const { image, ...size } = picture.levels[level]!;
  const [across, down] = [size.width / page.width, size.height / page.height];
  const from = [(left - page.x) * across, (top - page.y) * down, width * across, height * down] as const;
  context.imageSmoothingEnabled = scale < 4;
  context.imageSmoothingQuality = "low";
  context.drawImage(image, ...from, left, top, width, height);
}
