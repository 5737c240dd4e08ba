import type { PictureBox, ScreenBox, ScreenPoint } from "../../core/geometry/coordinates.ts";
import { drawScene } from "./draw/draw-scene.ts";
import { drawnPart, type Scene, type SceneLook } from "./scene.ts";
import { followPointer } from "./stage-pointer.ts";
import type { GestureEvents, ToolId } from "./tools.ts";
import {
  boxToScreen,
  fitViewport,
  focusOn,
  panBy,
  resizeCanvas,
  resizePicture,
  reveal,
  type Size,
  type Viewport,
  zoomBy,
} from "./viewport.ts";

/** What the stage shows; the page around it owns it. The pointer's state belongs to the stage. */
export interface StageContent {
  readonly scene: Scene;
  readonly look: Omit<SceneLook, "draft" | "hovered">;
  readonly picture: HTMLImageElement | null;
  readonly tool: ToolId;
  /** Another key means another page: its drawing is brought into view. */
  readonly page: string;
  /** How far the page is read: when the drawing is known, it is brought into view unless a person has moved the view. */
  readonly state: string;
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
  let frame = 0;
  /** A person zoomed or moved the view of this page. */
  let isMoved = false;

  function draw(): void {
    frame = 0;
    const { gesture, hovered } = hand;
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

  /** A person wants another view. */
  function move(next: Viewport): void {
    isMoved = true;
    view(next);
  }

  function fitDrawing(): void {
    isMoved = false;
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

  const listeners = new AbortController();
  const stage = { shown: () => shown, viewport: () => viewport, view: move, redraw, events };
  const hand = followPointer(canvas, stage, listeners.signal);
  const observer = new ResizeObserver(resize);
  observer.observe(canvas);

  return {
    update(next) {
      const { size } = next.scene;
      const { picture } = viewport;
      const isResized = size.width !== picture.width || size.height !== picture.height;
      const isOther = next.page !== shown.page;
      const isNew = isOther || isResized || next.state !== shown.state;
      shown = next;
      if (isMoved && !isOther) view(isResized ? resizePicture(viewport, size) : viewport);
      else if (isNew) fitDrawing();
      redraw();
    },
    zoomBy: (factor) => move(zoomBy(viewport, factor)),
    fit: () => move(fitViewport(sizeOf(canvas), shown.scene.size)),
    fitDrawing,
    pan: (by) => move(panBy(viewport, by)),
    reveal: (box) => move(reveal(viewport, box)),
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
