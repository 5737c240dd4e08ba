import { sum } from "../basics/numbers.ts";
import { onesOf } from "../boolean/column.ts";
import type { AnswerKey } from "../grade/item-function.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { type CanonicalNetlist, canonicalNetlist } from "./canonical-netlist.ts";
import { applyChange, type Change } from "./change.ts";
import { type Judge, type Judgement, openJudge } from "./judge-circuit.ts";
import { costOf, listChanges } from "./list-changes.ts";
import { type Wanted, wantedOf, withInputs } from "./wanted.ts";

/** What is wrong with a circuit, as the changes that would make it right. */
export interface Explanation {
  /**
   * `right`: nothing is wrong. `one`, `two`: this many changes make it right. `nearest`: no change that was tried does,
   * but this one leaves fewer rows wrong. `none`: not even that. `not-searched`: there is no circuit, or it is too
   * large.
   */
  readonly outcome: "right" | "one" | "two" | "nearest" | "none" | "not-searched";
  /** In order; the second one refers to the circuit after the first. */
  readonly changes: readonly Change[];
  /** Other single changes that make the circuit right, the likeliest first, at most `MOST_ALTERNATIVES`. */
  readonly alternatives: readonly Change[];
  /** How many rows of the keys' tables are wrong, how many there are, and how many the changes leave. */
  readonly differing: number;
  readonly rows: number;
  readonly left: number;
}

/** The most steps of single changes and of pairs: the search ends in bounded time whatever was drawn. */
const MOST_STEPS = { single: 2_000_000, pairs: 1_000_000 } as const;

/** Circuits with more pins times nets are not searched: there are too many changes to list. */
const MOST_PLACES = 50_000;

const MOST_ALTERNATIVES = 4;

/** Pairs of changes are tried only among those that cost no more than this each: a faulty gate or wire. */
const PAIR_COST = 2;

const NOT_SEARCHED: Explanation = {
  outcome: "not-searched",
  changes: [],
  alternatives: [],
  differing: 0,
  rows: 0,
  left: 0,
};

/**
 * Why a circuit does not do what the keys of its item require: the smallest change of one gate or wire that makes it
 * right, otherwise of two, otherwise the nearest one. Isomorphic circuits get the same explanation. The indexes in the
 * changes are those of `withInputs(netlist, wanted.inputs)`: nets and inputs that the keys use and the page lacks come
 * last.
 *
 * @throws {RangeError} if a key is not a valid expression.
 * @example
 * explainAnswer(netlist, keys); // { outcome: "one", changes: [{ kind: "gate-class", gate: 0, to: "OR" }], … }
 */
export function explainAnswer(netlist: Netlist, keys: readonly AnswerKey[]): Explanation {
  const wanted = wantedOf(keys, netlist);
  if (wanted === null || netlist.outputs.length === 0 || pinCount(netlist) * netlist.nets > MOST_PLACES) {
    return NOT_SEARCHED;
  }
  const canonical = canonicalNetlist(withInputs(netlist, wanted.inputs));
  const circuit = canonical.netlist;
  const judging = openJudge(wanted);
  const now = judging.judge(circuit);
  const rows = sum(wanted.columns.map(({ column, matters }) => (matters ? onesOf(matters) : column.rows)));
  const found = { differing: now.differing, rows };
  if (now.right) return { ...found, outcome: "right", changes: [], alternatives: [], left: 0 };

  const letters = wanted.inputs.filter((name) => !wanted.extras.includes(name));
  const search = { ...judging, circuit, letters, steps: stepsOf(circuit, wanted) };
  const tried = trySingle(search);
  const [best, ...others] = tried
    .filter(({ judgement }) => judgement.right)
    .map(({ change }) => toOwn(change, canonical));
  if (best !== undefined) {
    return { ...found, outcome: "one", changes: [best], alternatives: others.slice(0, MOST_ALTERNATIVES), left: 0 };
  }
  const pair = tryPairs(tried, search);
  if (pair !== null) {
    return { ...found, outcome: "two", changes: pair.map((each) => toOwn(each, canonical)), alternatives: [], left: 0 };
  }
  const nearest = tried.reduce<Tried | null>((least, each) => {
    return each.judgement.differing < (least?.judgement.differing ?? now.differing) ? each : least;
  }, null);
  if (nearest === null) return { ...found, outcome: "none", changes: [], alternatives: [], left: now.differing };
  const changes = [toOwn(nearest.change, canonical)];
  return { ...found, outcome: "nearest", changes, alternatives: [], left: nearest.judgement.differing };
}

interface Search extends Judge {
  readonly circuit: Netlist;
  readonly letters: readonly string[];
  /** How much work it is to judge a circuit of this size. */
  readonly steps: number;
}

/** The words of truth tables that are computed or compared to judge a circuit, and its parts that are copied. */
function stepsOf(netlist: Netlist, { columns }: Wanted): number {
  const words = sum(columns.map(({ column }) => column.words.length));
  const size = netlist.gates.length + pinCount(netlist) + netlist.inputs.length + netlist.outputs.length;
  return size * columns[0]!.column.words.length + netlist.outputs.length * words;
}

function pinCount({ gates }: Netlist): number {
  return sum(gates.map(({ inputs }) => inputs.length));
}

interface Tried {
  readonly change: Change;
  readonly after: Netlist;
  readonly judgement: Judgement;
}

/** The first changes, cheapest first, with their results. */
function trySingle({ circuit, judge, letters, steps }: Search): Tried[] {
  return listChanges(circuit, letters)
    .slice(0, MOST_STEPS.single / steps)
    .map((change) => {
      const after = applyChange(circuit, change);
      return { change, after, judgement: judge(after) };
    });
}

/** The cheapest two changes that together make the circuit right, starting with the nearest single ones. */
function tryPairs(
  tried: readonly Tried[],
  { circuit, isRight, mayMend, letters, steps }: Search,
): readonly [Change, Change] | null {
  const firsts = tried
    .filter(({ change }) => costOf(change, circuit) <= PAIR_COST)
    .sort((a, b) => a.judgement.differing - b.judgement.differing);
  let best: { pair: readonly [Change, Change]; cost: number } | null = null;
  let left = MOST_STEPS.pairs / steps;
  for (const first of firsts) {
    const isOpen = (gate: number) => mayMend(first.after, gate);
    for (const change of listChanges(first.after, letters, { isOpen, most: PAIR_COST })) {
      const cost = costOf(first.change, circuit) + costOf(change, first.after);
      if (best !== null && cost >= best.cost) break;
      if (isAtShortenedGate(change, first.change)) continue;
      if (left-- <= 0) return best?.pair ?? null;
      if (isRight(applyChange(first.after, change))) best = { pair: [first.change, change], cost };
    }
  }
  return best?.pair ?? null;
}

/** After a pin was removed, the numbers of the gate's other pins have shifted. */
function isAtShortenedGate(change: Change, first: Change): boolean {
  if (first.kind !== "pin-removed") return false;
  const place = "at" in change ? change.at : change;
  return "pin" in place && place.gate === first.gate;
}

/** A change of the canonical netlist in the indexes of the given one; what was added since keeps its number. */
function toOwn(change: Change, { gates, nets, pins, inputs, outputs }: CanonicalNetlist): Change {
  const gateOf = (gate: number) => gates[gate] ?? gate;
  const netOf = (net: number) => nets[net] ?? net;
  const placeOf = ({ gate, pin }: { gate: number; pin: number }) => ({
    gate: gateOf(gate),
    pin: pins[gate]?.[pin] ?? pin,
  });
  switch (change.kind) {
    case "gate-class":
      return { ...change, gate: gateOf(change.gate) };
    case "pin-inversion":
    case "pin-removed":
    case "gate-removed":
      return { ...change, ...placeOf(change) };
    case "pin-source":
      return { ...change, ...placeOf(change), net: netOf(change.net) };
    case "pin-added":
      return { ...change, gate: gateOf(change.gate), net: netOf(change.net) };
    case "gate-added": {
      const at = "output" in change.at ? { output: outputs[change.at.output]! } : placeOf(change.at);
      return { ...change, at, net: netOf(change.net) };
    }
    case "input-inversion":
    case "input-name":
      return { ...change, input: inputs[change.input]! };
    case "inputs-swapped":
      return { ...change, inputs: [inputs[change.inputs[0]]!, inputs[change.inputs[1]]!] };
    case "output-source":
      return { ...change, output: outputs[change.output]!, net: netOf(change.net) };
    case "output-inversion":
      return { ...change, output: outputs[change.output]! };
  }
}
