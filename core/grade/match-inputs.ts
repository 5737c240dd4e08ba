/** How a page's inputs stand for the variables of the answer keys. */
export interface InputMatch {
  /** The variable that each of the page's inputs stands for, in the page's order. */
  readonly names: readonly string[];
  /** `name`: the letters on the page are the keys' letters. `position`: they are not, so the order decides. */
  readonly by: "name" | "position";
}

/**
 * Matches a page's inputs with the keys' variables: by name where every input bears one of the variables' names, else
 * in order. Null where their numbers differ.
 *
 * @example
 * matchInputs(["B", "A"], ["A", "B"]); // { names: ["B", "A"], by: "name" }
 * matchInputs(["x", "y"], ["A", "B"]); // { names: ["A", "B"], by: "position" }
 */
export function matchInputs(inputs: readonly string[], variables: readonly string[]): InputMatch | null {
  if (inputs.length !== variables.length) return null;
  const byName = inputs.every((name) => variables.includes(name)) && new Set(inputs).size === inputs.length;
  return byName ? { names: inputs, by: "name" } : { names: variables, by: "position" };
}
