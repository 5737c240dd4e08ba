import { Commonness, Habits, isNear } from "./commonness.ts";
import type { LaidOutCircuit } from "./laid-out-circuit.ts";
import { layUpon } from "./lay-upon.ts";
import { type LayoutShape, layoutShape } from "./layout-shape.ts";
import { indexVectors } from "./nearest-vectors.ts";

/** Two drawings that are nearer to each other than chance would have it. */
export interface CopyPair {
  readonly ids: readonly [string, string];
  /** 0 … 1: the share of the gates, named wire ends and corners of the wires that lie on or beside each other. */
  readonly likeness: number;
  /** How unlikely such nearness is between independent drawings, in bits: 10 is one in a thousand, 20 one in a million. */
  readonly bits: number;
  /** How many pairs as near as this one chance alone would give in all that was compared. */
  readonly expected: number;
  /** How many of the drawings have the same structure as both; 0 where the two differ in it. */
  readonly sharing: number;
}

/** Drawings that hang together by pairs, two or more, in the order in which they were given. */
export interface CopyGroup {
  readonly ids: readonly string[];
  /** Of the least likely pair. */
  readonly bits: number;
}

export interface FoundCopies {
  /** The least likely first. */
  readonly pairs: readonly CopyPair[];
  readonly groups: readonly CopyGroup[];
  /** How many drawings were compared; those without gates were not. */
  readonly compared: number;
  readonly notCompared: readonly string[];
}

export interface CopySearch {
  /** Drawings of earlier terms: new ones are held against them, they are not held against each other. */
  readonly earlier?: readonly LaidOutCircuit[];
  /** Pairs are given of which chance would give at most this many among all; see `CopyPair.expected`. */
  readonly chance?: number;
}

/** So many pairs that are none are shown in a class, by the estimate that `BITS` tells of. */
export const USUAL_CHANCE = 0.2;

/**
 * What a natural logarithm of evidence is worth in bits. Places of a drawing hang together (a column that stands
 * farther right takes its wires with it), so that their evidence counts half: among generated independent drawings of
 * five questions about one pair in exp(s / 2) has an evidence above s.
 */
const BITS = 0.5 / Math.LN2;
/** Layouts each drawing is held against to learn how near independent ones come. */
const SAMPLE = 20;
/** The nearest layouts that are looked at closely. */
const CANDIDATES = 16;
/** Root of the mean square difference of two layouts' signatures, beyond which neither is a copy of the other. */
const WITHIN = 0.2;

interface Known {
  readonly circuit: LaidOutCircuit;
  readonly shape: LayoutShape;
  readonly isEarlier: boolean;
}

/**
 * Finds drawings that are copies of each other rather than the same right answer: layouts that come nearer than
 * independent ones of that class do. How near those come is learned from the class itself, drawing by drawing, so that
 * the layout that everybody draws counts little and a rare one much, and a structure that two of many drawings share
 * counts as much as it is rare.
 *
 * All drawings must answer the same question. Position and size do not matter, nor the jitter of a tracing hand, nor a
 * few gates that change places. A layout is looked up among its nearest ones in a k-d tree of signatures, so that the
 * time grows about linearly with the number of drawings.
 *
 * @example
 * findCopies(drawings).pairs[0]; // { ids: ["20230004", "20230017"], likeness: 0.94, bits: 24.1, expected: 0.001, … }
 */
export function findCopies(drawings: readonly LaidOutCircuit[], search: CopySearch = {}): FoundCopies {
  const { earlier = [], chance = USUAL_CHANCE } = search;
  const known = [...knownOf(drawings, false), ...knownOf(earlier, true)];
  const fresh = known.filter(({ isEarlier }) => !isEarlier).length;
  const all = Math.max(1, (fresh * (fresh - 1)) / 2 + fresh * (known.length - fresh));
  const { places, habits, held } = learnPlaces(known);
  const sharing = indexesBy(known.map(({ circuit }) => circuit.structure));
  const found = candidatePairs(known).flatMap(([a, b]): CopyPair[] => {
    const [one, other] = [known[a]!, known[b]!];
    const gaps = layUpon(one.shape, other.shape);
    // How common a place is, the other one of the pair has no say in.
    const times = held.get(`${a},${b}`) ?? 0;
    places[a]!.add(gaps.a, -times);
    places[b]!.add(gaps.b, -times);
    const evidence = (places[a]!.evidence(gaps.a, habits) + places[b]!.evidence(gaps.b, habits)) / 2;
    places[a]!.add(gaps.a, times);
    places[b]!.add(gaps.b, times);
    const isShared = one.circuit.structure === other.circuit.structure;
    const common = isShared ? sharing.get(one.circuit.structure)!.length : 0;
    const bits = BITS * evidence + (isShared ? Math.log2(known.length / common) : 0);
    const expected = all * 2 ** -bits;
    if (expected > chance) return [];
    const ids = [one.circuit.id, other.circuit.id] as const;
    return [{ ids, likeness: nearShare([...gaps.a, ...gaps.b]), bits, expected, sharing: common }];
  });
  const ids = new Set(known.map(({ circuit }) => circuit.id));
  return {
    pairs: found.sort((p, q) => q.bits - p.bits),
    groups: groupPairs(found, [...drawings, ...earlier]),
    compared: known.length,
    notCompared: [...drawings, ...earlier].map(({ id }) => id).filter((id) => !ids.has(id)),
  };
}

function knownOf(circuits: readonly LaidOutCircuit[], isEarlier: boolean): Known[] {
  return circuits.flatMap((circuit) => {
    const shape = layoutShape(circuit);
    return shape === null ? [] : [{ circuit, shape, isEarlier }];
  });
}

/** Pairs of near layouts by different authors, at least one of them new, each once. */
function candidatePairs(known: readonly Known[]): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  for (const members of blocksOf(known)) {
    const index = indexVectors(members.map((member) => known[member]!.shape.signature));
    members.forEach((one, place) => {
      if (known[one]!.isEarlier) return;
      for (const near of index.nearest(place, { count: CANDIDATES, within: WITHIN })) {
        const other = members[near]!;
        if (isSameAuthor(known[one]!, known[other]!)) continue;
        const pair: [number, number] = one < other ? [one, other] : [other, one];
        pairs.set(pair.join(), pair);
      }
    });
  }
  return [...pairs.values()];
}

function blocksOf(known: readonly Known[]): number[][] {
  return [...indexesBy(known.map(({ shape }) => shape.block)).values()];
}

interface Learned {
  /** How common the places of each drawing are. */
  readonly places: readonly Commonness[];
  readonly habits: Habits;
  /** How often two drawings were held against each other, by their indexes, the lower one first. */
  readonly held: ReadonlyMap<string, number>;
}

/** Holds each drawing against some others of its structure. */
function learnPlaces(known: readonly Known[]): Learned {
  const places = known.map(({ shape }) => new Commonness(shape));
  const held = new Map<string, number>();
  for (const peers of indexesBy(known.map(({ circuit }) => circuit.structure)).values()) {
    peers.forEach((one, place) => {
      for (const peer of spread(peers.length - 1, place)) {
        const other = peers[(place + 1 + peer) % peers.length]!;
        if (isSameAuthor(known[one]!, known[other]!)) continue;
        const [a, b] = one < other ? [one, other] : [other, one];
        const gaps = layUpon(known[a]!.shape, known[b]!.shape);
        places[a]!.add(gaps.a);
        places[b]!.add(gaps.b);
        held.set(`${a},${b}`, (held.get(`${a},${b}`) ?? 0) + 1);
      }
    });
  }
  const habits = new Habits();
  for (const own of places) own.addTo(habits);
  return { places, habits, held };
}

/** At most `SAMPLE` of the numbers below `count`, evenly spaced, other ones for each `offset`: the same every time. */
function spread(count: number, offset: number): number[] {
  const step = Math.max(1, count / SAMPLE);
  return Array.from({ length: Math.min(count, SAMPLE) }, (_, k) => Math.floor((k * step + offset) % count));
}

function isSameAuthor(a: Known, b: Known): boolean {
  return a.circuit.author !== null && a.circuit.author === b.circuit.author;
}

/** For each key, where it stands in the list. */
function indexesBy(keys: readonly string[]): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  keys.forEach((key, index) => {
    const own = indexes.get(key);
    if (own) own.push(index);
    else indexes.set(key, [index]);
  });
  return indexes;
}

function groupPairs(pairs: readonly CopyPair[], order: readonly LaidOutCircuit[]): CopyGroup[] {
  const leaders = new Map<string, string>();
  const find = (id: string): string => {
    let leader = id;
    while (leaders.has(leader) && leaders.get(leader) !== leader) leader = leaders.get(leader)!;
    return leader;
  };
  for (const { ids } of pairs) leaders.set(find(ids[0]), find(ids[1]));
  const groups = new Map<string, { ids: string[]; bits: number }>();
  const paired = new Set(pairs.flatMap(({ ids }) => ids));
  for (const { id } of order) {
    if (!paired.has(id)) continue;
    const group = groups.get(find(id)) ?? { ids: [], bits: 0 };
    group.ids.push(id);
    groups.set(find(id), group);
  }
  for (const { ids, bits } of pairs) {
    const group = groups.get(find(ids[0]))!;
    group.bits = Math.max(group.bits, bits);
  }
  return [...groups.values()].sort((a, b) => b.bits - a.bits);
}

function nearShare(gaps: readonly number[]): number {
  return gaps.filter(isNear).length / Math.max(1, gaps.length);
}
