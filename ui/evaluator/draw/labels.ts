import { clamp, sum } from "../../../core/basics/numbers.ts";
import { grown } from "../../../core/geometry/boxes.ts";
import type { ScreenBox, ScreenPoint } from "../../../core/geometry/coordinates.ts";
import type { Size, Viewport } from "../viewport.ts";

const FONT = '600 11px "Inter Variable", "Segoe UI", system-ui, "DejaVu Sans", sans-serif';
const PADDING = 4;

/** Height of a label, in CSS pixels: labels keep their size at every zoom level. */
const LABEL_HEIGHT = 16;

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

/** Around a label, so that it does not touch what is next to it. */
const MARGIN = 2;

export interface NamedBox {
  /**
   * The label of an input is at the left, that of an output at the right: away from the wire; a gate's is above it, that
   * of a marked place below it.
   */
  readonly kind: "input" | "output" | "gate" | "place";
  readonly box: ScreenBox;
  readonly width: number;
  /** Where nothing is free, such a label covers as little as possible; others are left out. */
  readonly isNeeded?: boolean;
}

interface Surroundings {
  readonly canvas: Size;
  /** What labels must not cover: gates and letters. */
  readonly boxes: readonly ScreenBox[];
}

/**
 * The bottom left corners of the labels, in CSS pixels: each next to its box, so that the drawing stays readable, where
 * it touches neither another label nor one of `boxes` and the canvas does not end. Null for a label that is left out.
 */
export function placeLabels(named: readonly NamedBox[], { canvas, boxes }: Surroundings): (ScreenPoint | null)[] {
  const taken = [...boxes];
  const covered = (place: ScreenBox) => sum(taken.map((other) => commonArea(grown(place, MARGIN), other)));
  return named.map((each) => {
    const [best] = placesFor(each, canvas)
      .map((place) => ({ place, covers: covered(place) }))
      .sort((a, b) => a.covers - b.covers);
    if (!best || (best.covers > 0 && !each.isNeeded)) return null;
    const { place } = best;
    taken.push(place);
    return { x: place.x, y: place.y + place.height };
  });
}

function commonArea(a: ScreenBox, b: ScreenBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Where a label may be, the best place first. */
function placesFor({ kind, box, width }: NamedBox, canvas: Size): ScreenBox[] {
  const label = { width, height: LABEL_HEIGHT };
  const left = { ...label, x: box.x - width - GAP, y: box.y + (box.height - LABEL_HEIGHT) / 2 };
  const right = { ...left, x: box.x + box.width + GAP };
  const [start, end] = [box.x, box.x + box.width - width].map((x) => clamp(x, 0, Math.max(0, canvas.width - width)));
  const row = LABEL_HEIGHT + GAP / 2;
  const above = (at: number, x = start!) => ({ ...label, x, y: box.y - GAP - LABEL_HEIGHT - at * row });
  const below = (at: number, x = start!) => ({ ...label, x, y: box.y + box.height + GAP + at * row });
  const [over, under] = [above, below].map((place) => [0, 1, 2, 3].map((at) => place(at)));
  const places = {
    input: [left, ...over!, ...under!, right],
    output: [right, ...over!, ...under!, left],
    // Far from its gate it would seem to be another one's.
    gate: [above(0), below(0), above(0, end), below(0, end), right, left, above(1), below(1)],
    place: [...under!, ...over!, right, left],
  }[kind];
  const isWithin = ({ x, y }: ScreenBox) =>
    x >= 0 && y >= 0 && x + width <= canvas.width && y + LABEL_HEIGHT <= canvas.height;
  const inside = places.filter(isWithin);
  return inside.length > 0 ? inside : places;
}

/** A canvas to draw on, in CSS pixels of the screen. */
export interface CanvasPen {
  readonly context: CanvasRenderingContext2D;
  readonly viewport: Viewport;
}
