import type { ScreenPoint } from "../../../core/geometry/coordinates.ts";
import type { CanvasPen } from "./pen.ts";

const FONT = '600 11px "Inter Variable", "Segoe UI", system-ui, "DejaVu Sans", sans-serif';
const PADDING = 4;

/** Height of a label, in CSS pixels: labels keep their size at every zoom level. */
export const LABEL_HEIGHT = 16;

export interface BoxLabel {
  readonly text: string;
  /** The label's bottom left corner. */
  readonly at: ScreenPoint;
  readonly background: string;
}

/** The width of a label with this text, in CSS pixels. */
export function labelWidth({ context }: CanvasPen, text: string): number {
  context.font = FONT;
  return Math.ceil(context.measureText(text).width) + 2 * PADDING;
}

/** Draws a label, moved back inside the canvas at its edges. */
export function drawLabel(pen: CanvasPen, { text, at, background }: BoxLabel): void {
  const width = labelWidth(pen, text);
  const { context, viewport } = pen;
  const x = Math.round(Math.max(0, Math.min(at.x, viewport.canvas.width - width)));
  const y = Math.round(Math.max(0, Math.min(at.y, viewport.canvas.height) - LABEL_HEIGHT));
  context.fillStyle = background;
  context.beginPath();
  context.roundRect(x, y, width, LABEL_HEIGHT, 3);
  context.fill();
  context.fillStyle = "#ffffff";
  context.textBaseline = "middle";
  context.fillText(text, x + PADDING, y + LABEL_HEIGHT / 2 + 0.5);
}
