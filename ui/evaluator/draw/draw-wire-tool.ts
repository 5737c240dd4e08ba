import type { PicturePoint } from "../../../core/geometry/coordinates.ts";
import { scaleOf, toScreen } from "../viewport.ts";
import type { CanvasPen } from "./pen.ts";

const ACCENT = "#0d74ce";
const ARM = 12;

/** What the wire tool shows: the way that is being pulled, the keyboard's cursor, and the place a wire is led from. */
export interface WireToolLook {
  readonly way: readonly PicturePoint[];
  readonly cursor: PicturePoint | null;
  readonly from: PicturePoint | null;
  /** How wide the way is, in pixels of the picture; 0 for a thin line. */
  readonly width: number;
}

export function drawWireTool({ context, viewport }: CanvasPen, { way, cursor, from, width }: WireToolLook): void {
  context.strokeStyle = ACCENT;
  context.fillStyle = ACCENT;
  const pulled = way.length > 0 ? way : from && cursor ? [from, cursor] : [];
  context.beginPath();
  for (const [index, point] of pulled.entries()) {
    const { x, y } = toScreen(viewport, point);
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  if (width > 0) {
    context.lineWidth = width * scaleOf(viewport);
    context.lineCap = context.lineJoin = "round";
    context.globalAlpha = 0.35;
    context.stroke();
    context.globalAlpha = 1;
    context.lineCap = "butt";
    context.lineJoin = "miter";
  }
  context.lineWidth = 2;
  context.setLineDash([6, 4]);
  context.stroke();
  context.setLineDash([]);
  const start = way[0] ?? from;
  if (start) {
    const { x, y } = toScreen(viewport, start);
    context.beginPath();
    context.arc(x, y, 5, 0, 2 * Math.PI);
    context.fill();
  }
  if (!cursor) return;
  const { x, y } = toScreen(viewport, cursor);
  context.beginPath();
  context.moveTo(x - ARM, y);
  context.lineTo(x + ARM, y);
  context.moveTo(x, y - ARM);
  context.lineTo(x, y + ARM);
  context.stroke();
}
