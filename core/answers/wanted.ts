import { type Column, MAX_TABLE_VARIABLES } from "../boolean/column.ts";
import { truthTable } from "../boolean/truth-table.ts";
import { variablesOf } from "../boolean/variables.ts";
import { type AnswerKey, keyExpression } from "../grade/grade-item.ts";
import { isUnlettered, matchInputs } from "../grade/match-inputs.ts";
import type { Netlist } from "../netlist/netlist.ts";

/** A circuit of more inputs than this is not searched: its tables are too long to be tried by the thousand. */
const MAX_SEARCHED_VARIABLES = 10;

/** What an item's keys ask of one page's circuit, over the names that stand on the page. */
export interface Wanted {
  /** The page's inputs and what the keys use besides, in the order of the tables' bits. */
  readonly inputs: readonly string[];
  /** Inputs of the page that no key knows: a right circuit does not read them. */
  readonly extras: readonly string[];
  /** A column a key. */
  readonly columns: readonly Column[];
}

/**
 * The keys of an item in the names of a page's circuit: its inputs stand for the keys' variables as in grading, and where their
 * numbers differ by their letters, what is left over being missing or too much. Null without keys, or for a circuit of
 * more than 10 inputs.
 *
 * @throws {RangeError} if a key is no expression.
 */
export function wantedOf(keys: readonly AnswerKey[], netlist: Netlist): Wanted | null {
  if (keys.length === 0) return null;
  const pageInputs = [...new Set(netlist.inputs.map(({ name }) => name))];
  const expressions = keys.map(keyExpression);
  const variables = variablesOf(expressions);
  const match = matchInputs(pageInputs, variables, { unlettered: isUnlettered({ inputs: pageInputs, netlist }) });
  const extras = match ? [] : pageInputs.filter((name) => !variables.includes(name));
  const order = [...variables, ...extras];
  if (order.length > Math.min(MAX_SEARCHED_VARIABLES, MAX_TABLE_VARIABLES)) return null;
  const nameOf = (variable: string): string => {
    const at = match ? match.names.indexOf(variable) : -1;
    return at < 0 ? variable : pageInputs[at]!;
  };
  return {
    inputs: order.map(nameOf),
    extras,
    columns: expressions.map((expression) => truthTable(expression, order).column),
  };
}

/** The circuit with an input terminal for each of `names` that it lacks, on a separate net that nothing reads. */
export function withInputs(netlist: Netlist, names: readonly string[]): Netlist {
  const missing = names.filter((name) => !netlist.inputs.some((terminal) => terminal.name === name));
  const added = missing.map((name, index) => ({ name, net: netlist.nets + index }));
  return { ...netlist, nets: netlist.nets + missing.length, inputs: [...netlist.inputs, ...added] };
}
