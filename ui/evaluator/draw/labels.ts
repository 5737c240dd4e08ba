import { overlaps } from "../../../core/geometry/boxes.ts";
import type { ScreenBox, ScreenPoint } from "../../../core/geometry/coordinates.ts";
import type { Size, Viewport } from "../viewport.ts";

const FONT = '600 11px "Inter Variable", "Segoe UI", system-ui, "DejaVu Sans", sans-serif';
const PADDING = 4;

/** Height of a label, in CSS pixels: labels keep their size at every zoom level. */
export const LABEL_HEIGHT = 16;

interface BoxLabel {
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

/** Between a letter and its label, and between two labels, in CSS pixels. */
const GAP = 4;

interface NamedBox {
  /** The label of an input is at the left, that of an output at the right: away from the wire; a gate's is above it. */
  readonly kind: "input" | "output" | "gate";
  readonly box: ScreenBox;
  readonly width: number;
}

/**
 * The bottom left corners of the labels of these boxes: next to each box, so that the drawing stays readable, or above
 * or below it if another box or label is in the way or the canvas ends.
 */
export function placeLabels(named: readonly NamedBox[], canvas: Size): ScreenPoint[] {
  const taken: ScreenBox[] = [];
  return named.map((each) => {
    const others = [...named.filter((other) => other !== each).map(({ box }) => box), ...taken];
    const label = placesFor(each, canvas).find((place) => !others.some((other) => overlaps(place, other)));
    const place = label ?? placesFor(each, canvas)[0]!;
    taken.push(place);
    return { x: place.x, y: place.y + place.height };
  });
}

/** Where a label may be, the best place first. */
function placesFor({ kind, box, width }: NamedBox, canvas: Size): ScreenBox[] {
  const label = { width, height: LABEL_HEIGHT };
  const left = { ...label, x: box.x - width - GAP, y: box.y + (box.height - LABEL_HEIGHT) / 2 };
  const right = { ...left, x: box.x + box.width + GAP };
  const above = [0, 1, 2, 3].map((row) => ({
    ...label,
    x: Math.max(0, Math.min(box.x, canvas.width - width)),
    y: box.y - GAP - LABEL_HEIGHT - row * (LABEL_HEIGHT + GAP / 2),
  }));
  const below = { ...above[0]!, y: box.y + box.height + GAP };
  const sides = kind === "input" ? [left, right] : [right, left];
  const places = kind === "gate" ? [above[0]!, below, ...above.slice(1)] : [sides[0]!, ...above, sides[1]!];
  const inside = places.filter(({ x, y }) => x >= 0 && y >= 0 && x + width <= canvas.width);
  return inside.length > 0 ? inside : places;
}

/** A canvas to draw on, in CSS pixels of the screen. */
export interface CanvasPen {
  readonly context: CanvasRenderingContext2D;
  readonly viewport: Viewport;
  readonly pixelRatio: number;
}
