import { applyChange, type Change } from "../answers/change.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Doubt, PageLook, PossibleCircuit } from "./evidence.ts";

/** Maximum of readings of each look that are considered, the likeliest ones. */
const MOST_READINGS = 80;

/** Readings that cost more than this, as a logarithm of odds, are ruled out by the ink. */
const MOST_COST = 10;

/** The weight of a look whose likeliest circuit has faults, relative to one without. */
const FAULTY_LOOK = 0.3;

/** A circuit that a page may show, by one look. */
export interface LikelyReading {
  readonly netlist: Netlist;
  /** Index of the look, and of its circuit. */
  readonly look: number;
  readonly circuit: number;
  /** What was changed in that circuit. */
  readonly changes: readonly Change[];
  /** As a logarithm of odds relative to the look's likeliest circuit. */
  readonly cost: number;
  /** Its share of all readings of all looks; the shares add up to 1. */
  readonly share: number;
}

/**
 * The readings of a page, the likeliest first: the circuits of each look, also with one or two doubtful places changed.
 * A look's readings share its weight by their odds.
 */
export function likelyReadings(looks: readonly PageLook[]): LikelyReading[] {
  const seen = looks.filter(({ circuits }) => circuits.length > 0);
  const weights = seen.map(({ circuits }) => (circuits[0]!.faults === 0 ? 1 : FAULTY_LOOK));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return seen
    .flatMap(({ circuits }, index) => {
      const readings = circuits
        .flatMap((circuit, k) => variants(circuit).map((variant) => ({ ...variant, circuit: k })))
        .filter(({ cost }) => cost <= MOST_COST)
        .sort((a, b) => a.cost - b.cost)
        .slice(0, MOST_READINGS);
      const odds = readings.map(({ cost }) => Math.exp(-cost));
      const all = odds.reduce((sum, each) => sum + each, 0);
      return readings.map(
        (reading, k): LikelyReading => ({
          ...reading,
          netlist: reading.changes.reduce(applyChange, circuits[reading.circuit]!.netlist),
          look: looks.indexOf(seen[index]!),
          share: ((weights[index]! / whole) * odds[k]!) / all,
        }),
      );
    })
    .sort((a, b) => b.share - a.share);
}

/** The ways to read a circuit with none, one or two of its doubtful places changed. */
function variants({ cost, doubts }: PossibleCircuit): { changes: Change[]; cost: number }[] {
  const single = doubts.filter((doubt) => cost + doubt.cost <= MOST_COST);
  const pairs = single.flatMap((first, k) =>
    single
      .slice(k + 1)
      .filter((second) => cost + first.cost + second.cost <= MOST_COST && placeOf(first) !== placeOf(second))
      .map((second) => [first, second]),
  );
  return [[], ...single.map((doubt) => [doubt]), ...pairs].map((chosen) => ({
    changes: chosen.map(({ change }) => change),
    cost: chosen.reduce((sum, doubt) => sum + doubt.cost, cost),
  }));
}

function placeOf({ change }: Doubt): string {
  if (change.kind === "gate-class") return `gate ${change.gate}`;
  if (change.kind === "pin-inversion") return `pin ${change.gate} ${change.pin}`;
  return `${change.kind} ${change.input}`;
}
