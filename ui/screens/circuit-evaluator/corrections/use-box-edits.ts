import type { PictureBox } from "../../../../core/geometry/coordinates.ts";
import type { PredictionClass } from "../../../../core/rules/prediction-class.ts";
import { plainBox } from "../../../evaluator/gestures.ts";
import type { Edit } from "../../../evaluator/history.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../stage/use-scene.ts";
import { usePage } from "../use-page.ts";
import { useNudge } from "./use-nudge.ts";

/** Boxes that were drawn since the screen was opened: an ID until the server assigns its own. */
let drawn = 0;

export function useBoxEdits() {
  const { canvas } = useEvaluator();
  const [view, dispatch] = useView();
  const { scene, chosen } = useScene();
  const page = usePage();
  const nudge = useNudge();
  const focusBack = () => canvas.current?.focus();

  // A box that is being moved gets its new place before anything else is done.
  function edit(change: Edit): void {
    nudge.settle();
    page.edit(change);
  }

  /** For an input or output its name; empty if it has none. */
  function labelOf(id: string): string {
    return page.analysis?.predictions.find((each) => each.id === id)?.name ?? "";
  }

  function add(box: PictureBox, className: PredictionClass, label = ""): void {
    const id = `new-${++drawn}`;
    edit({ kind: "add", id, box, className, ...(label && { label }) });
    // Chosen, so that it can be moved and resized at once.
    dispatch({ type: "select", id, edit: false });
  }

  return {
    labelOf,
    /** A drawn box gets the palette's class, or asks for one. */
    draw: (box: PictureBox) => (view.palette ? add(box, view.palette) : dispatch({ type: "drawn", box })),
    place(id: string, to: PictureBox): void {
      const prediction = scene.predictions.find((each) => each.id === id);
      if (prediction) edit({ kind: "box", id, from: plainBox(prediction), to });
    },
    /** For the chosen box, or the one that was drawn and has no class yet. */
    chooseClass(className: PredictionClass): void {
      if (view.chooser && "box" in view.chooser) add(view.chooser.box, className);
      else if (chosen && chosen.class_name !== className) {
        const { id, class_name: from } = chosen;
        edit({ kind: "class", id, from, to: className, fromLabel: labelOf(id), toLabel: "" });
      }
      dispatch({ type: "close-chooser" });
      focusBack();
    },
    rename(to: string): void {
      if (chosen) edit({ kind: "name", id: chosen.id, className: chosen.class_name, from: labelOf(chosen.id), to });
      dispatch({ type: "close-chooser" });
    },
    /** Puts an input or output with this name into the box that asks for it. */
    nameEnd(kind: "input" | "output", label: string): void {
      if (view.chooser && "box" in view.chooser) add(view.chooser.box, kind, label);
      focusBack();
    },
    remove(of: string | undefined = chosen?.id): void {
      const gone = scene.predictions.find((each) => each.id === of);
      if (!gone) return;
      const { id, class_name: className } = gone;
      const isTerminal = className === "input" || className === "output";
      const label = isTerminal ? labelOf(id) : "";
      edit({ kind: "remove", id, box: plainBox(gone), className, ...(label && { label }) });
      dispatch({ type: "select", id: null, edit: false });
      focusBack();
    },
  };
}
