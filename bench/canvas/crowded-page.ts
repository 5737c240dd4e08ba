import { GATE_CLASSES } from "../../core/rules/gate-class.ts";
import type { Scene, SceneLook } from "../../ui/evaluator/scene.ts";

/** The specification's canvas and a photo of a page. */
export const CANVAS_SIZE = { width: 950, height: 800 };
export const PHOTO = { width: 3000, height: 4000 };

const ROWS = 25;

/** Everything is shown, and what is below 70 percent is flagged. */
export const LOOK: SceneLook = {
  layers: { predictions: true, wires: true, problems: true },
  confidence: 70,
  selected: null,
  hovered: null,
  draft: null,
  problem: null,
  signals: null,
  places: [],
  wireTool: { way: [], cursor: null, from: null },
};

/** A page with `boxes` predictions and as many wires, half of them flagged. */
export function crowdedScene(boxes: number): Scene {
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

/** A photo of ruled paper. */
export async function paper(): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(PHOTO.width, PHOTO.height);
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#f4f1ea";
  context.fillRect(0, 0, PHOTO.width, PHOTO.height);
  context.strokeStyle = "#9fb8d0";
  for (let at = 0; at < PHOTO.height; at += 40) context.strokeRect(-1, at, PHOTO.width + 2, 40);
  return createImageBitmap(canvas);
}
