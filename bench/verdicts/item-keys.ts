import type { Expression, OperatorKind } from "../../core/boolean/expression.ts";
import { not, operation } from "../../core/boolean/expression.ts";
import { parseExpression } from "../../core/boolean/parse-expression.ts";
import { printExpression } from "../../core/boolean/print-expression.ts";
import { tableRows, truthTable } from "../../core/boolean/truth-table.ts";
import { VARIABLE_LETTERS } from "../../core/boolean/variable-letters.ts";
import { renameVariables, variablesOf } from "../../core/boolean/variables.ts";
import type { PageTables } from "../../core/grade/grade-item.ts";
import type { AnswerKey } from "../../core/grade/item-function.ts";
import { seededRandom } from "../../core/testdata/render/random.ts";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";

/** The keys by which a drawing is graded. */
interface GradedDrawing {
  /** What was drawn, in the form that grading takes: the reading of a perfect reader. */
  readonly drawn: PageTables;
  /** Keys that ask for what was drawn. */
  readonly right: readonly AnswerKey[];
  /** Keys that ask for something else; each set differs from `right` in one operator or inversion, and in its function. */
  readonly wrong: readonly (readonly AnswerKey[])[];
}

/** Points for each output. */
const POINTS = 1;

/** Maximum of sets of wrong keys for each drawing. */
const WRONG_KEYS = 6;

const OPERATORS: readonly OperatorKind[] = ["and", "or", "xor"];

/**
 * The keys by which a drawing is graded to measure verdicts; null for a drawing with more inputs than keys may have.
 * The wrong keys are chosen with a fixed seed from all expressions that differ in one place. Inputs that are not called
 * A to G count as A, B, C … in their order, as in grading.
 */
export function drawnItem({
  id,
  inputs,
  outputs,
}: Pick<SketchTruth, "id" | "inputs" | "outputs">): GradedDrawing | null {
  const expressions = outputs.map(({ expression }) => parsed(expression));
  const used = variablesOf(expressions);
  // The parser writes single letters as capitals.
  const inKeys = (name: string) => used.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
  const names = [...new Set([...inputs.map(inKeys), ...used])];
  if (names.length > VARIABLE_LETTERS.length) return null;
  const isLettered = names.every((name) => VARIABLE_LETTERS.includes(name));
  const letterOf = (name: string) => (isLettered ? name : VARIABLE_LETTERS[names.indexOf(name)]!);
  const drawn = expressions.map((expression) => renameVariables(expression, letterOf));
  const variables = names.map(letterOf);
  const functionOf = (all: readonly Expression[]) =>
    all.map((expression) => tableRows(truthTable(expression, variables)).join()).sort();
  const known = new Set([functionOf(drawn).join("|")]);
  const changed = shuffled(
    drawn.flatMap((expression, k) => changes(expression).map((other) => drawn.with(k, other))),
    `wrong keys ${id}`,
  );
  const wrong: Expression[][] = [];
  for (const all of changed) {
    const text = functionOf(all).join("|");
    if (known.has(text) || wrong.length === WRONG_KEYS) continue;
    known.add(text);
    wrong.push(all);
  }
  return {
    drawn: {
      inputs: variables,
      outputs: drawn.map((expression, k) => ({
        name: `OUT ${k + 1}`,
        expression: printExpression(expression),
        truth_table: tableRows(truthTable(expression, variables)),
      })),
      problems: [],
    },
    right: drawn.map(keyOf),
    wrong: wrong.map((all) => all.map(keyOf)),
  };
}

function parsed(text: string): Expression {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.message}`);
  return result.expression;
}

function keyOf(expression: Expression): AnswerKey {
  return { expression: printExpression(expression), grade: POINTS };
}

/** All expressions with one operator exchanged, or one inversion more or fewer. */
function changes(expression: Expression): Expression[] {
  if (expression.kind === "variable" || expression.kind === "constant") return [not(expression)];
  if (expression.kind === "not") {
    return [expression.operand, ...changes(expression.operand).map((operand) => not(operand))];
  }
  const { kind, operands } = expression;
  return [
    not(expression),
    ...OPERATORS.filter((other) => other !== kind).map((other) => operation(other, operands)),
    ...operands.flatMap((operand, k) => changes(operand).map((other) => operation(kind, operands.with(k, other)))),
  ];
}

function shuffled<Value>(values: readonly Value[], seed: string): Value[] {
  const random = seededRandom(seed);
  return values
    .map((value) => ({ value, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
