import { displayExpression } from "../../core/boolean/forms.ts";
import type { CircuitAnalysis } from "../../server/contract/results/detection.ts";

/** What a page computes. */
export type Computed = Pick<CircuitAnalysis, "inputs" | "outputs">;

export interface FunctionChange {
  /** One sentence for each output that changed. */
  readonly words: string;
  /** The circuit has more inputs than before: a correction seldom means that. */
  readonly addsInputs: boolean;
}

/** Longer expressions are shortened to as many characters. */
const LONGEST = 60;
/** More outputs are counted, not listed. */
const MOST_LISTED = 3;

/**
 * What a correction did to the functions of a page.
 *
 * @example
 * const page = (expression: string) => ({ inputs: ["A", "B"], outputs: [{ name: "Y", expression, truth_table: [] }] });
 * describeFunctionChange(page("A | B"), page("A & B")).words; // "Y was A + B, now A ⋅ B."
 */
export function describeFunctionChange(before: Computed, after: Computed): FunctionChange {
  const changes = outputChanges(before, after);
  const listed = changes.slice(0, MOST_LISTED);
  const rest = changes.length - listed.length;
  const added = after.inputs.filter((name) => !before.inputs.includes(name));
  const addsInputs = after.inputs.length > before.inputs.length;
  const sentences = [
    ...(changes.length === 0 ? ["No function changed."] : listed),
    ...(rest > 0 ? [`${rest} more ${rest === 1 ? "output" : "outputs"} changed.`] : []),
    ...(addsInputs ? [`There are more inputs than before: ${added.join(", ")}.`] : []),
  ];
  return { words: sentences.join(" "), addsInputs };
}

function outputChanges(before: Computed, after: Computed): string[] {
  const old = new Map(before.outputs.map((output) => [output.name, output]));
  const names = new Set(after.outputs.map(({ name }) => name));
  const changed = after.outputs.flatMap((output) => {
    const was = old.get(output.name);
    const now = shortened(output.expression);
    if (was === undefined) return [`${output.name} is new: ${now}.`];
    if (isSameFunction([before, was], [after, output])) return [];
    return [`${output.name} was ${shortened(was.expression)}, now ${now}.`];
  });
  const gone = before.outputs.filter(({ name }) => !names.has(name)).map(({ name }) => `${name} is gone.`);
  return [...changed, ...gone];
}

type Output = Computed["outputs"][number];

function isSameFunction([before, was]: readonly [Computed, Output], [after, is]: readonly [Computed, Output]): boolean {
  if (was.expression === is.expression) return true;
  const [table, other] = [was.truth_table, is.truth_table].map(String);
  return table !== "" && table === other && String(before.inputs) === String(after.inputs);
}

function shortened(expression: string): string {
  const text = displayExpression(expression);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
