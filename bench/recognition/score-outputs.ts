import { bitAt } from "../../core/boolean/column.ts";
import { parseExpression } from "../../core/boolean/parse-expression.ts";
import { type TruthTable, tableFromRows, truthTable } from "../../core/boolean/truth-table.ts";
import { variablesOf } from "../../core/boolean/variables.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";

/** Whether a reading says what was drawn; see `../shared/data/README.md`, "How it is scored". */
export interface Score {
  /** Equal as functions of the named inputs (by position where the drawn inputs are not all letters A to G). */
  readonly strict: boolean;
  /** Equal for some renaming of the inputs. */
  readonly topology: boolean;
}

/** What a drawing says. */
export type DrawnTruth = Pick<SketchTruth, "id" | "inputs" | "outputs" | "constant" | "gates">;

export function scoreReading(reading: Pick<PageReading, "inputs" | "outputs" | "gates">, truth: DrawnTruth): Score {
  const wrong = { strict: false, topology: false };
  if (reading.outputs.length !== truth.outputs.length) return wrong;
  if (truth.constant && !sameGates(reading, truth)) return wrong;
  const names = truth.inputs;
  const expressions = truth.outputs.map(({ expression }) => {
    const parsed = parseExpression(expression);
    if (!parsed.ok) throw new Error(`truth.json ${truth.id}: ${parsed.error.message}`);
    return parsed.expression;
  });
  const variables = [...new Set([...names, ...variablesOf(expressions)])];
  const drawn = expressions.map((expression) => truthTable(expression, variables));
  if (reading.inputs.length > variables.length) return wrong;
  const wanted = signature(drawn, { names: variables, variables });
  const tables = reading.outputs.map((output) => tableFromRows(output.truth_table, reading.inputs));
  if (tables.some((table) => table === null)) return wrong;
  const read = tables as TruthTable[];
  const letters = names.every((name) => /^[A-G]$/.test(name));
  const asNamed = letters && reading.inputs.every((name) => variables.includes(name));
  const strictNames = asNamed ? reading.inputs : letters ? null : reading.inputs.map((_, k) => variables[k]!);
  const strict = strictNames !== null && signature(read, { names: strictNames, variables }) === wanted;
  if (strict) return { strict, topology: true };
  for (const order of arrangements(variables, reading.inputs.length)) {
    if (signature(read, { names: order, variables }) === wanted) return { strict, topology: true };
  }
  return wrong;
}

/** The read outputs as functions of `variables`, with the read inputs called `names`, as one comparable text. */
function signature(
  read: readonly TruthTable[],
  { names, variables }: { names: readonly string[]; variables: readonly string[] },
): string {
  const width = variables.length;
  const shifts = names.map((name) => width - 1 - variables.indexOf(name));
  return read
    .map(({ column }) => {
      let bits = "";
      for (let row = 0; row < 2 ** width; row++) {
        const at = shifts.reduce((index, shift) => index * 2 + ((row >> shift) & 1), 0);
        bits += bitAt(column, at);
      }
      return bits;
    })
    .sort()
    .join("|");
}

/** All ways to pick `count` of `items` in order. */
function* arrangements(items: readonly string[], count: number): Generator<string[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (const item of items) {
    for (const rest of arrangements(
      items.filter((other) => other !== item),
      count - 1,
    )) {
      yield [item, ...rest];
    }
  }
}

function sameGates(reading: Pick<PageReading, "gates">, truth: DrawnTruth): boolean {
  const counts: Record<string, number> = {};
  for (const gate of reading.gates) counts[gate.class_name] = (counts[gate.class_name] ?? 0) + 1;
  const wanted = Object.entries(truth.gates ?? {}).filter(([label, n]) => label !== "BUBBLE" && n > 0);
  return wanted.length === Object.keys(counts).length && wanted.every(([label, n]) => counts[label] === n);
}
