import { letters } from "../netlist/terminals.ts";

/** How a page's inputs stand for the variables of the answer keys. */
export interface InputMatch {
  /** The variable that each of the page's inputs stands for, in the page's order. */
  readonly names: readonly string[];
  /**
   * Inputs whose letters are none of the keys' variables though others' are, where it matters which is which: a letter
   * may have been misread, or the student's names may be others altogether.
   */
  readonly strangers: readonly string[];
}

/**
 * Matches a page's inputs with the keys' variables: one that bears a variable's name is that variable; what is left of
 * both is matched in order. Inputs A, B, C … in this order that are not all the keys' are matched in order, all of them:
 * so a page without letters is read. Null where their numbers differ.
 *
 * @example
 * matchInputs(["B", "A"], ["A", "B"]); // { names: ["B", "A"], strangers: [] }
 * matchInputs(["x", "y"], ["A", "B"]); // { names: ["A", "B"], strangers: [] }
 * matchInputs(["D", "A"], ["A", "B"]); // { names: ["B", "A"], strangers: ["D"] }
 * matchInputs(["A", "B"], ["B", "C"]); // { names: ["B", "C"], strangers: ["A"] }
 */
export function matchInputs(inputs: readonly string[], variables: readonly string[]): InputMatch | null {
  if (inputs.length !== variables.length) return null;
  const isKnown = (name: string, index: number) => variables.includes(name) && inputs.indexOf(name) === index;
  const free = variables.filter((name) => !inputs.includes(name));
  const names = inputs.map((name, index) => (isKnown(name, index) ? name : free.shift()!));
  const unknown = inputs.filter((name, index) => !isKnown(name, index));
  const isInOrder = names.every((name, index) => name === variables[index]);
  const strangers = isInOrder || unknown.length === inputs.length ? [] : unknown;
  const inAlphabet = letters(inputs.length, new Set()).every((letter, index) => letter === inputs[index]);
  return { names: inAlphabet && strangers.length > 0 ? variables : names, strangers };
}
