import { overlaps } from "../../../core/geometry/boxes.ts";
import type { ScreenBox, ScreenPoint } from "../../../core/geometry/coordinates.ts";
import type { Size } from "../viewport.ts";
import { LABEL_HEIGHT } from "./draw-labels.ts";

/** Between a letter and its label, and between two labels, in CSS pixels. */
const GAP = 4;

export interface NamedBox {
  /** The label of an input is at the left, that of an output at the right: away from the wire. */
  readonly kind: "input" | "output";
  readonly box: ScreenBox;
  readonly width: number;
}

/**
 * The bottom left corners of the labels of these boxes: next to each box, so that the handwriting stays readable, or
 * above it if another box or label is in the way or the canvas ends.
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
  const places = [kind === "input" ? left : right, ...above, kind === "input" ? right : left];
  const inside = places.filter(({ x, y }) => x >= 0 && y >= 0 && x + width <= canvas.width);
  return inside.length > 0 ? inside : places;
}
