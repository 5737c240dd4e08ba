import { netColour, PREDICTION_COLOURS, PROBLEM_COLOUR, QUESTION_COLOUR } from "../../../core/annotate/colours.ts";
import type { PictureBox, PicturePoint, ScreenBox } from "../../../core/geometry/coordinates.ts";
import { levelFor, type PictureLevels } from "../picture-levels.ts";
import type { Scene, SceneLook } from "../scene.ts";
import { boxToScreen, isOnCanvas, scaleOf, toScreen, type Viewport } from "../viewport.ts";
import { drawLabel, LABEL_HEIGHT, labelWidth } from "./draw-labels.ts";
import { drawPredictions, drawSelection } from "./draw-predictions.ts";
import { placeLabels } from "./label-places.ts";
import type { CanvasPen } from "./pen.ts";

interface SceneFrame {
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
  if (look.layers.wires) drawWires(pen, { scene });
  if (look.layers.predictions) drawPredictions(pen, { scene, look });
  if (look.layers.wires) drawNames(pen, { scene });
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

/** Every net's wires in its own colour, dotted if they lead to no gate. */
function drawWires(pen: CanvasPen, { scene }: { scene: Scene }): void {
  const { context, viewport } = pen;
  const scale = scaleOf(viewport);
  const pens = Math.min(5, Math.max(1.75, scale * 3));
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const { net, lines } of scene.wires) {
    context.strokeStyle = netColour(net);
    context.lineWidth = pens;
    context.setLineDash(net === null ? [2, 6] : []);
    context.globalAlpha = 0.7;
    context.beginPath();
    for (const line of lines) addLine(pen, { line, scale });
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function addLine(
  { context, viewport }: CanvasPen,
  { line, scale }: { line: readonly PicturePoint[]; scale: number },
): void {
  const { origin } = viewport;
  for (const [index, { x, y }] of line.entries()) {
    if (index === 0) context.moveTo(origin.x + x * scale, origin.y + y * scale);
    else context.lineTo(origin.x + x * scale, origin.y + y * scale);
  }
}

/** The names of inputs and outputs next to their wire ends. */
function drawNames(pen: CanvasPen, { scene }: { scene: Scene }): void {
  const { context, viewport } = pen;
  const shown = scene.names.flatMap((name) => {
    const box = boxToScreen(viewport, name.box);
    const text = name.inverted ? `¬${name.name}` : name.name;
    return isOnCanvas(viewport, box) ? [{ kind: name.kind, box, text, width: labelWidth(pen, text) }] : [];
  });
  const places = placeLabels(shown, viewport.canvas);
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  for (const { kind, box } of shown) {
    context.strokeStyle = PREDICTION_COLOURS[kind];
    context.strokeRect(box.x, box.y, box.width, box.height);
  }
  context.setLineDash([]);
  for (const [index, { text, kind }] of shown.entries()) {
    drawLabel(pen, { text, at: places[index]!, background: PREDICTION_COLOURS[kind] });
  }
}

/** A frame is at least this wide and high on the screen: a place may be a point. */
const SMALLEST = 18;
const ROOM = 5;

interface MarkedPlace {
  readonly box: PictureBox;
  readonly label: string;
  readonly pointedAt: boolean;
}

/** Frames places of the page, each with its label; labels of the same place are one below the other. */
function drawPlaces(
  pen: CanvasPen,
  { places, colour }: { places: readonly MarkedPlace[]; colour: `#${string}` },
): void {
  const { context, viewport } = pen;
  const seen: PictureBox[] = [];
  for (const { box, label, pointedAt } of places) {
    const same = seen.filter((other) => Math.abs(other.x - box.x) < 8 && Math.abs(other.y - box.y) < 8).length;
    seen.push(box);
    const shown = boxToScreen(viewport, box);
    if (!isOnCanvas(viewport, shown)) continue;
    const [width, height] = [Math.max(SMALLEST, shown.width + 2 * ROOM), Math.max(SMALLEST, shown.height + 2 * ROOM)];
    const x = shown.x + (shown.width - width) / 2;
    const y = shown.y + (shown.height - height) / 2;
    context.strokeStyle = colour;
    context.lineWidth = pointedAt ? 4 : 2.5;
    context.setLineDash(pointedAt ? [] : [7, 4]);
    context.strokeRect(x, y, width, height);
    context.setLineDash([]);
    const at = { x, y: y + height + LABEL_HEIGHT + 2 + same * (LABEL_HEIGHT + 2) };
    drawLabel(pen, { text: label, at, background: colour });
  }
}

const ACCENT = "#0d74ce";
const ARM = 12;

/** What the wire tool shows: the way that is being pulled, the keyboard's cursor, and the place a wire is led from. */
export interface WireToolLook {
  readonly way: readonly PicturePoint[];
  readonly cursor: PicturePoint | null;
  readonly from: PicturePoint | null;
  /** How wide the way is, in pixels of the picture; 0 for a thin line. */
  readonly width: number;
}

function drawWireTool({ context, viewport }: CanvasPen, { way, cursor, from, width }: WireToolLook): void {
  context.strokeStyle = ACCENT;
  context.fillStyle = ACCENT;
  const pulled = way.length > 0 ? way : from && cursor ? [from, cursor] : [];
  context.beginPath();
  for (const [index, point] of pulled.entries()) {
    const { x, y } = toScreen(viewport, point);
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  if (width > 0) {
    context.lineWidth = width * scaleOf(viewport);
    context.lineCap = context.lineJoin = "round";
    context.globalAlpha = 0.35;
    context.stroke();
    context.globalAlpha = 1;
    context.lineCap = "butt";
    context.lineJoin = "miter";
  }
  context.lineWidth = 2;
  context.setLineDash([6, 4]);
  context.stroke();
  context.setLineDash([]);
  const start = way[0] ?? from;
  if (start) {
    const { x, y } = toScreen(viewport, start);
    context.beginPath();
    context.arc(x, y, 5, 0, 2 * Math.PI);
    context.fill();
  }
  if (!cursor) return;
  const { x, y } = toScreen(viewport, cursor);
  context.beginPath();
  context.moveTo(x - ARM, y);
  context.lineTo(x + ARM, y);
  context.moveTo(x, y - ARM);
  context.lineTo(x, y + ARM);
  context.stroke();
}
