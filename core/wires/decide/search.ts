import { groupBy } from "../../basics/group-by.ts";
import { type Assessment, type Assessor, assessor, firstOptions, type Look, type Puzzle } from "./assess.ts";
import type { Decision } from "./decision.ts";

/** Changes are tried in rounds until none helps, at most this many rounds. */
const MOST_ROUNDS = 12;

/** If a change raises the ink's cost by more than this, what follows from it is not tried. */
const MOST_FORCED = 1.5;

/**
 * Limit of lines looked at in total: a page full of writing has too many for every change to be tried. Students'
 * circuits need up to 2.9 million, nine of them on one page 3.7 million.
 */
const MOST_WORK = 6_000_000;

/** The most by which an end that needs no separate reading lowers the cost. */
const MOST_FREED = 1;

const LEAST_GAIN = 1e-9;

/** Other readings are kept that cost up to this much more than the cheapest, at most this many. */
const MOST_DEARER = 3.5;
const MOST_RIVALS = 8;

/** A decision and the option to take. */
type Change = readonly [decision: number, option: number];

/** A choice of options, one for each decision, and its assessment. */
interface State {
  readonly choice: readonly number[];
  readonly look: Look;
}

/** A choice of options that is not the cheapest. */
interface Rival {
  readonly choice: readonly number[];
  readonly assessment: Assessment;
  /** How much more it costs than the cheapest. */
  readonly dearer: number;
}

/**
 * The cheapest reading of a drawing that a small search finds. It starts from what each place looks like by itself and
 * changes single decisions as long as the total of ink and legality improves. Then it forces each decision in turn to
 * another option, lets the places on the same nets follow, and keeps what is better in total. The same puzzle gives the
 * same answer. `isComplete` is false if a puzzle has so many places that the search was stopped.
 */
export function search(puzzle: Puzzle): {
  choice: readonly number[];
  assessment: Assessment;
  isComplete: boolean;
  /** Lines looked at in total. */
  steps: number;
  /** Other choices that the search met and that cost little more, the cheapest first. */
  rivals: readonly Rival[];
} {
  const { decisions } = puzzle;
  const judge = assessor(puzzle);
  const open = decisions.flatMap((decision, index) => (decision.options.length > 1 ? [index] : []));
  const { linesOf, neighboursOf } = surroundings(decisions, open);
  const most = Math.ceil(MOST_WORK / (1 + puzzle.edges));
  let left = most;
  const trial = decisions.map(() => 0);

  /** The state after a change; null if it costs `limit` or more. */
  const taken = ({ choice }: State, change: Change, limit = Number.POSITIVE_INFINITY): State | null => {
    for (let index = 0; index < choice.length; index++) trial[index] = choice[index]!;
    apply(decisions, trial, change);
    left--;
    const look = judge.look(trial, limit);
    return look.cost < limit ? kept(trial, look) : null;
  };

  /** Improves `waiting` decisions, and those around what was changed; `fixed` stays as it is. */
  const settle = (from: State, waiting: number[], fixed: number): State => {
    let best = from;
    const isWaiting = new Set(waiting);
    for (let at = 0; at < waiting.length && at < MOST_ROUNDS * open.length; at++) {
      const decision = waiting[at]!;
      isWaiting.delete(decision);
      if (decision === fixed) continue;
      const { options } = decisions[decision]!;
      for (let option = 0; option < options.length; option++) {
        const now = best.choice[decision]!;
        if (option === now || left <= 0) continue;
        // A higher ink cost must be made up for by fewer faults; a gap may also free its other end.
        const step = options[option]!.cost - options[now]!.cost - MOST_FREED;
        if (step >= best.look.cost - best.look.ink) continue;
        const next = taken(best, [decision, option], best.look.cost - LEAST_GAIN);
        if (next === null) continue;
        best = next;
        for (const other of neighboursOf[decision]!) {
          if (isWaiting.has(other)) continue;
          isWaiting.add(other);
          waiting.push(other);
        }
      }
    }
    return best;
  };

  const firstOption = firstOptions(decisions);
  let best = settle(kept(trial, judge.look(trial)), [...open], -1);
  // Options, by their numbers among all, that were tried on the best choice and did not help.
  const tried = new Set<number>();
  const seen: State[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = best;
    for (const change of likelyChanges(puzzle, best.choice)) {
      const [decision, option] = change;
      if (left <= 0) break;
      const own = firstOption[decision]! + option;
      if (option === best.choice[decision] || tried.has(own)) continue;
      tried.add(own);
      const forced = taken(best, change)!;
      const { netOfEdge } = forced.look;
      const nets = new Set(linesOf[decision]!.map((line) => netOfEdge[line]!));
      const around = open.filter((other) => linesOf[other]!.some((line) => nets.has(netOfEdge[line]!)));
      const settled = settle(forced, around, decision);
      const isBetter = settled.look.cost < best.look.cost - LEAST_GAIN;
      seen.push(isBetter ? best : settled);
      if (!isBetter) continue;
      best = settle(settled, [...open], -1);
      tried.clear();
    }
    if (best === before) break;
  }
  const steps = (most - left) * (1 + puzzle.edges);
  const assessment = judge.assess(best.choice);
  const rivals = rivalsOf(decisions, { best, seen, judge });
  return { choice: best.choice, assessment, isComplete: left > 0, steps, rivals };
}

/** A state that outlives the next look. */
function kept(choice: readonly number[], look: Look): State {
  return { choice: [...choice], look: { ...look, netOfEdge: look.netOfEdge.slice() } };
}

/** The readings seen that connect other things than the best one, each once. */
function rivalsOf(
  decisions: readonly Decision[],
  { best, seen, judge }: { best: State; seen: readonly State[]; judge: Assessor },
): Rival[] {
  const nameOf = ({ choice, look }: State) => {
    const pins = choice.map((option, index) => {
      const { pin } = decisions[index]!.options[option]!;
      return pin === undefined ? "" : `${pin.role} ${pin.gate} ${pin.bubble}`;
    });
    return `${look.netOfEdge.join()} ${pins.join()}`;
  };
  const limit = best.look.cost + MOST_DEARER;
  const near = seen.filter(({ look }) => look.cost <= limit).sort((a, b) => a.look.cost - b.look.cost);
  const names = new Set([nameOf(best)]);
  const rivals: Rival[] = [];
  for (const state of near) {
    const name = nameOf(state);
    if (names.has(name)) continue;
    names.add(name);
    const { choice, look } = state;
    rivals.push({ choice, assessment: judge.assess(choice), dearer: Math.max(0, look.cost - best.look.cost) });
    if (rivals.length === MOST_RIVALS) break;
  }
  return rivals;
}

/** For each decision the lines it is about, and the open decisions about the same lines or pins of the same gates. */
function surroundings(decisions: readonly Decision[], open: readonly number[]) {
  const linesOf = decisions.map(({ edge, options }) => {
    const linked = options.flatMap(({ links }) => links.flat());
    return [...new Set(edge === undefined ? linked : [edge, ...linked])];
  });
  const gatesOf = decisions.map(({ options }) => [...new Set(options.flatMap(({ pin }) => pin?.gate ?? []))]);
  const aboutLine = membersOf(linesOf, open);
  const aboutGate = membersOf(gatesOf, open);
  const neighboursOf = decisions.map((_, decision) => {
    const near = new Set([
      ...linesOf[decision]!.flatMap((line) => aboutLine.get(line) ?? []),
      ...gatesOf[decision]!.flatMap((gate) => aboutGate.get(gate) ?? []),
    ]);
    near.delete(decision);
    return [...near].sort((a, b) => a - b);
  });
  return { linesOf, neighboursOf };
}

/** The open decisions by what they are about. */
function membersOf(subjectsOf: readonly (readonly number[])[], open: readonly number[]): Map<number, number[]> {
  const pairs = open.flatMap((decision) => subjectsOf[decision]!.map((subject) => ({ subject, decision })));
  const groups = groupBy(pairs, ({ subject }) => subject);
  return new Map([...groups].map(([subject, own]) => [subject, own.map(({ decision }) => decision)]));
}

/** Takes an option; if it closes or opens a gap, the gap's other end follows. */
function apply(decisions: readonly Decision[], choice: number[], [decision, option]: Change): void {
  const before = decisions[decision]!.options[choice[decision]!]!.meets;
  choice[decision] = option;
  if (before !== undefined && meetsAt(decisions, choice, before) === decision) {
    const open = decisions[before]!.options.findIndex((other) => other.meets !== decision);
    // After a correction it may have no other option.
    if (open !== -1) choice[before] = open;
  }
  const after = decisions[decision]!.options[option]!.meets;
  if (after === undefined || meetsAt(decisions, choice, after) === decision) return;
  const free = decisions[after]!.options.findIndex((other) => other.free === true);
  if (free !== -1) choice[after] = free;
}

function meetsAt(decisions: readonly Decision[], choice: readonly number[], decision: number): number | undefined {
  return decisions[decision]!.options[choice[decision]!]!.meets;
}

/** All other options that do not cost too much, the cheapest step first. */
function likelyChanges({ decisions }: Puzzle, choice: readonly number[]): Change[] {
  return decisions
    .flatMap(({ options }, decision) =>
      options.flatMap((option, index) => {
        const step = option.cost - options[choice[decision]!]!.cost;
        return index === choice[decision] || step > MOST_FORCED ? [] : [{ change: [decision, index] as const, step }];
      }),
    )
    .sort((a, b) => a.step - b.step)
    .map(({ change }) => change);
}
