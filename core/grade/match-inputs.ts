import type { Netlist, Terminal } from "../netlist/netlist.ts";
import { meantNames } from "./meant-names.ts";

/** How a page's inputs represent the variables of the answer keys. */
export interface InputMatch {
  /** The variable that each of the page's inputs represents, in the page's order; null for one without effect. */
  readonly names: readonly (string | null)[];
  /**
   * Inputs whose letters no key has although other inputs' letters are keys', if it matters which is which: a letter
   * may have been misread, or the student may use different names. If the item names its inputs, all inputs with other
   * names.
   */
  readonly strangers: readonly string[];
}

/**
 * Whether none of a page's inputs has a letter; unknown without its netlist. If the item names its inputs, something
 * written that was not read counts as a letter.
 */
export function isUnlettered(
  { inputs, netlist }: { inputs: readonly string[]; netlist?: Netlist | null | undefined },
  { isNamed = false }: Pick<InputOptions, "isNamed"> = {},
): boolean {
  const isBare = ({ unnamed, unread }: Terminal) => unnamed === true && !(isNamed && unread === true);
  const unnamed = new Set(netlist?.inputs.filter(isBare).map(({ name }) => name));
  return inputs.length > 0 && inputs.every((name) => unnamed.has(name));
}

export interface InputOptions {
  readonly unlettered?: boolean;
  /** Whether the item names its inputs, so that no other name is right. */
  readonly isNamed?: boolean;
  /** Whether the page's input at an index has no effect on any output. */
  readonly isIdleInput?: (index: number) => boolean;
  /** Whether the variable at an index has no effect on what the keys ask for. */
  readonly isIdleVariable?: (index: number) => boolean;
}

/**
 * Matches a page's inputs with the keys' variables: an input with a variable's name is that variable, in either case and
 * however its index is written, and so is one whose name looks like that of one variable only; the rest is matched in
 * order. On a page without letters only the order counts. If their numbers differ, inputs or variables without effect are
 * left out, those first whose names the other side does not have; null if there are too few of them.
 *
 * @example
 * matchInputs(["B", "A"], ["A", "B"]); // { names: ["B", "A"], strangers: [] }
 * matchInputs(["x", "y"], ["A", "B"]); // { names: ["A", "B"], strangers: [] }
 * matchInputs(["D", "A"], ["A", "B"]); // { names: ["B", "A"], strangers: ["D"] }
 * matchInputs(["S0", "X"], ["x", "s0"], { isNamed: true }); // { names: ["s0", "x"], strangers: [] }
 * matchInputs(["A", "B"], ["B", "C"], { unlettered: true }); // { names: ["B", "C"], strangers: [] }
 * matchInputs(["A", "B", "C"], ["A", "C"], { isIdleInput: (index) => index === 1 }); // { names: ["A", null, "C"], … }
 */
export function matchInputs(
  drawn: readonly string[],
  variables: readonly string[],
  { unlettered = false, isNamed = false, isIdleInput, isIdleVariable }: InputOptions = {},
): InputMatch | null {
  const meant = meantNames(drawn, variables);
  const inputs = drawn.map((name, index) => meant[index] ?? name);
  const kept = keptPlaces(inputs, { count: variables.length, isIdle: isIdleInput, others: variables });
  const asked = keptPlaces(variables, { count: inputs.length, isIdle: isIdleVariable, others: inputs });
  if (kept.length !== asked.length) return null;
  const match = matchEqual(
    kept.map((index) => inputs[index]!),
    asked.map((index) => variables[index]!),
    { unlettered, isNamed },
  );
  return { ...match, names: inputs.map((_, index) => match.names[kept.indexOf(index)] ?? null) };
}

interface Side {
  /** How many there are on the other side. */
  readonly count: number;
  readonly isIdle: InputOptions["isIdleInput"];
  /** The names on the other side. */
  readonly others: readonly string[];
}

/** The indices of `names` that stay, in order: `count` of them if enough have no effect. */
function keptPlaces(names: readonly string[], { count, isIdle, others }: Side): number[] {
  const all = [...names.keys()];
  if (names.length <= count || isIdle === undefined) return all;
  const idle = all.filter((index) => isIdle(index)).reverse();
  const isNamed = (index: number) => others.includes(names[index]!);
  const inTurn = [...idle.filter((index) => !isNamed(index)), ...idle.filter(isNamed)];
  const out = new Set(inTurn.slice(0, names.length - count));
  return all.filter((index) => !out.has(index));
}

function matchEqual(
  inputs: readonly string[],
  variables: readonly string[],
  { unlettered, isNamed }: { readonly unlettered: boolean; readonly isNamed: boolean },
): { readonly names: readonly string[]; readonly strangers: readonly string[] } {
  if (unlettered) return { names: variables, strangers: [] };
  const isKnown = (name: string, index: number) => variables.includes(name) && inputs.indexOf(name) === index;
  const free = variables.filter((name) => !inputs.includes(name));
  const names = inputs.map((name, index) => (isKnown(name, index) ? name : free.shift()!));
  const unknown = inputs.filter((name, index) => !isKnown(name, index));
  const isInOrder = names.every((name, index) => name === variables[index]);
  return { names, strangers: !isNamed && (isInOrder || unknown.length === inputs.length) ? [] : unknown };
}
