import type { ScreenPoint } from "../../core/geometry/coordinates.ts";
import { HANDLE_CURSORS } from "./boxes.ts";
import { type Gesture, plainBox } from "./gestures.ts";
import { handleAt, predictionAt, type Reach } from "./hit-test.ts";
import type { ScenePrediction } from "./scene.ts";
import { toPicture, type Viewport } from "./viewport.ts";

export interface Press {
  readonly at: ScreenPoint;
  readonly viewport: Viewport;
  readonly predictions: readonly ScenePrediction[];
  readonly selected: string | null;
  readonly reach: Reach;
}

export interface Tool {
  readonly label: string;
  begin(press: Press): Gesture;
  cursor(press: Press): string;
}

export type ToolId = "select" | "hand" | "add" | "wire" | "erase";

/** The tools in the order of the toolbar. */
export const TOOLS: Readonly<Record<ToolId, Tool>> = {
  select: {
    label: "Select",
    begin: beginSelect,
    cursor: selectCursor,
  },
  hand: {
    label: "Move the page",
    begin: ({ at }) => ({ kind: "pan", last: at }),
    cursor: () => "grab",
  },
  add: {
    label: "Add box",
    begin: ({ at, viewport }) => {
      const from = toPicture(viewport, at);
      return { kind: "draw", from, box: { x: from.x, y: from.y, width: 0, height: 0 } };
    },
    cursor: () => "crosshair",
  },
  wire: {
    label: "Correct wires",
    begin: beginWay,
    cursor: () => "crosshair",
  },
  erase: {
    label: "Erase wires",
    begin: beginWay,
    cursor: () => "crosshair",
  },
};

function beginWay({ at, viewport }: Press): Gesture {
  return { kind: "wire", start: at, way: [toPicture(viewport, at)] };
}

/** Only a selected box can be moved, so that moving the page never moves a box by mistake. */
function beginSelect({ at, viewport, predictions, selected, reach }: Press): Gesture {
  const chosen = predictions.find(({ id }) => id === selected);
  if (chosen) {
    const handle = handleAt(at, { viewport, box: chosen, reach });
    if (handle) return { kind: "resize", prediction: chosen, handle, box: plainBox(chosen) };
  }
  const hit = predictionAt(at, { viewport, predictions, reach });
  if (hit && hit === chosen) {
    return { kind: "move", prediction: hit, start: at, grab: toPicture(viewport, at), box: plainBox(hit) };
  }
  return { kind: "press", id: hit?.id ?? null, start: at };
}

function selectCursor({ at, viewport, predictions, selected, reach }: Press): string {
  const chosen = predictions.find(({ id }) => id === selected);
  const handle = chosen && handleAt(at, { viewport, box: chosen, reach });
  if (handle) return HANDLE_CURSORS[handle];
  const hit = predictionAt(at, { viewport, predictions, reach });
  if (!hit) return "default";
  return hit === chosen ? "move" : "pointer";
}
