import { Heading } from "@radix-ui/themes";
import { displayExpression } from "../../../../core/boolean/forms.ts";
import { COMPARISON_TEXTS, outputLabel } from "../../../../core/rules/grading.ts";
import { itemLabel } from "../../../../core/rules/tasks/answer-keys.ts";
import { rubricWords } from "../../../../core/rules/tasks/rubric.ts";
import { useEvaluator, useSubmission } from "../evaluator-store.ts";
import { usePage } from "../use-page.ts";

export function KeysAndResults() {
  const { task } = useEvaluator();
  const { item_number: item } = useSubmission();
  const { analysis } = usePage();
  const keys = task.answer_keys.find((each) => each.item === itemLabel(item)) ?? null;
  const results = (analysis?.boolean_expressions ?? []).flatMap((map) => Object.entries(map));
  return (
    <section className="box ce-box" aria-labelledby="ce-keys-title">
      <Heading as="h3" size="3" id="ce-keys-title" mb="2">
        Answer Keys &amp; Boolean Results
      </Heading>
      <h4>Answer keys{keys ? `, ${keys.item}` : ""}</h4>
      {keys ? (
        <dl className="facts short">
          {keys.keys.map(({ expression, grade }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a key is known by its position
            <div key={index}>
              <dt>{outputLabel(index + 1)}</dt>
              <dd className="row between">
                <code className="mono">{displayExpression(expression)}</code>
                <span className="note unbroken">
                  {grade} {grade === "1" ? "point" : "points"}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted">The task has no answer key for this item.</p>
      )}
      {keys !== null && keys.rubric !== null && (
        <ul className="bullets muted" aria-label="Partial credit">
          {rubricWords(keys.rubric).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <h4>Boolean results</h4>
      {results.length > 0 ? (
        <dl className="facts short">
          {results.map(([output, expression]) => (
            <div key={output}>
              <dt>{output}</dt>
              <dd className="row between">
                <code className="mono">{displayExpression(expression)}</code>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted">{COMPARISON_TEXTS["no-expressions"]}</p>
      )}
    </section>
  );
}
