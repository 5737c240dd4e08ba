import type { PictureBox, ScreenBox, ScreenPoint } from "../../core/geometry/coordinates.ts";
import { drawScene } from "./draw/draw-scene.ts";
import { drawnPart, type Scene, type SceneLook } from "./scene.ts";
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
import {
  boxToScreen,
  fitViewport,
  focusOn,
  panBy,
  pinch,
  resizeCanvas,
  reveal,
  type Size,
  type Viewport,
  zoomBy,
  zoomTo,
} from "./viewport.ts";

/** What the stage shows; the page around it owns it. The pointer's state belongs to the stage. */
export interface StageContent {
  readonly scene: Scene;
  readonly look: Omit<SceneLook, "draft" | "hovered">;
  readonly picture: HTMLImageElement | null;
  readonly tool: ToolId;
  /** Another key means another page: its drawing is brought into view. */
  readonly page: string;
}

export interface StageEvents extends GestureEvents {
  view(viewport: Viewport): void;
}

/** A canvas with its picture: it renders itself and follows the pointer, without React in the loop. */
export interface CanvasStage {
  update(content: StageContent): void;
  zoomBy(factor: number): void;
  fit(): void;
  fitDrawing(): void;
  pan(by: ScreenPoint): void;
  reveal(box: PictureBox): void;
  screenBox(box: PictureBox): ScreenBox;
  focus(): void;
  /** Scrolls the page to the canvas: on a phone it may be above. */
  show(): void;
  destroy(): void;
}

/** How much the wheel zooms per CSS pixel. */
const WHEEL_ZOOM = 0.0016;
const LINE = 16;

/**
 * Makes `canvas` a stage. It takes the canvas' size from the page and its resolution from the device. `events` gives the
 * handlers of the moment.
 */
export function createStage(
  canvas: HTMLCanvasElement,
  { content, events }: { content: StageContent; events: () => StageEvents },
): CanvasStage {
  const context = canvas.getContext("2d")!;
  let shown = content;
  let viewport = fitViewport(sizeOf(canvas), content.scene.size);
  let gesture: Gesture | null = null;
  let hovered: string | null = null;
  let spaceHeld = false;
  let frame = 0;
  const pointers = new Map<number, ScreenPoint>();

  function draw(): void {
    frame = 0;
    const pixelRatio = window.devicePixelRatio || 1;
    const way = gesture?.kind === "wire" ? gesture.way : [];
    const wireTool = { ...shown.look.wireTool, way };
    const look = { ...shown.look, hovered, draft: gesture?.kind === "box" ? gesture : null, wireTool };
    drawScene(context, { scene: shown.scene, look, viewport, picture: shown.picture, pixelRatio });
  }

  function redraw(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function view(next: Viewport): void {
    if (next === viewport) return;
    viewport = next;
    events().view(viewport);
    redraw();
  }

  function fitDrawing(): void {
    const part = drawnPart(shown.scene);
    const page = fitViewport(sizeOf(canvas), shown.scene.size);
    view(part ? focusOn(page, part) : page);
  }

  function resize(): void {
    const size = sizeOf(canvas);
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    viewport = resizeCanvas(viewport, size);
    events().view(viewport);
    // Drawn at once: a canvas that changes its size is blank until then.
    draw();
  }

  function press(event: PointerEvent): Press {
    const predictions = shown.look.layers.predictions ? shown.scene.predictions : [];
    return { at: placeOf(event), viewport, predictions, selected: shown.look.selected, reach: reachOf(event) };
  }

  function activeTool(event: PointerEvent): ToolId {
    return spaceHeld || event.button === 1 ? "hand" : shown.tool;
  }

  function down(event: PointerEvent): void {
    if (event.button > 1) return;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    pointers.set(event.pointerId, placeOf(event));
    gesture = pointers.size > 1 ? null : TOOLS[activeTool(event)].begin(press(event));
    redraw();
  }

  function move(event: PointerEvent): void {
    const at = placeOf(event);
    if (pointers.has(event.pointerId)) follow(event, at);
    else hover(event, at);
  }

  function follow(event: PointerEvent, at: ScreenPoint): void {
    const [first, second] = [...pointers.keys()];
    if (second !== undefined && (event.pointerId === first || event.pointerId === second)) {
      const from = [pointers.get(first!)!, pointers.get(second)!] as const;
      pointers.set(event.pointerId, at);
      view(pinch(viewport, { from, to: [pointers.get(first!)!, pointers.get(second)!] }));
      return;
    }
    pointers.set(event.pointerId, at);
    if (!gesture) return;
    const step = continueGesture(gesture, { viewport, at });
    gesture = step.gesture;
    if (gesture.kind === "pan") canvas.style.cursor = "grabbing";
    view(step.viewport);
    redraw();
  }

  function hover(event: PointerEvent, at: ScreenPoint): void {
    const over = press(event);
    canvas.style.cursor = TOOLS[activeTool(event)].cursor(over);
    const id = shown.tool === "select" ? (predictionAt(at, over)?.id ?? null) : null;
    if (id === hovered) return;
    hovered = id;
    redraw();
  }

  function up(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size > 0) return;
    const ended = gesture;
    gesture = null;
    canvas.style.cursor = "";
    redraw();
    if (ended) endGesture(ended, events());
  }

  function cancel(event: PointerEvent): void {
    pointers.delete(event.pointerId);
    gesture = null;
    redraw();
  }

  /** The mouse events that follow a touch would take the focus away from a window that it has opened. */
  function endTouch(event: TouchEvent): void {
    if (event.cancelable) event.preventDefault();
  }

  function leave(): void {
    hovered = null;
    redraw();
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    if (event.shiftKey) {
      view(panBy(viewport, { x: -(event.deltaY || event.deltaX) * unit, y: 0 }));
      return;
    }
    // A pinch on a trackpad arrives as a wheel with Ctrl, in small steps.
    const speed = event.ctrlKey ? WHEEL_ZOOM * 6 : WHEEL_ZOOM;
    const zoom = viewport.zoom * Math.exp(-event.deltaY * unit * speed);
    view(zoomTo(viewport, { zoom, about: placeOf(event) }));
  }

  function key(event: KeyboardEvent | FocusEvent): void {
    if ("key" in event && event.key !== " ") return;
    const isForPage = event.target === canvas || !isControl(event.target);
    spaceHeld = isForPage && event.type === "keydown";
    if (spaceHeld) event.preventDefault();
  }

  function placeOf(event: MouseEvent): ScreenPoint {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  const listeners = new AbortController();
  const { signal } = listeners;
  const observer = new ResizeObserver(resize);
  observer.observe(canvas);
  canvas.addEventListener("pointerdown", down, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", up, { signal });
  canvas.addEventListener("pointercancel", cancel, { signal });
  canvas.addEventListener("pointerleave", leave, { signal });
  canvas.addEventListener("touchend", endTouch, { passive: false, signal });
  canvas.addEventListener("wheel", wheel, { passive: false, signal });
  window.addEventListener("keydown", key, { signal });
  window.addEventListener("keyup", key, { signal });
  // A key that is released in another window sends no event here.
  window.addEventListener("blur", key, { signal });

  return {
    update(next) {
      const { size } = next.scene;
      const { picture } = viewport;
      const isOther = next.page !== shown.page || size.width !== picture.width || size.height !== picture.height;
      shown = next;
      if (isOther) fitDrawing();
      redraw();
    },
    zoomBy: (factor) => view(zoomBy(viewport, factor)),
    fit: () => view(fitViewport(sizeOf(canvas), shown.scene.size)),
    fitDrawing,
    pan: (by) => view(panBy(viewport, by)),
    reveal: (box) => view(reveal(viewport, box)),
    screenBox: (box) => boxToScreen(viewport, box),
    focus: () => canvas.focus({ preventScroll: true }),
    show: () => canvas.scrollIntoView({ block: "nearest" }),
    destroy() {
      listeners.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}

function sizeOf(canvas: HTMLCanvasElement): Size {
  return { width: Math.max(1, canvas.clientWidth), height: Math.max(1, canvas.clientHeight) };
}

function reachOf(event: PointerEvent): Reach {
  return event.pointerType === "touch" ? FINGER_REACH : MOUSE_REACH;
}

/** Whether the focused element uses the space bar itself. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, button, a, [role]") !== null;
}
