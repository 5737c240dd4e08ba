import { type Assessment, assess, type Puzzle } from "./assess.ts";
import type { Decision } from "./decision.ts";

/** Single changes are tried round by round until none helps; this many rounds at most. */
const MOST_ROUNDS = 12;
/** Pairs of changes: one near a fault with one of this many that cost least. */
const PAIRED = 32;

/** Lines looked at in all: a page full of writing has too many for every change to be tried. */
const MOST_WORK = 15_000_000;

/** The most that an end which needs no reading of its own takes off the cost. */
const MOST_FREED = 1;

/** A decision and the option to take. */
type Change = readonly [decision: number, option: number];

/**
 * The cheapest reading of a drawing that a small search finds: it starts from what each place looks like by itself,
 * then changes one decision, and where faults remain two decisions at once, as long as ink and legality together get
 * better. Same puzzle, same answer.
 */
export function search(puzzle: Puzzle): { choice: readonly number[]; assessment: Assessment } {
  const { decisions } = puzzle;
  let left = Math.ceil(MOST_WORK / (1 + puzzle.edges));
  const open = decisions.flatMap((decision, index) => (decision.options.length > 1 ? [index] : []));
  let choice = decisions.map(() => 0);
  let best = assess(puzzle, choice);
  const attempt = (changes: readonly Change[]): boolean => {
    // What the ink gets dearer must come back as less fault; a gap may also free its other end.
    let step = 0;
    for (const [decision, option] of changes) {
      const { options } = decisions[decision]!;
      step += options[option]!.cost - options[choice[decision]!]!.cost - MOST_FREED;
    }
    if (step >= best.cost - best.ink || left === 0) return false;
    left--;
    const next = [...choice];
    for (const change of changes) apply(decisions, next, change);
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
  const pairs = (): boolean => {
    const candidates = likelyChanges(puzzle, choice);
    const suspects = suspectDecisions(puzzle, best);
    for (const first of candidates.filter(([decision]) => suspects.has(decision))) {
      for (const second of candidates.slice(0, PAIRED)) {
        if (first[0] !== second[0] && attempt([first, second])) return true;
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

/** Takes an option; the other end of a gap that is closed or opened by it follows. */
function apply(decisions: readonly Decision[], choice: number[], [decision, option]: Change): void {
  const before = decisions[decision]!.options[choice[decision]!]!.meets;
  choice[decision] = option;
  if (before !== undefined && meetsAt(decisions, choice, before) === decision) {
    choice[before] = decisions[before]!.options.findIndex((other) => other.meets !== decision);
  }
  const after = decisions[decision]!.options[option]!.meets;
  if (after === undefined || meetsAt(decisions, choice, after) === decision) return;
  const free = decisions[after]!.options.findIndex((other) => other.free === true);
  if (free !== -1) choice[after] = free;
}

function meetsAt(decisions: readonly Decision[], choice: readonly number[], decision: number): number | undefined {
  return decisions[decision]!.options[choice[decision]!]!.meets;
}

/** All other options, the least costly step first. */
function likelyChanges({ decisions }: Puzzle, choice: readonly number[]): Change[] {
  return decisions
    .flatMap(({ options }, decision) =>
      options.flatMap((option, index) => {
        if (index === choice[decision]) return [];
        return [{ change: [decision, index] as const, step: option.cost - options[choice[decision]!]!.cost }];
      }),
    )
    .sort((a, b) => a.step - b.step)
    .map(({ change }) => change);
}

/** Decisions about a faulty gate's pins or about lines of a faulty net. */
function suspectDecisions({ decisions }: Puzzle, { faults, netOfEdge, pins }: Assessment): Set<number> {
  const gates = new Set(faults.flatMap((fault) => fault.gate ?? []));
  const nets = new Set(faults.flatMap((fault) => fault.net ?? []));
  for (const pin of pins) if (gates.has(pin.gate)) nets.add(netOfEdge[pin.edge]!);
  const isSuspect = ({ edge, options }: Decision) =>
    (edge !== undefined && nets.has(netOfEdge[edge]!)) ||
    options.some(
      ({ pin, links }) =>
        (pin !== undefined && gates.has(pin.gate)) ||
        links.some(([a, b]) => nets.has(netOfEdge[a]!) || nets.has(netOfEdge[b]!)),
    );
  return new Set(decisions.flatMap((decision, index) => (isSuspect(decision) ? [index] : [])));
}
