import type { PictureBox, ScreenPoint } from "../../core/geometry/coordinates.ts";
import { HANDLES, type Handle, handlePlace } from "./boxes.ts";
import type { ScenePrediction } from "./scene.ts";
import { boxToScreen, scaleOf, toPicture, type Viewport } from "./viewport.ts";

/** How far from a line or handle a pointer still hits it, in CSS pixels. */
export interface Reach {
  readonly box: number;
  readonly handle: number;
}

export const MOUSE_REACH: Reach = { box: 3, handle: 7 };
export const FINGER_REACH: Reach = { box: 10, handle: 16 };

/** The prediction under `at`: if there are several, the smallest, so that a box inside another can be reached. */
export function predictionAt(
  at: ScreenPoint,
  { viewport, predictions, reach }: { viewport: Viewport; predictions: readonly ScenePrediction[]; reach: Reach },
): ScenePrediction | null {
  const point = toPicture(viewport, at);
  const slack = reach.box / scaleOf(viewport);
  let best: ScenePrediction | null = null;
  for (const prediction of predictions) {
    const { x, y, width, height } = prediction;
    const inside =
      point.x >= x - slack && point.x <= x + width + slack && point.y >= y - slack && point.y <= y + height + slack;
    if (inside && (best === null || area(prediction) < area(best))) best = prediction;
  }
  return best;
}

/** The handle of `box` under `at`; corners win over sides if a small box brings them together. */
export function handleAt(
  at: ScreenPoint,
  { viewport, box, reach }: { viewport: Viewport; box: PictureBox; reach: Reach },
): Handle | null {
  const shown = boxToScreen(viewport, box);
  const near = HANDLES.filter((handle) => {
    const place = handlePlace(shown, handle);
    return Math.max(Math.abs(place.x - at.x), Math.abs(place.y - at.y)) <= reach.handle;
  });
  return near.find((handle) => handle.length === 2) ?? near[0] ?? null;
}

function area({ width, height }: PictureBox): number {
  return width * height;
}
