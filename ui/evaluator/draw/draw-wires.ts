import { netColour } from "../../../core/annotate/colours.ts";
import type { PicturePoint } from "../../../core/geometry/coordinates.ts";
import type { Scene, SceneLook } from "../scene.ts";
import { scaleOf } from "../viewport.ts";
import type { CanvasPen } from "./pen.ts";

/**
 * Every net's wires in its own colour, dotted if they lead to no gate; if a row of the truth table is shown, in the colour
 * of their value.
 */
export function drawWires(pen: CanvasPen, { scene, look }: { scene: Scene; look: SceneLook }): void {
  const { context, viewport } = pen;
  const scale = scaleOf(viewport);
  const pens = Math.min(5, Math.max(1.75, scale * 3));
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const { net, lines } of scene.wires) {
    const value = net === null ? undefined : look.signals?.values.get(net);
    const { colour, width, dash } = wireStyle(net, { look, value });
    context.strokeStyle = colour;
    context.lineWidth = width * pens;
    context.setLineDash(dash);
    context.globalAlpha = 0.7;
    context.beginPath();
    for (const line of lines) addLine(pen, { line, scale });
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** A value is shown by colour, by thickness and by dashes, so that colour is not needed. */
function wireStyle(net: number | null, { look, value }: { look: SceneLook; value: 0 | 1 | undefined }) {
  if (!look.signals) return { colour: netColour(net), width: 1, dash: net === null ? [2, 6] : [] };
  if (value === undefined) return { colour: SIGNAL_COLOURS.unknown, width: 0.8, dash: [] };
  return value === 1
    ? { colour: SIGNAL_COLOURS.one, width: 1.5, dash: [] }
    : { colour: SIGNAL_COLOURS.zero, width: 1, dash: [7, 5] };
}

function addLine(
  { context, viewport }: CanvasPen,
  { line, scale }: { line: readonly PicturePoint[]; scale: number },
): void {
  const { origin } = viewport;
  for (const [index, { x, y }] of line.entries()) {
    if (index === 0) context.moveTo(origin.x + x * scale, origin.y + y * scale);
    else context.lineTo(origin.x + x * scale, origin.y + y * scale);
  }
}

/** Colours of the values in a row of the truth table, distinguishable for colour-blind readers. */
export const SIGNAL_COLOURS = { one: "#d55e00", zero: "#0072b2", unknown: "#8b8d98", wrong: "#d00000" } as const;
