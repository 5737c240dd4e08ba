import { GATE_CLASSES } from "../../core/rules/gate-class.ts";
import { drawScene, type Frame } from "../../ui/evaluator/draw-scene.ts";
import { makePictureLevels } from "../../ui/evaluator/picture-levels.ts";
import type { Scene } from "../../ui/evaluator/scene.ts";
import { fitViewport, panBy, zoomBy } from "../../ui/evaluator/viewport.ts";

const CANVAS = { width: 950, height: 800 };
const PHOTO = { width: 3000, height: 4000 };
const ROWS = 25;

/** Runs in the browser: what a frame of the evaluator costs while the page is pushed and zoomed. */
export interface FrameTimes {
  /** Milliseconds a frame with nothing but the picture. */
  readonly picture: number;
  /** Milliseconds a frame with all boxes, wires and names. */
  readonly full: number;
}

/** Draws frames of a page with `boxes` predictions and as many wires, half of them flagged. */
export async function measureFrames({ boxes, frames }: { boxes: number; frames: number }): Promise<FrameTimes> {
  const canvas = document.createElement("canvas");
  canvas.width = CANVAS.width;
  canvas.height = CANVAS.height;
  document.body.append(canvas);
  const context = canvas.getContext("2d")!;
  const picture = makePictureLevels(await paper());
  const look: Frame["look"] = {
    layers: { predictions: true, wires: true, problems: true },
    confidence: 70,
    selected: null,
    hovered: null,
    draft: null,
    problem: null,
    signals: null,
  };
  const empty: Scene = { size: PHOTO, predictions: [], wires: [], names: [], problems: [] };

  function run(scene: Scene): number {
    let viewport = fitViewport(CANVAS, PHOTO);
    const begin = performance.now();
    for (let frame = 0; frame < frames; frame++) {
      viewport = zoomBy(panBy(viewport, { x: 3, y: -2 }), frame % 40 < 20 ? 1.05 : 1 / 1.05);
      drawScene(context, { scene, look, viewport, picture, pixelRatio: 1 });
      // Reading a pixel waits until the frame is really drawn.
      context.getImageData(0, 0, 1, 1);
    }
    return (performance.now() - begin) / frames;
  }

  const scene = crowdedScene(boxes);
  run(empty);
  run(scene);
  return { picture: run(empty), full: run(scene) };
}

function crowdedScene(boxes: number): Scene {
  const columns = Math.ceil(boxes / ROWS);
  const [stepX, stepY] = [PHOTO.width / columns, PHOTO.height / ROWS];
  const places = Array.from({ length: boxes }, (_, index) => {
    return { x: (index % columns) * stepX + 20, y: Math.floor(index / columns) * stepY + 20 };
  });
  const size = { width: stepX * 0.6, height: stepY * 0.6 };
  return {
    size: PHOTO,
    predictions: places.map((at, index) => {
      const class_name = GATE_CLASSES[index % GATE_CLASSES.length]!;
      return { id: String(index), class_name, confidence: index % 2 === 0 ? 0.5 : 0.9, ...at, ...size };
    }),
    wires: places.map(({ x, y }, net) => {
      const [right, low] = [x + stepX, y + size.height];
      const line = [
        { x: x + size.width, y },
        { x: right - 10, y },
        { x: right - 10, y: low },
        { x: right, y: low },
      ];
      return { net, lines: [line] };
    }),
    names: places.slice(0, 14).map((at, index) => ({
      kind: "input",
      name: "ABCDEFG"[index % 7]!,
      net: index,
      inverted: false,
      box: { ...at, width: 30, height: 30 },
    })),
    problems: places.slice(0, 10).map((at) => ({ code: "open-input", message: "", box: { ...at, ...size } })),
  };
}

async function paper(): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(PHOTO.width, PHOTO.height);
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#f4f1ea";
  context.fillRect(0, 0, PHOTO.width, PHOTO.height);
  context.strokeStyle = "#9fb8d0";
  for (let at = 0; at < PHOTO.height; at += 40) context.strokeRect(-1, at, PHOTO.width + 2, 40);
  return createImageBitmap(canvas);
}
