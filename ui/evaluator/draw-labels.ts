import type { ScreenBox, ScreenPoint } from "../../core/geometry/coordinates.ts";

export const LABEL_FONT = '600 11px "Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif';

const PADDING = 4;

/** Height of a label, in CSS pixels: labels keep their size at every zoom. */
export const LABEL_HEIGHT = 16;

export interface Label {
  readonly text: string;
  /** The label's bottom left corner. */
  readonly at: ScreenPoint;
  readonly background: string;
  readonly colour?: string;
}

const widths = new Map<string, number>();

/** How wide a label of this text is, in CSS pixels. Measured once a text: measuring is what costs. */
export function labelWidth(context: CanvasRenderingContext2D, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  context.font = LABEL_FONT;
  const width = Math.ceil(context.measureText(text).width) + 2 * PADDING;
  widths.set(text, width);
  return width;
}

/** Draws a label, pushed back inside the canvas at its left and top edge. */
export function drawLabel(context: CanvasRenderingContext2D, { text, at, background, colour }: Label): ScreenBox {
  const width = labelWidth(context, text);
  const box = { x: Math.max(0, at.x), y: Math.max(0, at.y - LABEL_HEIGHT), width, height: LABEL_HEIGHT };
  context.fillStyle = background;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 3);
  context.fill();
  context.fillStyle = colour ?? "#ffffff";
  context.font = LABEL_FONT;
  context.textBaseline = "middle";
  context.fillText(text, box.x + PADDING, box.y + LABEL_HEIGHT / 2 + 0.5);
  return box;
}
