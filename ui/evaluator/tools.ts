import { clamp } from "../../core/basics/numbers.ts";
import { boxAround, grown, isInside, isSameBox, nearestInBox } from "../../core/geometry/boxes.ts";
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
  begin(press: Press): Gesture;
  cursor(press: Press): string;
}

export type ToolId = "select" | "hand" | "add" | "wire" | "erase";

const WIRE_TOOL: Tool = {
  begin: ({ at, viewport, reach }) => {
    return { kind: "wire", start: at, way: [toPicture(viewport, at)], reach: reach.handle / scaleOf(viewport) };
  },
  cursor: () => "crosshair",
};

export const TOOLS: Readonly<Record<ToolId, Tool>> = {
  select: { begin: beginSelect, cursor: selectCursor },
  hand: { begin: ({ at }) => ({ kind: "pan", last: at }), cursor: () => "grab" },
  add: { begin: beginBox, cursor: () => "crosshair" },
  wire: WIRE_TOOL,
  erase: WIRE_TOOL,
};

function beginBox({ at, viewport }: Press): Gesture {
  const from = nearestInBox(pageOf(viewport), toPicture(viewport, at));
  const box = { ...from, width: 0, height: 0 };
  return { kind: "box", id: null, start: at, from: box, box, pull: (to) => boxBetween(from, to), isClick: false };
}

/** Only a selected box can be moved, so that moving the page never moves a box by mistake. */
function beginSelect(press: Press): Gesture {
  const { at, viewport } = press;
  const { chosen, handle, hit } = targetOf(press);
  if (!chosen || !(handle || hit === chosen)) return { kind: "press", id: hit?.id ?? null, start: at };
  const { id, x, y, width, height } = chosen;
  const box = { x, y, width, height };
  const grab = toPicture(viewport, at);
  const within = viewport.picture;
  function pull(to: PicturePoint): PictureBox {
    if (handle) return resizeBox(box, { handle, to, within });
    return moveBox(box, { by: { x: to.x - grab.x, y: to.y - grab.y }, within });
  }
  return { kind: "box", id, start: at, from: box, box, pull, isClick: !handle };
}

function selectCursor(press: Press): string {
  const { chosen, handle, hit } = targetOf(press);
  if (handle) return HANDLE_CURSORS[handle];
  if (!hit) return "default";
  return hit === chosen ? "move" : "pointer";
}

function targetOf({ at, ...page }: Press) {
  const chosen = page.predictions.find(({ id }) => id === page.selected);
  const handle = chosen ? handleAt(at, { ...page, box: chosen }) : null;
  return { chosen, handle, hit: predictionAt(at, page) };
}

/** A pointer that moved less than this between press and release, in CSS pixels, was a click. */
const CLICK_REACH = 4;

export type Gesture =
  /** Not moved yet: a click on `id` (null: on nothing) if it stays like this, otherwise the picture is moved. */
  | { readonly kind: "press"; readonly id: string | null; readonly start: ScreenPoint }
  | { readonly kind: "pan"; readonly last: ScreenPoint }
  /** A wire is being pulled along `way`. */
  | {
      readonly kind: "wire";
      readonly start: ScreenPoint;
      readonly way: readonly PicturePoint[];
      readonly reach: number;
    }
  /** A box is being drawn (`id` is null then), moved or resized: it was `from`, and is `box`. */
  | {
      readonly kind: "box";
      readonly id: string | null;
      readonly start: ScreenPoint;
      readonly from: PictureBox;
      readonly box: PictureBox;
      /** The box when the pointer is at `to`. */
      pull(to: PicturePoint): PictureBox;
      /** Whether it selects the box if it changes nothing. */
      readonly isClick: boolean;
    };

/** What gestures mean. */
export interface GestureEvents {
  select(id: string | null): void;
  addBox(box: PictureBox): void;
  /** The selected box was moved or resized. */
  changeBox(box: PictureBox): void;
  /**
   * The wire tool was pulled along a way; of one place only, it was a click. `reach`: how near the pointer comes to what
   * it means, in pixels of the picture.
   */
  wire(way: readonly PicturePoint[], reach: number): void;
}

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
  if (gesture.kind === "pan") {
    const by = { x: at.x - gesture.last.x, y: at.y - gesture.last.y };
    return { gesture: { kind: "pan", last: at }, viewport: panBy(viewport, by) };
  }
  const isClick = distanceBetween(gesture.start, at) < CLICK_REACH;
  if (gesture.kind === "press") {
    return isClick ? same : continueGesture({ kind: "pan", last: gesture.start }, { viewport, at });
  }
  const to = nearestInBox(pageOf(viewport), toPicture(viewport, at));
  if (gesture.kind === "wire") {
    if (gesture.way.length === 1 && isClick) return same;
    return { gesture: { ...gesture, way: [...gesture.way, to] }, viewport };
  }
  if (gesture.box === gesture.from && isClick) return same;
  return { gesture: { ...gesture, box: gesture.pull(to) }, viewport };
}

export function endGesture(gesture: Gesture, events: GestureEvents): void {
  if (gesture.kind === "press") events.select(gesture.id);
  if (gesture.kind === "wire") events.wire(gesture.way, gesture.reach);
  if (gesture.kind !== "box") return;
  const { id, from, box, isClick } = gesture;
  if (id === null && isMeant(box)) events.addBox(box);
  if (id !== null && !isSameBox(from, box)) events.changeBox(box);
  else if (isClick) events.select(id);
}

function pageOf({ picture }: Viewport): PictureBox {
  return { x: 0, y: 0, ...picture };
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
  const under = predictions.filter((each) => isInside(grown(each, slack), point));
  return under.sort((a, b) => a.width * a.height - b.width * b.height)[0] ?? null;
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

export function boxBetween(...corners: readonly [PicturePoint, PicturePoint]): PictureBox {
  return boxAround(corners.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })));
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
