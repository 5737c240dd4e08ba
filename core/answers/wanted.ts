import { type Column, MAX_TABLE_VARIABLES } from "../boolean/column.ts";
import { givenName } from "../boolean/given-names.ts";
import { rearrangeTable } from "../boolean/truth-table.ts";
import { type AnswerKey, itemFunction, type WantedColumn } from "../grade/item-function.ts";
import { isUnlettered, matchInputs } from "../grade/match-inputs.ts";
import type { Netlist } from "../netlist/netlist.ts";

/** A circuit with more inputs than this is not searched: its tables are too long to try by the thousand. */
const MAX_SEARCHED_VARIABLES = 10;

/** What an item's keys require of a page's circuit, in the names on the page. */
export interface Wanted {
  /** The page's inputs and the others that the keys use, in the order of the tables' bits. */
  readonly inputs: readonly string[];
  /** Inputs of the page that no key uses: a correct circuit does not read them. */
  readonly extras: readonly string[];
  /** One column per key. */
  readonly columns: readonly WantedColumn[];
}

/**
 * The keys of an item in the names of a page's circuit. Its inputs represent the keys' variables as in grading; if
 * their numbers differ, they are matched by letter, and the rest is missing or extra. Null without keys, or for a
 * circuit with more than 10 inputs.
 *
 * @throws {RangeError} if a key is not a valid expression.
 */
export function wantedOf(keys: readonly AnswerKey[], netlist: Netlist): Wanted | null {
  if (keys.length === 0) return null;
  const pageInputs = [...new Set(netlist.inputs.map(({ name }) => name))];
  const { variables, wanted, isNamed, isIdle } = itemFunction(keys);
  const unlettered = isUnlettered({ inputs: pageInputs, netlist }, { isNamed });
  const match = matchInputs(pageInputs, variables, {
    unlettered,
    isNamed,
    terminals: netlist.inputs,
    isIdleVariable: isIdle,
  });
  const extras = match ? [] : pageInputs.filter((name) => givenName(name, variables) === null);
  const order = [...variables, ...extras];
  if (order.length > Math.min(MAX_SEARCHED_VARIABLES, MAX_TABLE_VARIABLES)) return null;
  const nameOf = (variable: string): string => {
    const at = match ? match.names.indexOf(variable) : -1;
    return at < 0 ? (givenName(variable, pageInputs) ?? variable) : pageInputs[at]!;
  };
  const widen = (column: Column) => rearrangeTable({ variables, column }, { names: variables, order }).column;
  const columns = wanted.map(({ column, matters }) => ({ column: widen(column), matters: matters && widen(matters) }));
  return { inputs: order.map(nameOf), extras, columns };
}

/** The circuit with an input terminal for each of `names` that it lacks, on a separate net that nothing reads. */
export function withInputs(netlist: Netlist, names: readonly string[]): Netlist {
  const missing = names.filter((name) => !netlist.inputs.some((terminal) => terminal.name === name));
  const added = missing.map((name, index) => ({ name, net: netlist.nets + index }));
  return { ...netlist, nets: netlist.nets + missing.length, inputs: [...netlist.inputs, ...added] };
}
