import { PREDICTION_COLOURS } from "../../core/annotate/colours.ts";
import type { ScreenBox, ScreenPoint } from "../../core/geometry/coordinates.ts";
import { drawLabel, LABEL_HEIGHT, labelWidth } from "./draw-labels.ts";
import type { Pen } from "./pen.ts";
import type { Look, Scene, SceneName, SignalView } from "./scene.ts";
import { SIGNAL_COLOURS } from "./signal-colours.ts";
import { boxToScreen, type Viewport } from "./viewport.ts";

/** Between a letter and its label, in CSS pixels. */
const GAP = 4;

/** The names of inputs and outputs beside their wire ends; with a row in view, their values too. */
export function drawNames(pen: Pen, { scene, look }: { scene: Scene; look: Look }): void {
  const { context, viewport } = pen;
  for (const name of scene.names) {
    const box = boxToScreen(viewport, name.box);
    const { text, background } = nameLabel(name, look.signals);
    context.strokeStyle = PREDICTION_COLOURS[name.kind];
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.strokeRect(box.x, box.y, box.width, box.height);
    context.setLineDash([]);
    drawLabel(pen, { text, at: labelPlace(name, { box, width: labelWidth(pen, text), scene, viewport }), background });
  }
}

interface LabelRoom {
  readonly box: ScreenBox;
  readonly width: number;
  readonly scene: Scene;
  readonly viewport: Viewport;
}

/** Beside the letter, away from the wire, so that the writing stays readable; above it where another name stands there. */
function labelPlace(name: SceneName, { box, width, scene, viewport }: LabelRoom): ScreenPoint {
  const x = name.kind === "input" ? box.x - width - GAP : box.x + box.width + GAP;
  const isTaken = scene.names.some((other) => {
    if (other === name) return false;
    const there = boxToScreen(viewport, other.box);
    const besides = there.x < x + width && x < there.x + there.width;
    return besides && there.y < box.y + box.height && box.y < there.y + there.height;
  });
  if (isTaken) return { x: box.x, y: box.y - GAP };
  return { x, y: box.y + (box.height + LABEL_HEIGHT) / 2 };
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
