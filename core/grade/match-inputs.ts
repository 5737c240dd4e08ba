import type { Netlist } from "../netlist/netlist.ts";

/** How a page's inputs represent the variables of the answer keys. */
export interface InputMatch {
  /** The variable that each of the page's inputs represents, in the page's order. */
  readonly names: readonly string[];
  /**
   * Inputs whose letters no key has although other inputs' letters are keys', if it matters which is which: a letter
   * may have been misread, or the student may use different names.
   */
  readonly strangers: readonly string[];
}

/** Whether none of a page's inputs has a letter; unknown without its netlist. */
export function isUnlettered({
  inputs,
  netlist,
}: {
  inputs: readonly string[];
  netlist?: Netlist | null | undefined;
}): boolean {
  const unnamed = new Set(netlist?.inputs.filter((terminal) => terminal.unnamed).map(({ name }) => name));
  return inputs.length > 0 && inputs.every((name) => unnamed.has(name));
}

/**
 * Matches a page's inputs with the keys' variables: an input with a variable's name is that variable; the rest is
 * matched in order. On a page without letters only the order counts. Null if their numbers differ.
 *
 * @example
 * matchInputs(["B", "A"], ["A", "B"]); // { names: ["B", "A"], strangers: [] }
 * matchInputs(["x", "y"], ["A", "B"]); // { names: ["A", "B"], strangers: [] }
 * matchInputs(["D", "A"], ["A", "B"]); // { names: ["B", "A"], strangers: ["D"] }
 * matchInputs(["A", "B"], ["B", "C"], { unlettered: true }); // { names: ["B", "C"], strangers: [] }
 */
export function matchInputs(
  inputs: readonly string[],
  variables: readonly string[],
  { unlettered = false }: { unlettered?: boolean } = {},
): InputMatch | null {
  if (inputs.length !== variables.length) return null;
  if (unlettered) return { names: variables, strangers: [] };
  const isKnown = (name: string, index: number) => variables.includes(name) && inputs.indexOf(name) === index;
  const free = variables.filter((name) => !inputs.includes(name));
  const names = inputs.map((name, index) => (isKnown(name, index) ? name : free.shift()!));
  const unknown = inputs.filter((name, index) => !isKnown(name, index));
  const isInOrder = names.every((name, index) => name === variables[index]);
  return { names, strangers: isInOrder || unknown.length === inputs.length ? [] : unknown };
}
