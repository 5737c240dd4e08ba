import { type TruthTable, tableRows } from "../boolean/truth-table.ts";
import { circuitProblem } from "../netlist/circuit-problems.ts";
import type { Netlist, Terminal } from "../netlist/netlist.ts";
import { READING } from "../rules/limits.ts";
import type { Problem } from "../rules/problem.ts";
import { drawnExpressions, MAX_EXPRESSION_LENGTH, printDrawn } from "./drawn-expressions.ts";
import { netColumns } from "./net-columns.ts";

export interface DerivedOutput {
  readonly name: string;
  /** Keeps the drawn structure: `~(A & B)`. Null if the output has none, or one that is too long to read. */
  readonly expression: string | null;
  /** Over `inputs` of the whole circuit. Null if the output has none, or the circuit has too many inputs. */
  readonly truthTable: TruthTable | null;
}

export interface DerivedExpressions {
  /** The names of the circuit's inputs, each once, in the order of the netlist's terminals. */
  readonly inputs: readonly string[];
  /** One for each output of the netlist, in its order. */
  readonly outputs: readonly DerivedOutput[];
  /** `expression-too-long`, `too-many-inputs`; `checkNetlist` reports what is wrong with the circuit itself. */
  readonly problems: readonly Problem[];
}

/**
 * The function of each output of a circuit. An output that depends on an open pin, a short or a loop has neither
 * expression nor table; the others have theirs.
 *
 * @throws {RangeError} if a pin or terminal names a net that does not exist.
 * @example
 * const { inputs, outputs } = deriveExpressions(nandOfAAndB); // inputs: ["A", "B"]
 * outputs[0].expression; // "~(A & B)"
 * tableRows(outputs[0].truthTable); // ["001", "011", "101", "110"]
 */
export function deriveExpressions(netlist: Netlist): DerivedExpressions {
  const inputs = [...new Set(netlist.inputs.map(({ name }) => name))];
  const nets = drawnExpressions(netlist);
  const sound = netlist.outputs.filter(({ net }) => nets[net] !== null);
  const tables = truthTables(netlist, { inputs, outputs: sound });
  const problems: Problem[] = [];
  if (sound.length > 0 && isTooLarge(inputs.length, 1)) {
    problems.push(circuitProblem("too-many-inputs", { count: inputs.length, most: Math.log2(READING.tableRows) }));
  } else if (isTooLarge(inputs.length, sound.length)) {
    problems.push(circuitProblem("too-many-rows", { inputs: inputs.length, outputs: sound.length }));
  }
  const outputs = netlist.outputs.map((output): DerivedOutput => {
    const drawn = nets[output.net]!;
    const expression = drawn && printDrawn(drawn);
    if (drawn !== null && expression === null) {
      problems.push(circuitProblem("expression-too-long", { name: output.name, most: MAX_EXPRESSION_LENGTH }, output));
    }
    return { name: output.name, expression, truthTable: tables.get(output) ?? null };
  });
  return { inputs, outputs, problems };
}

/** A placeholder for an expression that is too long to show. */
const UNPRINTED = "…";

/**
 * The outputs that have a truth table, in the shape of readings and grading: a row contains the bits of `inputs`, then
 * its own.
 */
export function outputTables(
  outputs: readonly DerivedOutput[],
): { name: string; expression: string; truth_table: readonly string[] }[] {
  return outputs.flatMap(({ name, expression, truthTable }) =>
    truthTable === null ? [] : [{ name, expression: expression ?? UNPRINTED, truth_table: tableRows(truthTable) }],
  );
}

interface TableRequest {
  readonly inputs: readonly string[];
  readonly outputs: readonly Terminal[];
}

function truthTables(netlist: Netlist, { inputs, outputs }: TableRequest): Map<Terminal, TruthTable> {
  if (isTooLarge(inputs.length, outputs.length)) return new Map();
  const columns = netColumns(netlist, { nets: outputs.map(({ net }) => net), inputs });
  return new Map(outputs.map((output, index) => [output, { variables: inputs, column: columns[index]! }]));
}

/** Whether a page's truth tables have too many rows together. */
function isTooLarge(inputs: number, outputs: number): boolean {
  return outputs * 2 ** inputs > READING.tableRows;
}
