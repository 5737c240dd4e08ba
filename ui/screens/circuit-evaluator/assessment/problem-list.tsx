import { Badge, Flex } from "@radix-ui/themes";
import { boxAround } from "../../../../core/geometry/boxes.ts";
import { placesOf, type WireCorrection } from "../../../../core/wires/correct/wire-correction.ts";
import { SmallButton } from "../../../components/controls.tsx";
import { type Offer, problemOffers } from "../../../evaluator/problem-offers.ts";
import { describeWireCorrection } from "../../../evaluator/wire-places.ts";
import { useBoxEdits, useWireEdits } from "../corrections/use-edits.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { usePage, useScene } from "../use-page.ts";

export function ProblemList() {
  const { canvas, run } = useEvaluator();
  const [{ problem: chosen }, dispatch] = useView();
  const { scene } = useScene();
  const { analysis } = usePage();
  const boxes = useBoxEdits();
  const { corrections, make, remove } = useWireEdits();
  const { problems } = scene;
  const page = { scene, netlist: analysis?.netlist ?? null, corrections };

  function choose(index: number | null): void {
    dispatch({ type: "problem", index });
    const box = index === null ? null : problems[index]?.box;
    if (!box) return;
    canvas.current?.show();
    canvas.current?.reveal(box);
  }

  function take(offer: Offer, index: number): void {
    choose(index);
    if (offer.does === "correct") make(offer.correction);
    else if (offer.does === "take-back") remove(offer.index);
    else if (offer.does === "remove-box") boxes.remove(offer.id);
    else if (offer.does === "run") run(offer.command);
    else {
      dispatch(offer.view);
      canvas.current?.focus();
    }
  }

  if (problems.length === 0) return null;
  return (
    <section className="box spaced tight ce-box" aria-labelledby="ce-problems-title">
      <h3 id="ce-problems-title">To look at ({problems.length})</h3>
      <ol>
        {problems.map((problem, index) => {
          const words = (
            <>
              <Badge variant="solid" color="red">
                {index + 1}
              </Badge>{" "}
              {problem.message}
            </>
          );
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a problem is known by its number
            <li key={index}>
              {problem.box ? (
                <button
                  type="button"
                  aria-pressed={index === chosen}
                  className="choice line"
                  onClick={() => choose(index === chosen ? null : index)}
                  title="Show the place"
                >
                  {words}
                </button>
              ) : (
                <span className="line" data-code={problem.code}>
                  {words}
                </span>
              )}
              <Flex gap="2" wrap="wrap" pl="6" pb="2">
                {problemOffers(problem, page).map((offer) => (
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
          );
        })}
      </ol>
    </section>
  );
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
    <section className="box spaced tight ce-box" aria-labelledby="ce-wires-title">
      <h3 id="ce-wires-title">Your corrections ({corrections.length})</h3>
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
