import { useEffect, useEffectEvent } from "react";
import type { PictureBox, PicturePoint } from "../../../../core/geometry/coordinates.ts";
import type { PredictionClass } from "../../../../core/rules/prediction-class.ts";
import type { WireCorrection } from "../../../../core/wires/correct/wire-correction.ts";
import type { Edit } from "../../../evaluator/history.ts";
import type { ScenePrediction } from "../../../evaluator/scene.ts";
import { moveBox, plainBox, resizeBox, sameBox } from "../../../evaluator/tools.ts";
import { describeWireCorrection, erasedCorrection, pulledCorrection } from "../../../evaluator/wire-places.ts";
import { usePart } from "../../../store.ts";
import { type EvaluatorStore, type Nudged, useEvaluator, useSubmission, useView } from "../evaluator-store.ts";
import { sizeOf } from "../stage/scene-of.ts";
import { usePage, useScene } from "../use-page.ts";

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

export function useWireEdits() {
  const { canvas } = useEvaluator();
  const [{ tool }, dispatch] = useView();
  const { scene } = useScene();
  const { analysis, edit } = usePage();
  const corrections = analysis?.wire_corrections ?? [];

  function change(to: readonly WireCorrection[], what: string): void {
    edit({ kind: "wires", id: "wires", from: corrections, to, what });
    dispatch({ type: "wire", change: { menu: null, from: null } });
    canvas.current?.focus();
  }

  const make = (correction: WireCorrection) => change([...corrections, correction], describeWireCorrection(correction));
  return {
    /** Those that apply to the page, the oldest first. */
    corrections,
    make,
    /** From the first place of a way to its last: erases it, or connects what is there. */
    pull: (way: readonly PicturePoint[]) =>
      make(tool === "erase" ? erasedCorrection(scene, way) : pulledCorrection(scene, way)),
    remove(index: number): void {
      const gone = corrections[index];
      if (gone) change(corrections.toSpliced(index, 1), `take back: ${describeWireCorrection(gone)}`);
    },
  };
}

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
