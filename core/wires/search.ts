import { type Assessment, assess, type Puzzle } from "./assess.ts";

/** Single changes are tried round by round until none helps; this many rounds at most. */
const MOST_ROUNDS = 12;
/** Pairs of changes are tried among this many of the least certain decisions. */
const PAIRED = 22;

/**
 * The cheapest reading of a drawing that a small search finds: it starts from what each place looks like by itself,
 * then changes one decision, and where faults remain two decisions at once, as long as ink and legality together get
 * better. Same puzzle, same answer.
 */
export function search(puzzle: Puzzle): { choice: readonly number[]; assessment: Assessment } {
  const { decisions } = puzzle;
  const open = decisions.flatMap((decision, index) => (decision.options.length > 1 ? [index] : []));
  let choice = decisions.map(() => 0);
  let best = assess(puzzle, choice);
  const attempt = (changes: readonly (readonly [number, number])[]): boolean => {
    const next = [...choice];
    for (const [decision, option] of changes) next[decision] = option;
    const assessment = assess(puzzle, next);
    if (assessment.cost >= best.cost - 1e-9) return false;
    choice = next;
    best = assessment;
    return true;
  };
  const singles = () => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let improved = false;
      for (const decision of open) {
        for (let option = 0; option < decisions[decision]!.options.length; option++) {
          if (option !== choice[decision] && attempt([[decision, option]])) improved = true;
        }
      }
      if (!improved) return;
    }
  };
  const changes = () =>
    open
      .flatMap((decision) =>
        decisions[decision]!.options.flatMap((option, index) => {
          if (index === choice[decision]) return [];
          const step = option.cost - decisions[decision]!.options[choice[decision]!]!.cost;
          return [{ change: [decision, index] as const, step }];
        }),
      )
      .sort((a, b) => a.step - b.step)
      .slice(0, 2 * PAIRED)
      .map(({ change }) => change);
  const pairs = (): boolean => {
    const candidates = changes();
    for (let i = 0; i < candidates.length; i++) {
      for (let j = 0; j < i; j++) {
        if (candidates[i]![0] !== candidates[j]![0] && attempt([candidates[i]!, candidates[j]!])) return true;
      }
    }
    return false;
  };
  singles();
  for (let round = 0; round < MOST_ROUNDS && best.faults.length > 0; round++) {
    if (!pairs()) break;
    singles();
  }
  return { choice, assessment: best };
}
