import type { PicturePoint } from "../../../../core/geometry/coordinates.ts";
import type { WireCorrection } from "../../../../core/wires/correct/wire-correction.ts";
import { describeWireCorrection, erasedCorrection, pulledCorrection } from "../../../evaluator/wire-places.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../stage/use-scene.ts";
import { usePage } from "../use-page.ts";

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
