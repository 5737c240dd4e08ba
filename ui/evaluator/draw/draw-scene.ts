import { netColour, PREDICTION_COLOURS, PROBLEM_COLOUR, QUESTION_COLOUR } from "../../../core/annotate/colours.ts";
import { clamp } from "../../../core/basics/numbers.ts";
import type { PictureBox, PicturePoint, ScreenBox } from "../../../core/geometry/coordinates.ts";
import {
  isFlagged,
  isTerminal,
  type Scene,
  type SceneLook,
  type ScenePrediction,
  type WireToolLook,
} from "../scene.ts";
import { HANDLES, handlePlace } from "../tools.ts";
import { boxToScreen, isOnCanvas, scaleOf, toScreen, type Viewport } from "../viewport.ts";
import { type CanvasPen, drawLabel, labelWidth, type NamedBox, placeLabels } from "./labels.ts";

interface SceneFrame {
  readonly scene: Scene;
  readonly look: SceneLook;
  readonly viewport: Viewport;
  readonly picture: HTMLImageElement | null;
  /** Device pixels of the canvas per CSS pixel. */
  readonly pixelRatio: number;
}

const PAPER = "#ffffff";
const EDGE = "rgba(15, 23, 42, 0.28)";

export function drawScene(context: CanvasRenderingContext2D, frame: SceneFrame): void {
  const { scene, look, viewport, pixelRatio } = frame;
  const pen = { context, viewport };
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, viewport.canvas.width, viewport.canvas.height);
  drawPicture(pen, frame);
  if (look.layers.wires) drawAside(pen, scene);
  if (look.layers.wires) drawWires(pen, scene);
  const gates = look.layers.predictions ? drawPredictions(pen, { scene, look }) : [];
  const names = look.layers.wires ? drawNames(pen, scene) : [];
  const problems = drawPlaces(pen, { places: problemPlaces(scene, look), colour: PROBLEM_COLOUR });
  const questions = drawPlaces(pen, { places: questionPlaces(look), colour: QUESTION_COLOUR });
  drawLabels(pen, { scene, labels: [...names, ...problems, ...questions, ...gates] });
  drawSelection(pen, { scene, look });
  drawWireTool(pen, look.wireTool);
}

/** Every problem with a place, numbered as in the list next to the canvas. */
function problemPlaces({ problems }: Scene, { problem, layers }: SceneLook): MarkedPlace[] {
  return (layers.problems ? problems : []).flatMap(({ box }, index) =>
    box ? [{ box, label: `! ${index + 1}`, pointedAt: index === problem }] : [],
  );
}

/** Where readings differ, with their letters next to the canvas. */
function questionPlaces({ places }: SceneLook): MarkedPlace[] {
  return places.map(({ box, letter }) => ({ box, label: `? ${letter}`, pointedAt: true }));
}

function drawPicture({ context, viewport }: CanvasPen, { picture, pixelRatio }: SceneFrame): void {
  const page = boxToScreen(viewport, { x: 0, y: 0, ...viewport.picture });
  context.fillStyle = PAPER;
  context.fillRect(page.x, page.y, page.width, page.height);
  if (picture) {
    context.imageSmoothingEnabled = (page.width / picture.width) * pixelRatio < 4;
    context.imageSmoothingQuality = "medium";
    context.drawImage(picture, page.x, page.y, page.width, page.height);
  }
  context.strokeStyle = EDGE;
  context.lineWidth = 1;
  context.strokeRect(page.x - 0.5, page.y - 0.5, page.width + 1, page.height + 1);
}

/** Every net's wires in its own colour, dotted if they lead to no gate. */
function drawWires(pen: CanvasPen, scene: Scene): void {
  const { context, viewport } = pen;
  const width = clamp(scaleOf(viewport) * 3, 1.75, 5);
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const { net, lines } of scene.wires) {
    context.strokeStyle = netColour(net);
    context.lineWidth = width;
    context.setLineDash(net === null ? [2, 6] : []);
    context.globalAlpha = 0.7;
    context.beginPath();
    for (const line of lines) addLine(pen, line);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

const ASIDE = { colour: "#64748b", step: 12 } as const;

/** A faint hatch over what was left aside. */
function drawAside({ context, viewport }: CanvasPen, scene: Scene): void {
  context.strokeStyle = ASIDE.colour;
  context.lineWidth = 1;
  context.globalAlpha = 0.45;
  for (const region of scene.aside) {
    const { x, y, width, height } = boxToScreen(viewport, region);
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    for (let along = ASIDE.step; along < width + height; along += ASIDE.step) {
      context.moveTo(x + along, y);
      context.lineTo(x + along - height, y + height);
    }
    context.stroke();
    context.restore();
  }
  context.globalAlpha = 1;
}

function addLine({ context, viewport }: CanvasPen, line: readonly PicturePoint[]): void {
  for (const [index, point] of line.entries()) {
    const { x, y } = toScreen(viewport, point);
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

type SceneLabel = Omit<NamedBox, "width"> & { readonly text: string; readonly background: string };

function drawLabels(
  pen: CanvasPen,
  { scene, labels }: { readonly scene: Scene; readonly labels: readonly SceneLabel[] },
): void {
  const { canvas } = pen.viewport;
  const boxes = scene.predictions.flatMap((each) => (isPoint(each) ? [] : boxToScreen(pen.viewport, each)));
  const named = labels.map((label) => ({ ...label, width: labelWidth(pen, label.text) }));
  for (const [index, at] of placeLabels(named, { canvas, boxes }).entries()) {
    if (at) drawLabel(pen, { ...labels[index]!, at });
  }
}

/** Frames inputs and outputs. Returns their names. */
function drawNames({ context, viewport }: CanvasPen, scene: Scene): SceneLabel[] {
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  const labels = scene.predictions.flatMap((terminal): SceneLabel[] => {
    const { class_name: kind, label } = terminal;
    if (kind !== "input" && kind !== "output") return [];
    const box = boxToScreen(viewport, terminal);
    if (!isOnCanvas(viewport, box)) return [];
    const background = PREDICTION_COLOURS[kind];
    context.strokeStyle = background;
    context.strokeRect(box.x, box.y, box.width, box.height);
    return [{ kind, box, text: label.replace(/^~/, "¬"), background, isNeeded: true }];
  });
  context.setLineDash([]);
  return labels;
}

/** A frame is at least this wide and high on the screen: a place may be a point. */
const SMALLEST = 18;
const ROOM = 5;

interface MarkedPlace {
  readonly box: PictureBox;
  readonly label: string;
  readonly pointedAt: boolean;
}

/** Frames places of the page. Returns their labels. */
function drawPlaces(
  { context, viewport }: CanvasPen,
  { places, colour }: { places: readonly MarkedPlace[]; colour: `#${string}` },
): SceneLabel[] {
  return places.flatMap(({ box, label, pointedAt }): SceneLabel[] => {
    const shown = boxToScreen(viewport, box);
    if (!isOnCanvas(viewport, shown)) return [];
    const [width, height] = [Math.max(SMALLEST, shown.width + 2 * ROOM), Math.max(SMALLEST, shown.height + 2 * ROOM)];
    const x = shown.x + (shown.width - width) / 2;
    const y = shown.y + (shown.height - height) / 2;
    context.strokeStyle = colour;
    context.lineWidth = pointedAt ? 4 : 2.5;
    context.setLineDash(pointedAt ? [] : [7, 4]);
    context.strokeRect(x, y, width, height);
    context.setLineDash([]);
    const frame = { ...shown, x, y, width, height };
    return [{ kind: "place", box: frame, text: label, background: colour, isNeeded: true }];
  });
}

const ACCENT = "#0d74ce";
const ARM = 12;

function drawWireTool(pen: CanvasPen, { way, cursor, from, width }: WireToolLook): void {
  const { context, viewport } = pen;
  context.strokeStyle = ACCENT;
  context.fillStyle = ACCENT;
  const pulled = way.length > 0 ? way : from && cursor ? [from, cursor] : [];
  context.beginPath();
  addLine(pen, pulled);
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

/** Boxes narrower than this on the screen get no text until they are pointed at. */
const WORDS_FROM = 26;

/**
 * Every prediction's box in the colour of its class; flagged ones red and crossed. Returns their labels with class and
 * confidence.
 */
function drawPredictions(pen: CanvasPen, { scene, look }: { scene: Scene; look: SceneLook }): SceneLabel[] {
  const shown = scene.predictions.flatMap((prediction): ShownBox[] => {
    const box = boxToScreen(pen.viewport, look.draft?.id === prediction.id ? look.draft.box : prediction);
    if (!isOnCanvas(pen.viewport, box)) return [];
    const flagged = isFlagged(prediction, look.confidence);
    const colour = flagged ? PROBLEM_COLOUR : PREDICTION_COLOURS[prediction.class_name];
    return [{ prediction, box, flagged, colour, pointedAt: [look.hovered, look.selected].includes(prediction.id) }];
  });
  for (const each of shown) drawBox(pen, each);
  return shown.flatMap(({ prediction, box, colour, pointedAt }): SceneLabel[] => {
    if (!pointedAt && (!hasWords(prediction, look) || box.width < WORDS_FROM)) return [];
    const long = `${prediction.class_name} ${Math.round(prediction.confidence * 100)} %`;
    const text = labelWidth(pen, long) <= box.width + 24 ? long : prediction.class_name;
    return [{ kind: "gate", box, text, background: colour, isNeeded: pointedAt }];
  });
}

/** Junctions and intersections would fill the page with text; terminals show their names with the wires. */
function hasWords(prediction: ScenePrediction, { layers }: SceneLook): boolean {
  return !isPoint(prediction) && !(layers.wires && isTerminal(prediction));
}

function isPoint({ class_name }: ScenePrediction): boolean {
  return class_name === "junction" || class_name === "intersection";
}

interface ShownBox {
  readonly prediction: ScenePrediction;
  readonly box: ScreenBox;
  readonly flagged: boolean;
  readonly colour: string;
  readonly pointedAt: boolean;
}

function drawBox({ context }: CanvasPen, { prediction, box, flagged, colour, pointedAt }: ShownBox): void {
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

const HANDLE_SIZE = 9;

function drawSelection({ context, viewport }: CanvasPen, { scene, look }: { scene: Scene; look: SceneLook }): void {
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
