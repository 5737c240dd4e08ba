import { Button, Flex, Heading } from "@radix-ui/themes";
import type { Offer } from "../../../evaluator/problem-offers.ts";
import { useOffers } from "../corrections/use-offers.ts";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { useScene } from "../stage/use-scene.ts";

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
                <Button
                  key={offer.label}
                  size="1"
                  variant="soft"
                  color="gray"
                  aria-label={`${offer.label}: problem ${index + 1}`}
                  onClick={() => take(offer, index)}
                >
                  {offer.label}
                </Button>
              ))}
            </Flex>
          </li>
        ))}
      </ol>
    </section>
  );
}
