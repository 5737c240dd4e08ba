import { givenName } from "./given-names.ts";
import { wordSign } from "./notation.ts";

/** What is left of the equals sign in `F = A & B`. */
export interface LeftSide {
  /** The output's name, as it is. */
  readonly name: string;
  /** Where the name begins, in UTF-16 units. */
  readonly at: number;
  /** The variables in `F(A, B) = …`, as they are; null if none are listed. */
  readonly variables: readonly string[] | null;
  /** Where the expression begins. */
  readonly end: number;
}

const LEFT_SIDE =
  /^\s*(?:(?:assign|wire|logic|output|bool(?:ean)?|int|const|let|var|always_comb|always\s*@\s*(?:\*|\([\w\s,*]*\)))\s+|#\d+\s+)*(?![Mm](?:in|ax)-?terms?\b)([A-Za-z_][A-Za-z0-9_]*(?:\[\d+\])?)\s*(?:[([]([\sA-Za-z0-9_,;[\]]*)[)\]]\s*)?(?:<=|:=|=|:|[≤⇐←≔])(?![=>])/;

/**
 * The left side of an equation, or null if `text` has none. The letters A to E are inputs, so `A = B` has none; if the
 * inputs have `names`, these are.
 *
 * @example
 * leftSide("F(A, B) = A + B"); // { name: "F", at: 0, variables: ["A", "B"], end: 9 }
 */
export function leftSide(text: string, names?: readonly string[]): LeftSide | null {
  const match = LEFT_SIDE.exec(text);
  if (match === null) return null;
  const [whole, name, list] = match;
  if (name === undefined) return null;
  // `NOT(F) = …` is an output that is 0 where the expression is 1.
  if (wordSign(name) !== null) return null;
  // In front of a list of variables even an input's name is the output's.
  const isInput = names ? givenName(name, names) !== null && !list?.includes(",") : /^[A-Ea-e]$/.test(name);
  if (isInput) return null;
  const variables = list === undefined ? null : list.split(/[\s,;]+/).filter((each) => each !== "");
  return { name, at: text.indexOf(name), variables, end: whole.length };
}
