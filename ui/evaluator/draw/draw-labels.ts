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

/** No page of circuits has more different texts than this; beyond it the memory is freed. */
const MOST_SPRITES = 2000;

const widths = new Map<string, number>();
const sprites = new Map<string, HTMLCanvasElement>();

/** The width of a label with this text, in CSS pixels. Each text is measured once: measuring is slow. */
export function labelWidth({ context }: CanvasPen, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  context.font = FONT;
  const width = Math.ceil(context.measureText(text).width) + 2 * PADDING;
  widths.set(text, width);
  return width;
}

/** Draws a label, moved back inside the canvas at its edges. Each text is painted once and copied from then on. */
export function drawLabel(pen: CanvasPen, { text, at, background }: BoxLabel): void {
  const width = labelWidth(pen, text);
  const { canvas } = pen.viewport;
  const x = Math.round(Math.max(0, Math.min(at.x, canvas.width - width)));
  const y = Math.round(Math.max(0, Math.min(at.y, canvas.height) - LABEL_HEIGHT));
  pen.context.drawImage(spriteOf(pen, { text, background, width }), x, y, width, LABEL_HEIGHT);
}

function spriteOf(
  { pixelRatio }: CanvasPen,
  { text, background, width }: { text: string; background: string; width: number },
) {
  const key = `${text}|${background}|${pixelRatio}`;
  const known = sprites.get(key);
  if (known) return known;
  if (sprites.size >= MOST_SPRITES) sprites.clear();
  const sprite = document.createElement("canvas");
  sprite.width = Math.ceil(width * pixelRatio);
  sprite.height = Math.ceil(LABEL_HEIGHT * pixelRatio);
  const context = sprite.getContext("2d");
  if (!context) return sprite;
  context.scale(pixelRatio, pixelRatio);
  context.fillStyle = background;
  context.beginPath();
  context.roundRect(0, 0, width, LABEL_HEIGHT, 3);
  context.fill();
  context.fillStyle = "#ffffff";
  context.font = FONT;
  context.textBaseline = "middle";
  context.fillText(text, PADDING, LABEL_HEIGHT / 2 + 0.5);
  sprites.set(key, sprite);
  return sprite;
}
