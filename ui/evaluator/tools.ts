import { clamp } from "../../core/basics/numbers.ts";
import type { PictureBox, PicturePoint, ScreenBox, ScreenPoint } from "../../core/geometry/coordinates.ts";
import { distanceBetween } from "../../core/geometry/distances.ts";
import type { ScenePrediction } from "./scene.ts";
import { boxToScreen, panBy, type Size, scaleOf, toPicture, type Viewport } from "./viewport.ts";

export interface Press {
  readonly at: ScreenPoint;
  readonly viewport: Viewport;
  readonly predictions: readonly ScenePrediction[];
  readonly selected: string | null;
  readonly reach: Reach;
}

interface Tool {
  readonly label: string;
  begin(press: Press): Gesture;
  cursor(press: Press): string;
}

export type ToolId = "select" | "hand" | "add" | "wire" | "erase";

/** The tools in the order of the toolbar. */
export const TOOLS: Readonly<Record<ToolId, Tool>> = {
  select: {
    label: "Select",
    begin: beginSelect,
    cursor: selectCursor,
  },
  hand: {
    label: "Move the page",
    begin: ({ at }) => ({ kind: "pan", last: at }),
    cursor: () => "grab",
  },
  add: {
    label: "Add box",
    begin: ({ at, viewport }) => {
      const from = toPicture(viewport, at);
      return { kind: "draw", from, box: { x: from.x, y: from.y, width: 0, height: 0 } };
    },
    cursor: () => "crosshair",
  },
  wire: {
    label: "Correct wires",
    begin: beginWay,
    cursor: () => "crosshair",
  },
  erase: {
    label: "Erase wires",
    begin: beginWay,
    cursor: () => "crosshair",
  },
};

function beginWay({ at, viewport }: Press): Gesture {
  return { kind: "wire", start: at, way: [toPicture(viewport, at)] };
}

/** Only a selected box can be moved, so that moving the page never moves a box by mistake. */
function beginSelect({ at, viewport, predictions, selected, reach }: Press): Gesture {
  const chosen = predictions.find(({ id }) => id === selected);
  if (chosen) {
    const handle = handleAt(at, { viewport, box: chosen, reach });
    if (handle) return { kind: "resize", prediction: chosen, handle, box: plainBox(chosen) };
  }
  const hit = predictionAt(at, { viewport, predictions, reach });
  if (hit && hit === chosen) {
    return { kind: "move", prediction: hit, start: at, grab: toPicture(viewport, at), box: plainBox(hit) };
  }
  return { kind: "press", id: hit?.id ?? null, start: at };
}

function selectCursor({ at, viewport, predictions, selected, reach }: Press): string {
  const chosen = predictions.find(({ id }) => id === selected);
  const handle = chosen && handleAt(at, { viewport, box: chosen, reach });
  if (handle) return HANDLE_CURSORS[handle];
  const hit = predictionAt(at, { viewport, predictions, reach });
  if (!hit) return "default";
  return hit === chosen ? "move" : "pointer";
}

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

interface GestureStep {
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

export const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;

type Handle = (typeof HANDLES)[number];

/** The minimum size of a box, in pixels of the picture: a smaller one could not be clicked any more. */
export const MIN_BOX = 8;

const HANDLE_CURSORS: Readonly<Record<Handle, string>> = {
  nw: "nwse-resize",
  n: "ns-resize",
  ne: "nesw-resize",
  e: "ew-resize",
  se: "nwse-resize",
  s: "ns-resize",
  sw: "nesw-resize",
  w: "ew-resize",
};

export function boxBetween(a: PicturePoint, b: PicturePoint): PictureBox {
  const [x, y] = [Math.round(Math.min(a.x, b.x)), Math.round(Math.min(a.y, b.y))];
  return { x, y, width: Math.round(Math.max(a.x, b.x)) - x, height: Math.round(Math.max(a.y, b.y)) - y };
}

export function isMeant({ width, height }: PictureBox): boolean {
  return width >= MIN_BOX && height >= MIN_BOX;
}

/** The box moved by whole pixels, kept inside the picture. */
export function moveBox(box: PictureBox, { by, within }: { by: PicturePoint; within: Size }): PictureBox {
  return {
    ...box,
    x: clamp(Math.round(box.x + by.x), 0, within.width - box.width),
    y: clamp(Math.round(box.y + by.y), 0, within.height - box.height),
  };
}

/** The box with one handle dragged to `to`, kept inside the picture and at least `MIN_BOX` wide and high. */
export function resizeBox(
  box: PictureBox,
  { handle, to, within }: { handle: Handle; to: PicturePoint; within: Size },
): PictureBox {
  let [left, top] = [box.x, box.y];
  let [right, bottom] = [box.x + box.width, box.y + box.height];
  if (handle.includes("w")) left = clamp(Math.round(to.x), 0, right - MIN_BOX);
  if (handle.includes("e")) right = clamp(Math.round(to.x), left + MIN_BOX, within.width);
  if (handle.includes("n")) top = clamp(Math.round(to.y), 0, bottom - MIN_BOX);
  if (handle.includes("s")) bottom = clamp(Math.round(to.y), top + MIN_BOX, within.height);
  return { ...box, x: left, y: top, width: right - left, height: bottom - top };
}

export function handlePlace({ x, y, width, height }: ScreenBox, handle: Handle): { x: number; y: number } {
  const across = handle.includes("w") ? 0 : handle.includes("e") ? 1 : 0.5;
  const down = handle.includes("n") ? 0 : handle.includes("s") ? 1 : 0.5;
  return { x: x + across * width, y: y + down * height };
}

export function sameBox(a: PictureBox, b: PictureBox): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
