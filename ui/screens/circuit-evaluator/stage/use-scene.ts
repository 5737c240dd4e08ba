import { useMemo } from "react";
import { isFlagged } from "../../../evaluator/scene.ts";
import type { Size } from "../../../evaluator/viewport.ts";
import { usePart } from "../../../store.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { usePage } from "../use-page.ts";
import { sceneOf } from "./scene-of.ts";

/** The current content of the canvas, with the box that is being moved at its new place; `picture`: if it is known. */
export function useScene(picture: Size | null = null) {
  const { analysis, currentId } = usePage();
  const nudged = usePart(useEvaluator().store, "nudged");
  const [given] = useView();
  const view = given.selected === null ? given : { ...given, selected: currentId(given.selected) };
  const still = useMemo(() => sceneOf(analysis, picture), [analysis, picture]);
  const scene = useMemo(() => {
    if (!nudged) return still;
    const { prediction, box } = nudged;
    const predictions = still.predictions.map((each) => (each.id === prediction.id ? { ...each, ...box } : each));
    return { ...still, predictions };
  }, [still, nudged]);
  return {
    scene,
    view,
    chosen: scene.predictions.find(({ id }) => id === view.selected) ?? null,
    flagged: scene.predictions.filter((each) => isFlagged(each, view.confidence)).length,
  };
}
