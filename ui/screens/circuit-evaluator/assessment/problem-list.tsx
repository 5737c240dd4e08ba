import { Heading } from "@radix-ui/themes";
import { useEvaluator, useView } from "../evaluator-store.ts";
import { shownProblems } from "../stage/scene-of.ts";
import { usePage } from "../use-page.ts";
import "./problem-list.css";

/** Problems for a person to check, numbered as on the canvas; a click shows the place. */
export function ProblemList() {
  const { canvas } = useEvaluator();
  const [{ problem: chosen }, dispatch] = useView();
  const { analysis } = usePage();
  const problems = analysis ? shownProblems(analysis) : [];

  function choose(index: number | null): void {
    dispatch({ type: "problem", index });
    const box = index === null ? null : problems[index]?.box;
    if (box) canvas.current?.reveal(box);
  }

  if (problems.length === 0) return null;
  return (
    <section className="ce-box ce-problems" aria-labelledby="ce-problems-title">
      <Heading as="h3" size="3" id="ce-problems-title" mb="2">
        To look at ({problems.length})
      </Heading>
      <ol>
        {problems.map(({ message, box, code }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a problem is known by its number
          <li key={index}>
            {box ? (
              <button
                type="button"
                aria-pressed={index === chosen}
                onClick={() => choose(index === chosen ? null : index)}
                title="Show the place"
              >
                <span className="ce-problem-number">{index + 1}</span> {message}
              </button>
            ) : (
              <span data-code={code}>
                <span className="ce-problem-number">{index + 1}</span> {message}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
