import type { Viewport } from "../viewport.ts";

/** A canvas to draw on, in CSS pixels of the screen. */
export interface CanvasPen {
  readonly context: CanvasRenderingContext2D;
  readonly viewport: Viewport;
  readonly pixelRatio: number;
}
