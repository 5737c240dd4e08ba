import { Heading } from "@radix-ui/themes";
import type { ProblemView } from "../../../server/contract/common.ts";
import "./problem-list.css";

export interface ProblemListProps {
  readonly problems: readonly ProblemView[];
  /** Index of the problem that is lit on the canvas. */
  readonly chosen: number | null;
  onChoose(index: number | null): void;
}

/** What a person should look at, numbered as on the canvas; a click shows the place. */
export function ProblemList({ problems, chosen, onChoose }: ProblemListProps) {
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
                onClick={() => onChoose(index === chosen ? null : index)}
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
