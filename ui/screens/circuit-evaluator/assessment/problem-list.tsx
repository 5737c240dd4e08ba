import { Flex, Heading } from "@radix-ui/themes";
import { boxAround } from "../../../../core/geometry/boxes.ts";
import type { Problem } from "../../../../core/rules/problem.ts";
import { placesOf, type WireCorrection } from "../../../../core/wires/correct/wire-correction.ts";
import { SmallButton } from "../../../components/controls.tsx";
import { type Offer, problemOffers } from "../../../evaluator/problem-offers.ts";
import { describeWireCorrection } from "../../../evaluator/wire-places.ts";
import { useBoxEdits, useWireEdits } from "../corrections/use-edits.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { usePage, useScene } from "../use-page.ts";

export function ProblemList() {
  const { canvas } = useEvaluator();
  const [{ problem: chosen }, dispatch] = useView();
  const { problems } = useScene().scene;
  const offers = useOffers();

  function choose(index: number | null): void {
    dispatch({ type: "problem", index });
    const box = index === null ? null : problems[index]?.box;
    if (!box) return;
    canvas.current?.show();
    canvas.current?.reveal(box);
  }

  function take(offer: Offer, index: number): void {
    choose(index);
    offers.take(offer);
  }

  if (problems.length === 0) return null;
  return (
    <section className="box ce-box" aria-labelledby="ce-problems-title">
      <Heading as="h3" size="3" id="ce-problems-title" mb="2">
        To look at ({problems.length})
      </Heading>
      <ol>
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a problem is known by its number
          <li key={index}>
            {problem.box ? (
              <button
                type="button"
                aria-pressed={index === chosen}
                className="ce-problem"
                onClick={() => choose(index === chosen ? null : index)}
                title="Show the place"
              >
                <span className="ce-problem-number">{index + 1}</span> {problem.message}
              </button>
            ) : (
              <span className="ce-problem" data-code={problem.code}>
                <span className="ce-problem-number">{index + 1}</span> {problem.message}
              </span>
            )}
            <Flex gap="2" wrap="wrap" className="ce-offers">
              {offers.of(problem).map((offer) => (
                <SmallButton
                  key={offer.label}
                  aria-label={`${offer.label}: problem ${index + 1}`}
                  onClick={() => take(offer, index)}
                >
                  {offer.label}
                </SmallButton>
              ))}
            </Flex>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useOffers() {
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

export function WireCorrectionList() {
  const { canvas } = useEvaluator();
  const { corrections, remove } = useWireEdits();
  if (corrections.length === 0) return null;

  function show(correction: WireCorrection): void {
    const places = placesOf(correction);
    if (places.length > 0) canvas.current?.reveal(boxAround(places));
  }

  return (
    <section className="box ce-box" aria-labelledby="ce-wires-title">
      <Heading as="h3" size="3" id="ce-wires-title" mb="2">
        Your corrections ({corrections.length})
      </Heading>
      <ol className="spaced tight">
        {corrections.map((correction, index) => {
          const words = describeWireCorrection(correction);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a correction is known by its number
            <li key={index} className="line between">
              <button type="button" className="link-button" title="Show the place" onClick={() => show(correction)}>
                {words}
              </button>
              <SmallButton aria-label={`Take back: ${words}`} onClick={() => remove(index)}>
                Take back
              </SmallButton>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
