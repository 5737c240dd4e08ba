import { groupBy } from "../basics/group-by.ts";
import { sortedFields } from "../basics/sorted-fields.ts";
import { foldWords } from "./fold.ts";
import type { DatedStatement, Said, Statement } from "./statement.ts";

/** These statements as a page's first ones. */
export function inOrder(statements: readonly DatedStatement[]): Said[] {
  return statements.map(({ at, ...statement }, index) => ({ number: index + 1, at, statement }));
}

/** What `theirs` have that `said` has not, and what each of theirs is here. */
export interface News {
  /** As the next statements after `said`. */
  readonly fresh: readonly Said[];
  /** The number here of each of their numbers. */
  readonly numbers: ReadonlyMap<number, number>;
}

/**
 * Compares two records of one page, of which one has copies from the other.
 *
 * @example
 * const discard = { at: 5, statement: { kind: "discard" } };
 * const theirs = [{ number: 1, ...discard }, { number: 2, statement: { kind: "take-back", number: 1 } }];
 * newsFrom(theirs, [{ number: 7, ...discard }]).fresh; // [{ number: 8, statement: { kind: "take-back", number: 7 } }]
 */
export function newsFrom(theirs: readonly Said[], said: readonly Said[]): News {
  const spare = groupBy(said, ({ statement }) => textOf(statement));
  const numbers = new Map<number, number>();
  let last = said.at(-1)?.number ?? 0;
  const fresh = theirs.flatMap((each): Said[] => {
    const copy = copyOf(each, numbers);
    if (copy === null) return [];
    const alike = spare.get(textOf(copy.statement)) ?? [];
    const index = alike.findIndex(({ at }) => isSameTime(at, copy.at));
    const [known] = index === -1 ? [] : alike.splice(index, 1);
    if (!known) last += 1;
    numbers.set(each.number, known?.number ?? last);
    return known ? [] : [{ ...copy, number: last }];
  });
  return { fresh, numbers };
}

/** What another record says, in this one; null if it takes back what is not here. */
function copyOf({ number, at, statement }: Said, numbers: ReadonlyMap<number, number>): Said | null {
  if (statement.kind !== "take-back") return { number, at, statement };
  const gone = numbers.get(statement.number);
  return gone === undefined ? null : { number, at, statement: { kind: "take-back", number: gone } };
}

/** Earlier versions sent no times. */
function isSameTime(a: Said["at"], b: Said["at"]): boolean {
  return a === b || a === undefined || b === undefined;
}

/** The same for equal statements. A choice is its circuit's name: a push has none of the grades that were given with one. */
function textOf(statement: Statement): string {
  return JSON.stringify(statement.kind === "choice" ? ["choice", statement.name] : sortedFields(statement));
}

/** A page's record with what somebody else has. */
export interface Merged extends Pick<News, "fresh"> {
  /** Corrections hold that the others have taken back, or held here and were never seen there: a discard includes none. */
  readonly hasOwn: boolean;
  /** Corrections that hold there were taken back or discarded here. */
  readonly hasLost: boolean;
  /** The others have the reading that was chosen here, whatever they did with it. */
  readonly knowsChoice: boolean;
}

/** What a page's statements come to with those of another record of the page. */
export function mergeSaid(said: readonly Said[], theirs: readonly Said[]): Merged {
  const { fresh, numbers } = newsFrom(theirs, said);
  const after = foldWords([...said, ...fresh]);
  const here = new Set(after.corrections.map(({ number }) => number));
  const there = new Set(foldWords(theirs).corrections.map(({ number }) => numbers.get(number)));
  const { corrections, choice } = foldWords(said);
  const seen = new Set(numbers.values());
  return {
    fresh,
    hasOwn: [...here].some((number) => !there.has(number)) || corrections.some(({ number }) => !seen.has(number)),
    hasLost: [...there].some((number) => !here.has(number!)),
    knowsChoice: choice !== null && seen.has(choice.number),
  };
}
