import { PREDICTION_COLOURS } from "../../../core/annotate/colours.ts";
import type { Scene, SceneLook, SceneName, SignalView } from "../scene.ts";
import { boxToScreen, isOnCanvas } from "../viewport.ts";
import { drawLabel, labelWidth } from "./draw-labels.ts";
import { SIGNAL_COLOURS } from "./draw-wires.ts";
import { placeLabels } from "./label-places.ts";
import type { CanvasPen } from "./pen.ts";

/** The names of inputs and outputs next to their wire ends; if a row is shown, also their values. */
export function drawNames(pen: CanvasPen, { scene, look }: { scene: Scene; look: SceneLook }): void {
  const { context, viewport } = pen;
  const shown = scene.names.flatMap((name) => {
    const box = boxToScreen(viewport, name.box);
    const { text, background } = nameLabel(name, look.signals);
    return isOnCanvas(viewport, box) ? [{ kind: name.kind, box, text, background, width: labelWidth(pen, text) }] : [];
  });
  const places = placeLabels(shown, viewport.canvas);
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  for (const { kind, box } of shown) {
    context.strokeStyle = PREDICTION_COLOURS[kind];
    context.strokeRect(box.x, box.y, box.width, box.height);
  }
  context.setLineDash([]);
  for (const [index, { text, background }] of shown.entries()) {
    drawLabel(pen, { text, at: places[index]!, background });
  }
}

function nameLabel({ kind, name, net, inverted }: SceneName, signals: SignalView | null) {
  const shown = inverted ? `¬${name}` : name;
  const value = net === null ? undefined : signals?.values.get(net);
  if (value === undefined) return { text: shown, background: PREDICTION_COLOURS[kind] };
  const wanted = kind === "output" ? signals?.wanted.get(name) : undefined;
  if (wanted !== undefined && wanted !== value) {
    return { text: `${shown} = ${value}, key ${wanted}`, background: SIGNAL_COLOURS.wrong };
  }
  return { text: `${shown} = ${value}`, background: value === 1 ? SIGNAL_COLOURS.one : SIGNAL_COLOURS.zero };
}
