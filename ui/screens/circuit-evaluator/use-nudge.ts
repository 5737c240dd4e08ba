import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import { moveBox, resizeBox, sameBox } from "../../evaluator/boxes.ts";
import { plainBox } from "../../evaluator/gestures.ts";
import type { ScenePrediction } from "../../evaluator/scene.ts";
import type { Size } from "../../evaluator/viewport.ts";

/** How long a box rests before its new place goes to the server: a held key is one change. */
const REST_MS = 450;

type Change = (prediction: ScenePrediction, box: PictureBox) => void;

interface Nudged {
  /** As it was before the first key. */
  readonly prediction: ScenePrediction;
  readonly box: PictureBox;
  /** Of the page that the box is on: it is never sent for another one. */
  readonly send: Change;
}

export interface Nudge {
  /** The box that is being moved by keys, to be shown in place of the prediction's own. */
  readonly moved: { readonly id: string; readonly box: PictureBox } | null;
  move(prediction: ScenePrediction, by: { x: number; y: number }): void;
  /** Pulls the right and the lower side. */
  grow(prediction: ScenePrediction, by: { x: number; y: number }): void;
  /** Makes the change at once. */
  settle(): void;
  /** Puts the box back where it was; false if none is being moved. */
  drop(): boolean;
}

/** Moves a box of the page `fileId` step by step with the keys and reports its final place. */
export function useNudge({ fileId, within }: { fileId: string; within: Size }, onChange: Change): Nudge {
  const [nudged, setNudged] = useState<Nudged | null>(null);
  // A second command of the same moment must not find what the first one has settled.
  const pending = useRef<Nudged | null>(null);

  function put(next: Nudged | null): void {
    pending.current = next;
    setNudged(next);
  }

  function settle(): void {
    const last = pending.current;
    if (!last) return;
    put(null);
    if (!sameBox(last.box, last.prediction)) last.send(last.prediction, last.box);
  }

  const settleLate = useEffectEvent(settle);

  // The change is made when the keys rest.
  useEffect(() => {
    if (!nudged) return;
    const timer = setTimeout(settleLate, REST_MS);
    return () => clearTimeout(timer);
  }, [nudged]);

  // Who leaves the page, by whatever way, has moved the box on it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what the effect is about
  useEffect(() => () => settleLate(), [fileId]);

  /** The box to go on from, and the prediction as it was. */
  function startOf(prediction: ScenePrediction): Pick<Nudged, "prediction" | "box"> {
    if (pending.current?.prediction.id === prediction.id) return pending.current;
    settle();
    return { prediction, box: plainBox(prediction) };
  }

  return {
    moved: nudged && { id: nudged.prediction.id, box: nudged.box },
    move(prediction, by) {
      const start = startOf(prediction);
      put({ prediction: start.prediction, box: moveBox(start.box, { by, within }), send: onChange });
    },
    grow(prediction, by) {
      const start = startOf(prediction);
      const { x, y, width, height } = start.box;
      const to = { x: x + width + by.x, y: y + height + by.y };
      put({ prediction: start.prediction, box: resizeBox(start.box, { handle: "se", to, within }), send: onChange });
    },
    settle,
    drop() {
      const last = pending.current;
      put(null);
      return last !== null && !sameBox(last.box, last.prediction);
    },
  };
}
