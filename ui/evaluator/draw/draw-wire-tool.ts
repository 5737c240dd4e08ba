import type { PicturePoint } from "../../../core/geometry/coordinates.ts";
import { toScreen } from "../viewport.ts";
import type { CanvasPen } from "./pen.ts";

const ACCENT = "#0d74ce";
const ARM = 12;

/** What the wire tool shows: the way that is being pulled, the keyboard's cursor, and the place a wire is led from. */
export interface WireToolLook {
  readonly way: readonly PicturePoint[];
  readonly cursor: PicturePoint | null;
  readonly from: PicturePoint | null;
}

export function drawWireTool({ context, viewport }: CanvasPen, { way, cursor, from }: WireToolLook): void {
  context.strokeStyle = ACCENT;
  context.fillStyle = ACCENT;
  context.lineWidth = 2;
  const pulled = way.length > 0 ? way : from && cursor ? [from, cursor] : [];
  context.setLineDash([6, 4]);
  context.beginPath();
  for (const [index, point] of pulled.entries()) {
    const { x, y } = toScreen(viewport, point);
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
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
