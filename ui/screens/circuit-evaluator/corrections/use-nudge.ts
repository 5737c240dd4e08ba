import { useEffect, useEffectEvent } from "react";
import type { PicturePoint } from "../../../../core/geometry/coordinates.ts";
import { moveBox, resizeBox, sameBox } from "../../../evaluator/boxes.ts";
import { plainBox } from "../../../evaluator/gestures.ts";
import type { ScenePrediction } from "../../../evaluator/scene.ts";
import { usePart } from "../../../store.ts";
import { type EvaluatorStore, type Nudged, useEvaluator, useSubmission } from "../evaluator-store.ts";
import { sizeOf } from "../stage/scene-of.ts";
import { usePage } from "../use-page.ts";

/** How long a box must rest before its new place is sent to the server: a held key is one change. */
const REST_MS = 450;

/** Makes the change when the keys rest, and when the page is left. */
export function useNudgeSettling(): void {
  const { id: fileId } = useSubmission();
  const { store } = useEvaluator();
  const nudged = usePart(store, "nudged");
  const settleLate = useEffectEvent(() => settleIn(store));

  useEffect(() => {
    if (!nudged) return;
    const timer = setTimeout(settleLate, REST_MS);
    return () => clearTimeout(timer);
  }, [nudged]);

  // Leaving the page also completes the move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what the effect is about
  useEffect(() => () => settleLate(), [fileId]);
}

function settleIn(store: EvaluatorStore): void {
  const last = store.get("nudged");
  if (!last) return;
  store.set("nudged", () => null);
  if (!sameBox(last.box, last.prediction)) last.send(last.prediction, last.box);
}

/** Moves a box of the current submission step by step with the keys, and makes one change of its final place. */
export function useNudge() {
  const { store } = useEvaluator();
  const { analysis, edit } = usePage();
  const nudged = usePart(store, "nudged");
  const within = sizeOf(analysis, null);
  const put = (next: Nudged) => store.set("nudged", () => next);
  /** Makes the change at once. */
  const settle = () => settleIn(store);
  const send: Nudged["send"] = (prediction, to) =>
    edit({ kind: "box", id: prediction.id, from: plainBox(prediction), to });

  /** The box to continue from, and the original prediction. */
  function startOf(prediction: ScenePrediction): Pick<Nudged, "prediction" | "box"> {
    const pending = store.get("nudged");
    if (pending?.prediction.id === prediction.id) return pending;
    settle();
    return { prediction, box: plainBox(prediction) };
  }

  return {
    isMoving: nudged !== null,
    move(prediction: ScenePrediction, by: PicturePoint): void {
      const start = startOf(prediction);
      put({ prediction: start.prediction, box: moveBox(start.box, { by, within }), send });
    },
    /** Moves the right and the lower side. */
    grow(prediction: ScenePrediction, by: PicturePoint): void {
      const start = startOf(prediction);
      const { x, y, width, height } = start.box;
      const to = { x: x + width + by.x, y: y + height + by.y };
      put({ prediction: start.prediction, box: resizeBox(start.box, { handle: "se", to, within }), send });
    },
    settle,
    /** Returns the box to its earlier place; false if none is being moved. */
    drop(): boolean {
      const last = store.get("nudged");
      store.set("nudged", () => null);
      return last !== null && !sameBox(last.box, last.prediction);
    },
  };
}
