import type { PictureBox, PicturePoint, ScreenPoint } from "../../core/geometry/coordinates.ts";
import { distanceBetween } from "../../core/geometry/distances.ts";
import { boxBetween, type Handle, isMeant, moveBox, resizeBox, sameBox } from "./boxes.ts";
import type { ScenePrediction } from "./scene.ts";
import { panBy, type Size, toPicture, type Viewport } from "./viewport.ts";

/** A pointer that moved less than this between press and release, in CSS pixels, was a click. */
const CLICK_REACH = 4;

export type Gesture =
  /** Not moved yet: a click on `id` (null: on nothing) if it stays like this, otherwise the picture is moved. */
  | { readonly kind: "press"; readonly id: string | null; readonly start: ScreenPoint }
  | { readonly kind: "pan"; readonly last: ScreenPoint }
  | { readonly kind: "draw"; readonly from: PicturePoint; readonly box: PictureBox }
  /** A wire is being pulled along `way`. */
  | { readonly kind: "wire"; readonly start: ScreenPoint; readonly way: readonly PicturePoint[] }
  | {
      readonly kind: "move";
      readonly prediction: ScenePrediction;
      readonly start: ScreenPoint;
      readonly grab: PicturePoint;
      readonly box: PictureBox;
    }
  | {
      readonly kind: "resize";
      readonly prediction: ScenePrediction;
      readonly handle: Handle;
      readonly box: PictureBox;
    };

export type GestureOutcome =
  | { readonly kind: "nothing" }
  | { readonly kind: "select"; readonly id: string | null }
  | { readonly kind: "add-box"; readonly box: PictureBox }
  /** One place: it was a click. */
  | { readonly kind: "wire"; readonly way: readonly PicturePoint[] }
  | { readonly kind: "change-box"; readonly id: string; readonly box: PictureBox };

export interface GestureStep {
  readonly gesture: Gesture;
  readonly viewport: Viewport;
}

/** The gesture after the pointer moved to `at`, and the view, which moving the page changes. */
export function continueGesture(
  gesture: Gesture,
  { viewport, at }: { viewport: Viewport; at: ScreenPoint },
): GestureStep {
  const same = { gesture, viewport };
  if (gesture.kind === "press") {
    if (isClick(gesture.start, at)) return same;
    return continueGesture({ kind: "pan", last: gesture.start }, { viewport, at });
  }
  if (gesture.kind === "pan") {
    const by = { x: at.x - gesture.last.x, y: at.y - gesture.last.y };
    return { gesture: { kind: "pan", last: at }, viewport: panBy(viewport, by) };
  }
  const to = toPicture(viewport, at);
  const within = viewport.picture;
  if (gesture.kind === "draw") {
    return { gesture: { ...gesture, box: boxBetween(inside(gesture.from, within), inside(to, within)) }, viewport };
  }
  if (gesture.kind === "wire") {
    if (gesture.way.length === 1 && isClick(gesture.start, at)) return same;
    return { gesture: { ...gesture, way: [...gesture.way, inside(to, within)] }, viewport };
  }
  if (gesture.kind === "move") {
    if (isClick(gesture.start, at) && sameBox(gesture.box, gesture.prediction)) return same;
    const by = { x: to.x - gesture.grab.x, y: to.y - gesture.grab.y };
    return { gesture: { ...gesture, box: moveBox(plainBox(gesture.prediction), { by, within }) }, viewport };
  }
  const box = resizeBox(plainBox(gesture.prediction), { handle: gesture.handle, to, within });
  return { gesture: { ...gesture, box }, viewport };
}

export function endGesture(gesture: Gesture): GestureOutcome {
  if (gesture.kind === "press") return { kind: "select", id: gesture.id };
  if (gesture.kind === "draw")
    return isMeant(gesture.box) ? { kind: "add-box", box: gesture.box } : { kind: "nothing" };
  if (gesture.kind === "pan") return { kind: "nothing" };
  if (gesture.kind === "wire") return { kind: "wire", way: gesture.way };
  const { prediction, box } = gesture;
  if (!sameBox(box, prediction)) return { kind: "change-box", id: prediction.id, box };
  return gesture.kind === "move" ? { kind: "select", id: prediction.id } : { kind: "nothing" };
}

/** The box that the gesture is changing, to show instead of the prediction's own; for a new box the ID is null. */
export function pulledBox(gesture: Gesture | null): { id: string | null; box: PictureBox } | null {
  if (gesture?.kind === "draw") return { id: null, box: gesture.box };
  if (gesture?.kind === "move" || gesture?.kind === "resize") return { id: gesture.prediction.id, box: gesture.box };
  return null;
}

export function plainBox({ x, y, width, height }: PictureBox): PictureBox {
  return { x, y, width, height };
}

function isClick(start: ScreenPoint, at: ScreenPoint): boolean {
  return distanceBetween(at, start) < CLICK_REACH;
}

function inside({ x, y }: PicturePoint, { width, height }: Size): PicturePoint {
  return { x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) };
}
