import { createHash } from "node:crypto";
import type { Column } from "../boolean/column.ts";
import { combineColumns } from "../boolean/column.ts";
import { tableFromRows } from "../boolean/truth-table.ts";
import { type PageTables, pageColumns } from "../grade/grade-item.ts";
import { type AnswerKey, itemFunction } from "../grade/item-function.ts";
import { matchOutputs } from "../grade/match-outputs.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { canonicalNetlist, mergeInputs } from "./canonical-netlist.ts";

/**
 * How a page's function compares with its item's keys. `right`: every key is matched. `wrong`: at least one is not.
 * `not-comparable`: it has no function, or another number of inputs.
 */
export type Verdict = "right" | "wrong" | "not-comparable";

/** What a page computes, so that equal pages can be grouped. */
export interface AnswerFunction {
  /** Equal for pages that grading cannot distinguish: one column for each key over the keys' variables. */
  readonly group: string;
  /** Equal for pages whose circuits are isomorphic. */
  readonly structure: string;
  readonly verdict: Verdict;
}

/** The parts of a page's reading that groups need; a `PageReading` has them. */
export interface AnswerPage extends Pick<PageTables, "inputs" | "outputs"> {
  /** Null if the page has none. */
  readonly netlist: Netlist | null;
}

/**
 * The function and the structure of a page as short names, the same on every machine. Inputs count by the variables
 * that they represent in grading, outputs by the key that they are compared with. An output that is compared with no
 * key does not affect the function, as in grading, but is part of the structure.
 *
 * @throws {RangeError} if a key is not a valid expression.
 */
export function answerFunction(page: AnswerPage, keys: readonly AnswerKey[]): AnswerFunction {
  const item = itemFunction(keys);
  const { inputs, columns } = pageColumns(page, item);
  const isComparable = keys.length > 0 && columns.some((column) => column !== null);
  const matches = matchOutputs(isComparable ? item.wanted : [], columns);
  const held = matches.map(({ output }) => (output === null ? null : page.outputs[output]!.name));
  const verdict = !isComparable ? "not-comparable" : matches.every(({ equal }) => equal) ? "right" : "wrong";
  const functions = matches.map(({ output }, index) => {
    if (output === null) return "missing";
    const [column = null, { matters }] = [columns[output], item.wanted[index]!];
    return columnText(column && matters ? combineColumns("and", [column, matters]) : column);
  });
  const variableOf = new Map(page.inputs.map((name, index) => [name, inputs?.names[index] ?? name]));
  const structure = page.netlist && structureOf(page.netlist, { held, variableOf });
  return {
    group: shortName([verdict, ...(isComparable ? functions : ownFunctions(page))].join(" ")),
    structure: shortName(structure ?? "no circuit"),
    verdict,
  };
}

interface Labels {
  /** For each key, the name of the output that it is compared with. */
  readonly held: readonly (string | null)[];
  readonly variableOf: ReadonlyMap<string, string>;
}

function structureOf(netlist: Netlist, { held, variableOf }: Labels): string {
  return canonicalNetlist(mergeInputs(netlist), {
    input: (name) => variableOf.get(name) ?? name,
    output: (index) => `for key ${held.indexOf(netlist.outputs[index]!.name)}`,
  }).key;
}

/** What a page computes that cannot be compared with the keys: its inputs, and one column per output. */
function ownFunctions({ inputs, outputs }: AnswerPage): string[] {
  const tables = outputs.map(({ truth_table }) => tableFromRows(truth_table, inputs));
  return [inputs.join(), ...tables.map((table) => columnText(table?.column ?? null))];
}

function columnText(column: Column | null): string {
  if (column === null) return "none";
  return `${column.rows}:${Array.from(column.words, (word) => word.toString(16)).join()}`;
}

/**
 * 48 bits: among a million answers the chance that two are mistaken for one is 0.2 %. A spreadsheet would take names
 * such as 123456789012 or 12345678901e2 for numbers: hence the letter.
 */
function shortName(text: string): string {
  return `g${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}
