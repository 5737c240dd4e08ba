import type { Problem } from "../../../../core/rules/problem.ts";
import { type Offer, problemOffers } from "../../../evaluator/problem-offers.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../stage/use-scene.ts";
import { usePage } from "../use-page.ts";
import { useBoxEdits } from "./use-box-edits.ts";
import { useWireEdits } from "./use-wire-edits.ts";

export function useOffers() {
  const { canvas } = useEvaluator();
  const [, dispatch] = useView();
  const { scene } = useScene();
  const { analysis } = usePage();
  const boxes = useBoxEdits();
  const { corrections, make, remove } = useWireEdits();

  function atWire(change: { from: { x: number; y: number } } | { menu: { x: number; y: number } }): void {
    dispatch({ type: "tool", tool: "wire" });
    dispatch({ type: "set", part: { cursor: "from" in change ? change.from : change.menu } });
    dispatch({ type: "wire", change });
    canvas.current?.focus();
  }

  /** Makes the change, or starts the tool with the place chosen. */
  function take(offer: Offer): void {
    if (offer.does === "correct") make(offer.correction);
    else if (offer.does === "take-back") remove(offer.index);
    else if (offer.does === "remove-box") boxes.remove(offer.id);
    else if (offer.does === "name") dispatch({ type: "name", box: offer.box });
    else if (offer.does === "lead") atWire({ from: offer.from });
    else if (offer.does === "wires") atWire({ menu: offer.at });
    else if (offer.does === "edit-box") {
      dispatch({ type: "tool", tool: "select" });
      dispatch({ type: "select", id: offer.id, edit: true });
    } else {
      dispatch({ type: "tool", tool: "add", palette: offer.className });
      canvas.current?.focus();
    }
  }

  return {
    of: (problem: Problem) => problemOffers(problem, { scene, netlist: analysis?.netlist ?? null, corrections }),
    take,
  };
}
