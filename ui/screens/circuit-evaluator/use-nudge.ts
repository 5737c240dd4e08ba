import { useEffect, useEffectEvent, useState } from "react";
import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import { moveBox, resizeBox, sameBox } from "../../evaluator/boxes.ts";
import { plainBox } from "../../evaluator/gestures.ts";
import type { ScenePrediction } from "../../evaluator/scene.ts";
import type { Size } from "../../evaluator/viewport.ts";

/** How long a box rests before its new place goes to the server: a held key is one change. */
const REST_MS = 450;

interface Nudged {
  readonly prediction: ScenePrediction;
  readonly box: PictureBox;
}

export interface Nudge {
  /** The box that is being moved by keys, to be shown in place of the prediction's own. */
  readonly moved: { readonly id: string; readonly box: PictureBox } | null;
  move(prediction: ScenePrediction, by: { x: number; y: number }): void;
  /** Pulls the right and the lower side. */
  grow(prediction: ScenePrediction, by: { x: number; y: number }): void;
  /** Makes the change at once. */
  settle(): void;
}

/** Moves a box step by step with the keys and reports its final place. */
export function useNudge(within: Size, onChange: (prediction: ScenePrediction, box: PictureBox) => void): Nudge {
  const [nudged, setNudged] = useState<Nudged | null>(null);

  const settle = useEffectEvent(() => {
    if (!nudged) return;
    setNudged(null);
    if (!sameBox(nudged.box, nudged.prediction)) onChange(nudged.prediction, nudged.box);
  });

  // The change is made when the keys rest.
  useEffect(() => {
    if (!nudged) return;
    const timer = setTimeout(settle, REST_MS);
    return () => clearTimeout(timer);
  }, [nudged]);

  function boxOf(prediction: ScenePrediction): PictureBox {
    return nudged?.prediction.id === prediction.id ? nudged.box : plainBox(prediction);
  }

  return {
    moved: nudged && { id: nudged.prediction.id, box: nudged.box },
    move: (prediction, by) => setNudged({ prediction, box: moveBox(boxOf(prediction), { by, within }) }),
    grow: (prediction, by) => {
      const box = boxOf(prediction);
      const to = { x: box.x + box.width + by.x, y: box.y + box.height + by.y };
      setNudged({ prediction, box: resizeBox(box, { handle: "se", to, within }) });
    },
    settle: () => {
      if (!nudged) return;
      setNudged(null);
      if (!sameBox(nudged.box, nudged.prediction)) onChange(nudged.prediction, nudged.box);
    },
  };
}
