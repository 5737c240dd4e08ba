import type { PictureBox, PicturePoint } from "../../../../core/geometry/coordinates.ts";
import type { PredictionClass } from "../../../../core/rules/prediction-class.ts";
import type { WireCorrection } from "../../../../core/wires/correct/wire-correction.ts";
import type { ScenePrediction } from "../../../evaluator/scene.ts";
import { moveBox, resizeBox } from "../../../evaluator/tools.ts";
import { describeWireCorrection, erasedCorrection, pulledCorrection } from "../../../evaluator/wire-places.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { usePage, useScene } from "../use-page.ts";

/** Boxes that were drawn since the screen was opened: an ID until the server assigns its own. */
let drawn = 0;

export function useBoxEdits() {
  const { canvas } = useEvaluator();
  const [view, dispatch] = useView();
  const { scene, chosen } = useScene();
  const page = usePage();
  const focusBack = () => canvas.current?.focus();

  /** Changes the chosen box. */
  function change(part: Partial<ScenePrediction>): void {
    if (chosen) page.edit({ kind: "prediction", id: chosen.id, from: chosen, to: { ...chosen, ...part } });
  }

  function add(box: PictureBox, className: PredictionClass, name = ""): void {
    const id = `new-${++drawn}`;
    const to = { ...box, id, class_name: className, name, label: name, confidence: 1 };
    page.edit({ kind: "prediction", id, from: null, to });
    // Chosen, so that it can be moved and resized at once.
    dispatch({ type: "select", id, edit: false });
    focusBack();
  }

  /** Moves the chosen box, or its right and lower sides, by a step of the keys. */
  function step(of: (box: ScenePrediction) => PictureBox): void {
    // The keys may be faster than the rendering.
    const now = page.analysisNow()?.predictions.find(({ id }) => id === chosen?.id);
    if (now) page.edit({ kind: "prediction", id: now.id, from: now, to: { ...now, ...of(now) }, step: true });
  }

  return {
    move: (by: PicturePoint) => step((box) => moveBox(box, { by, within: scene.size })),
    grow: ({ x, y }: PicturePoint) =>
      step((box) => {
        const to = { x: box.x + box.width + x, y: box.y + box.height + y };
        return resizeBox(box, { handle: "se", to, within: scene.size });
      }),
    /** A drawn box gets the palette's class, or asks for one. */
    draw(box: PictureBox): void {
      if (view.palette) add(box, view.palette);
      else {
        dispatch({ type: "tool", tool: "select" });
        dispatch({ type: "ask", box, asks: "class" });
      }
    },
    /** Moves or resizes the chosen box. */
    place: change,
    add,
    /** For the chosen box. */
    chooseClass(className: PredictionClass): void {
      if (chosen && chosen.class_name !== className) change({ class_name: className, name: "" });
      dispatch({ type: "close" });
      focusBack();
    },
    rename(name: string): void {
      change({ name });
      dispatch({ type: "close" });
    },
    remove(of: string | undefined = chosen?.id): void {
      const gone = scene.predictions.find((each) => each.id === of);
      if (!gone) return;
      page.edit({ kind: "prediction", id: gone.id, from: gone, to: null });
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
    edit({ kind: "wires", from: corrections, to, what });
    dispatch({ type: "set", part: { open: null, from: null } });
    canvas.current?.focus();
  }

  const make = (correction: WireCorrection) => change([...corrections, correction], describeWireCorrection(correction));
  return {
    /** Those that apply to the page, the oldest first. */
    corrections,
    make,
    /** From the first place of a way to its last: erases it, or connects what is there. A click opens its window. */
    pull(way: readonly PicturePoint[]): void {
      const correction = tool === "erase" ? erasedCorrection(scene, way) : pulledCorrection(scene, way);
      if (correction) make(correction);
      else dispatch({ type: "set", part: { open: { wiresAt: way.at(-1)! }, from: null } });
    },
    remove(index: number): void {
      const gone = corrections[index];
      if (gone) change(corrections.toSpliced(index, 1), `take back: ${describeWireCorrection(gone)}`);
    },
  };
}
