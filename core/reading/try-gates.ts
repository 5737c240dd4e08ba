import type { GateMark } from "../marks/marks.ts";
import { READING } from "../rules/limits.ts";

/** One way to read a page: which gates are accepted, and the result. */
export interface Attempt<Result> {
  readonly gates: readonly GateMark[];
  readonly result: Result;
  /** The number of faults in the resulting circuit. */
  readonly faults: number;
  /** How long it took, in steps of `READING.steps`. */
  readonly steps: number;
}

/** The ways that were tried, with their costs: the accepted gates cost nothing. */
export interface TriedGates<Result> {
  readonly best: Attempt<Result>;
  readonly tried: readonly { readonly attempt: Attempt<Result>; readonly cost: number }[];
}

/** A gate of this confidence is there with probability one half. */
const EVEN = 0.4;

/** How steeply the odds for a gate grow with its confidence. */
const SLOPE = 9;

/** Gates with more confidence are never doubted. */
const SURE = 0.66;

/** The cost of a fault, as a logarithm of probability: drawn circuits are seldom faulty. */
const FAULT_COST = 1.3;

/** The maximum number of readings tried. */
const MOST_ATTEMPTS = 8;

/**
 * A faultless circuit is only compared with circuits in which gates are flipped that cost at most this, and with this
 * many.
 */
const PLAUSIBLE = { cost: 2, attempts: 2 } as const;

/** With more faults than this, a page is not a circuit that a few gates could repair. */
const MOST_FAULTS = 12;

/**
 * Tries which doubtful gates a circuit has: an accepted one may be a letter, a rejected one may be what its wires lack.
 * Each is flipped (accepted or rejected) if that gives a likelier circuit, the least certain first. A circuit without
 * faults is not changed: its most doubtful gates are flipped only to learn what else it may be.
 *
 * @param first the reading with the gates that the detector accepts.
 * @param doubtful the gates that it does not accept.
 */
export async function tryGates<Result>(
  first: Attempt<Result>,
  {
    doubtful,
    attempt,
  }: { doubtful: readonly GateMark[]; attempt: (gates: readonly GateMark[]) => Promise<Attempt<Result>> },
): Promise<TriedGates<Result>> {
  const tried = [{ attempt: first, cost: first.faults * FAULT_COST }];
  if (first.faults > MOST_FAULTS) return { best: first, tried };
  const open = [...first.gates.filter(({ confidence }) => confidence < SURE), ...doubtful].sort(
    (a, b) => Math.abs(a.confidence - EVEN) - Math.abs(b.confidence - EVEN),
  );
  let best = first;
  let attempts = 0;
  let turned = 0;
  let { steps } = first;
  for (const gate of open) {
    const isFaultless = best.faults === 0;
    if (attempts >= (isFaultless ? PLAUSIBLE.attempts : MOST_ATTEMPTS) || steps > READING.steps) break;
    const gates = best.gates.includes(gate) ? best.gates.filter((own) => own !== gate) : [...best.gates, gate];
    // Flipping this gate costs more than a faultless circuit gains.
    if (turningCost(gate, gates) >= (isFaultless ? PLAUSIBLE.cost : best.faults * FAULT_COST)) continue;
    attempts++;
    const other = await attempt(gates);
    steps += other.steps;
    tried.push({ attempt: other, cost: turned + turningCost(gate, gates) + other.faults * FAULT_COST });
    if (turningCost(gate, gates) + other.faults * FAULT_COST < best.faults * FAULT_COST) {
      best = other;
      turned += turningCost(gate, gates);
    }
  }
  return { best, tried };
}

/** The cost of `gate` now being among `gates`, or not. */
function turningCost(gate: GateMark, gates: readonly GateMark[]): number {
  return gates.includes(gate) ? addingCost(gate.confidence) : -addingCost(gate.confidence);
}

/** The cost of a gate of this confidence being there, as a logarithm of odds; below 0 it is rather there than not. */
export function addingCost(confidence: number): number {
  return SLOPE * (EVEN - confidence);
}
