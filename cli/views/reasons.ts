import { groupBy } from "../../core/basics/group-by.ts";
import { problemFact } from "../../core/netlist/circuit-problems.ts";
import type { Problem } from "../../core/rules/problem.ts";

/** Problems that say the same, in words for the person who grades. */
export interface Reason {
  /** A sentence; "(3 times)" if it is said of several places. */
  readonly text: string;
  /** The numbers of its places in the picture, from 1. */
  readonly marks: readonly number[];
}

/**
 * The reasons why a page needs a person: each sentence once, with a count, without advice for the person who drew it.
 * `problems` are those of the picture, in the order of their numbers there.
 */
export function reasonsOf(reasons: readonly Problem[], problems: readonly Problem[] = []): Reason[] {
  const sameWords = groupBy(reasons, wordsOf);
  return [...sameWords].map(([words, same]) => {
    const marks = problems.flatMap((problem, index) => (problem.box && wordsOf(problem) === words ? [index + 1] : []));
    const times = Math.max(same.length, marks.length);
    return { text: times > 1 ? `${problemFact(same[0]!)} (${times} times)` : problemFact(same[0]!), marks };
  });
}

/** The same in one line. */
export function reasonLine(reasons: readonly Problem[]): string {
  return reasonsOf(reasons)
    .map(({ text }) => text)
    .join(" · ");
}

function wordsOf({ code, message }: Problem): string {
  return `${code} ${message}`;
}
