import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import { boxToScreen, isOnCanvas } from "../viewport.ts";
import { drawLabel, LABEL_HEIGHT } from "./draw-labels.ts";
import type { CanvasPen } from "./pen.ts";

/** A frame is at least this wide and high on the screen: a place may be a point. */
const SMALLEST = 18;
const ROOM = 5;

export interface MarkedPlace {
  readonly box: PictureBox;
  readonly label: string;
  readonly pointedAt: boolean;
}

/** Frames places of the page, each with its label; labels of the same place are one below the other. */
export function drawPlaces(
  pen: CanvasPen,
  { places, colour }: { places: readonly MarkedPlace[]; colour: `#${string}` },
): void {
  const { context, viewport } = pen;
  const seen: PictureBox[] = [];
  for (const { box, label, pointedAt } of places) {
    const same = seen.filter((other) => Math.abs(other.x - box.x) < 8 && Math.abs(other.y - box.y) < 8).length;
    seen.push(box);
    const shown = boxToScreen(viewport, box);
    if (!isOnCanvas(viewport, shown)) continue;
    const [width, height] = [Math.max(SMALLEST, shown.width + 2 * ROOM), Math.max(SMALLEST, shown.height + 2 * ROOM)];
    const x = shown.x + (shown.width - width) / 2;
    const y = shown.y + (shown.height - height) / 2;
    context.strokeStyle = colour;
    context.lineWidth = pointedAt ? 4 : 2.5;
    context.setLineDash(pointedAt ? [] : [7, 4]);
    context.strokeRect(x, y, width, height);
    context.setLineDash([]);
    const at = { x, y: y + height + LABEL_HEIGHT + 2 + same * (LABEL_HEIGHT + 2) };
    drawLabel(pen, { text: label, at, background: colour });
  }
}
