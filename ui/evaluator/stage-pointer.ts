import type { ScreenPoint } from "../../core/geometry/coordinates.ts";
import type { Scene, SceneLook } from "./scene.ts";
import {
  continueGesture,
  endGesture,
  FINGER_REACH,
  type Gesture,
  type GestureEvents,
  MOUSE_REACH,
  type Press,
  predictionAt,
  type Reach,
  TOOLS,
  type ToolId,
} from "./tools.ts";
import { panBy, pinch, type Viewport, zoomTo } from "./viewport.ts";

/** The stage that the pointer acts on. */
interface Stage {
  shown(): { readonly scene: Scene; readonly look: Pick<SceneLook, "layers" | "selected">; readonly tool: ToolId };
  viewport(): Viewport;
  view(viewport: Viewport): void;
  redraw(): void;
  events(): GestureEvents;
}

/** What the pointers on a canvas are doing. */
export interface Hand {
  readonly gesture: Gesture | null;
  /** The id of the prediction under the mouse. */
  readonly hovered: string | null;
}

/** All that the handlers below know and change. */
interface Following {
  readonly canvas: HTMLCanvasElement;
  readonly stage: Stage;
  readonly pointers: Map<number, ScreenPoint>;
  gesture: Gesture | null;
  hovered: string | null;
  spaceHeld: boolean;
}

/** How much the wheel zooms per CSS pixel. */
const WHEEL_ZOOM = 0.0016;
const LINE = 16;

/** Follows mouse, fingers, wheel and space bar on a canvas until `signal` ends it. */
export function followPointer(canvas: HTMLCanvasElement, stage: Stage, signal: AbortSignal): Hand {
  const hand: Following = { canvas, stage, pointers: new Map(), gesture: null, hovered: null, spaceHeld: false };
  canvas.addEventListener("pointerdown", (event) => down(hand, event), { signal });
  canvas.addEventListener("pointermove", (event) => move(hand, event), { signal });
  canvas.addEventListener("pointerup", (event) => up(hand, event), { signal });
  canvas.addEventListener("pointercancel", (event) => cancel(hand, event), { signal });
  canvas.addEventListener("pointerleave", () => hover(hand, null), { signal });
  canvas.addEventListener("touchend", endTouch, { passive: false, signal });
  canvas.addEventListener("wheel", (event) => wheel(hand, event), { passive: false, signal });
  const key = (event: KeyboardEvent | FocusEvent) => holdSpace(hand, event);
  window.addEventListener("keydown", key, { signal });
  window.addEventListener("keyup", key, { signal });
  // A key that is released in another window sends no event here.
  window.addEventListener("blur", key, { signal });
  return hand;
}

function down(hand: Following, event: PointerEvent): void {
  const { canvas, pointers } = hand;
  if (event.button > 1) return;
  canvas.setPointerCapture(event.pointerId);
  canvas.focus({ preventScroll: true });
  pointers.set(event.pointerId, placeOf(canvas, event));
  hand.gesture = pointers.size > 1 ? null : TOOLS[activeTool(hand, event)].begin(pressOf(hand, event));
  hand.stage.redraw();
}

function move(hand: Following, event: PointerEvent): void {
  if (hand.pointers.has(event.pointerId)) {
    follow(hand, event);
    return;
  }
  const at = placeOf(hand.canvas, event);
  const over = pressOf(hand, event);
  hand.canvas.style.cursor = TOOLS[activeTool(hand, event)].cursor(over);
  hover(hand, hand.stage.shown().tool === "select" ? (predictionAt(at, over)?.id ?? null) : null);
}

function follow(hand: Following, event: PointerEvent): void {
  const { canvas, stage, pointers } = hand;
  const at = placeOf(canvas, event);
  const [first, second] = [...pointers.keys()];
  if (second !== undefined && (event.pointerId === first || event.pointerId === second)) {
    const from = [pointers.get(first!)!, pointers.get(second)!] as const;
    pointers.set(event.pointerId, at);
    stage.view(pinch(stage.viewport(), { from, to: [pointers.get(first!)!, pointers.get(second)!] }));
    return;
  }
  pointers.set(event.pointerId, at);
  if (!hand.gesture) return;
  const { gesture, viewport } = continueGesture(hand.gesture, { viewport: stage.viewport(), at });
  hand.gesture = gesture;
  if (gesture.kind === "pan") canvas.style.cursor = "grabbing";
  stage.view(viewport);
  stage.redraw();
}

function hover(hand: Following, id: string | null): void {
  if (id === hand.hovered) return;
  hand.hovered = id;
  hand.stage.redraw();
}

function up(hand: Following, event: PointerEvent): void {
  if (!hand.pointers.delete(event.pointerId) || hand.pointers.size > 0) return;
  const ended = hand.gesture;
  hand.gesture = null;
  hand.canvas.style.cursor = "";
  hand.stage.redraw();
  if (ended) endGesture(ended, hand.stage.events());
}

function cancel(hand: Following, event: PointerEvent): void {
  hand.pointers.delete(event.pointerId);
  hand.gesture = null;
  hand.stage.redraw();
}

/** The mouse events that follow a touch would take the focus away from a window that it has opened. */
function endTouch(event: TouchEvent): void {
  if (event.cancelable) event.preventDefault();
}

function wheel({ canvas, stage }: Following, event: WheelEvent): void {
  event.preventDefault();
  const viewport = stage.viewport();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
  if (event.shiftKey) {
    stage.view(panBy(viewport, { x: -(event.deltaY || event.deltaX) * unit, y: 0 }));
    return;
  }
  // A pinch on a trackpad arrives as a wheel with Ctrl, in small steps.
  const speed = event.ctrlKey ? WHEEL_ZOOM * 6 : WHEEL_ZOOM;
  const zoom = viewport.zoom * Math.exp(-event.deltaY * unit * speed);
  stage.view(zoomTo(viewport, { zoom, about: placeOf(canvas, event) }));
}

/** While the space bar is held, every tool is the hand. */
function holdSpace(hand: Following, event: KeyboardEvent | FocusEvent): void {
  if ("key" in event && event.key !== " ") return;
  const isForPage = event.target === hand.canvas || !isControl(event.target);
  hand.spaceHeld = isForPage && event.type === "keydown";
  if (hand.spaceHeld) event.preventDefault();
}

function pressOf({ canvas, stage }: Following, event: PointerEvent): Press {
  const { look, scene } = stage.shown();
  const predictions = look.layers.predictions ? scene.predictions : [];
  const [at, reach] = [placeOf(canvas, event), reachOf(event)];
  return { at, viewport: stage.viewport(), predictions, selected: look.selected, reach };
}

function activeTool({ spaceHeld, stage }: Following, event: PointerEvent): ToolId {
  return spaceHeld || event.button === 1 ? "hand" : stage.shown().tool;
}

function placeOf(canvas: HTMLCanvasElement, event: MouseEvent): ScreenPoint {
  const { left, top } = canvas.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

function reachOf(event: PointerEvent): Reach {
  return event.pointerType === "touch" ? FINGER_REACH : MOUSE_REACH;
}

/** Whether the focused element uses the space bar itself. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, button, a, [role]") !== null;
}
