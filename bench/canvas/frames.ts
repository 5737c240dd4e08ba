import { drawScene } from "../../ui/evaluator/draw/draw-scene.ts";
import { makePictureLevels } from "../../ui/evaluator/picture-levels.ts";
import type { Scene } from "../../ui/evaluator/scene.ts";
import { fitViewport, panBy, zoomBy } from "../../ui/evaluator/viewport.ts";
import { CANVAS_SIZE, crowdedScene, LOOK, PHOTO, paper } from "./crowded-page.ts";

/** Runs in the browser: the cost of the evaluator's frames while the page is moved and zoomed. */
export interface FrameTimes {
  /** Milliseconds per frame with only the picture. */
  readonly picture: number;
  /** Milliseconds per frame with all boxes, wires and names. */
  readonly full: number;
}

/** Draws frames of a page with `boxes` predictions and as many wires, half of them flagged. */
export async function measureFrames({ boxes, frames }: { boxes: number; frames: number }): Promise<FrameTimes> {
  const canvas = document.createElement("canvas");
  canvas.width = CANVAS_SIZE.width;
  canvas.height = CANVAS_SIZE.height;
  document.body.append(canvas);
  const context = canvas.getContext("2d")!;
  const picture = makePictureLevels(await paper());
  const empty: Scene = { size: PHOTO, predictions: [], wires: [], names: [], problems: [] };

  function run(scene: Scene): number {
    let viewport = fitViewport(CANVAS_SIZE, PHOTO);
    const begin = performance.now();
    for (let frame = 0; frame < frames; frame++) {
      viewport = zoomBy(panBy(viewport, { x: 3, y: -2 }), frame % 40 < 20 ? 1.05 : 1 / 1.05);
      drawScene(context, { scene, look: LOOK, viewport, picture, pixelRatio: 1 });
      // Reading a pixel waits until the frame is really drawn.
      context.getImageData(0, 0, 1, 1);
    }
    return (performance.now() - begin) / frames;
  }

  const scene = crowdedScene(boxes);
  run(empty);
  run(scene);
  const times = { picture: run(empty), full: run(scene) };
  canvas.remove();
  return times;
}
