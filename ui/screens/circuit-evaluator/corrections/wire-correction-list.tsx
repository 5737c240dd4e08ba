import { Button, Heading } from "@radix-ui/themes";
import { boxAround } from "../../../../core/geometry/boxes.ts";
import { placesOf, type WireCorrection } from "../../../../core/wires/correct/wire-correction.ts";
import { describeWireCorrection } from "../../../evaluator/wire-places.ts";
import { useEvaluator } from "../evaluator-store.ts";
import { useWireEdits } from "./use-wire-edits.ts";

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
              <Button
                size="1"
                variant="soft"
                color="gray"
                aria-label={`Take back: ${words}`}
                onClick={() => remove(index)}
              >
                Take back
              </Button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
