import { displayExpression } from "../../../core/boolean/forms.ts";

interface ExpressionFact {
  readonly output: string;
  readonly expression: string;
  /** How what was drawn is introduced, and what it is; null if nothing was. */
  readonly words?: string;
  readonly drawn?: string | null;
}

/** What each output computes, and what was drawn for it. */
export function ExpressionFacts({ facts }: { readonly facts: readonly ExpressionFact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map(({ output, expression, words, drawn }) => (
        <div key={output}>
          <dt>{output}</dt>
          <dd className="row">
            <code className="mono">{displayExpression(expression)}</code>
            {words && <span className="muted">{words}</span>}
            {drawn && <code className="mono">{displayExpression(drawn)}</code>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A row of a grade as a fact: "is missing", "was drawn as" something. */
export function drawnFact(output: string, expression: string, drawn: string | null): ExpressionFact {
  return { output, expression, drawn, words: drawn === null ? "is missing" : "was drawn as" };
}
