import { groupBy } from "../../basics/group-by.ts";
import { unionFind } from "../../basics/union-find.ts";
import { type DismissedPair, isDismissedIn } from "../dismissed-pairs.ts";
import { type LaidOutCircuit, mirrored } from "../layouts/laid-out-circuit.ts";
import { type LayoutShape, layoutShape } from "../layouts/layout-shape.ts";
import { byLikelihood, type CopyPair } from "./copy-pair.ts";
import { deviationKinds, deviations } from "./deviations.ts";
import { indexVectors } from "./nearest-vectors.ts";
import { looksCopied } from "./pair-words.ts";
import { isSameFile, sameFiles } from "./same-files.ts";
import { samePictureBits } from "./same-picture.ts";
import { UsualDeviations } from "./usual-deviations.ts";

/** Drawings connected by pairs, two or more, in the input order. */
export interface CopyGroup {
  readonly ids: readonly string[];
  /** The value of the least likely pair. */
  readonly bits: number;
}

export interface FoundCopies {
  /** One file first, then the least likely. */
  readonly pairs: readonly CopyPair[];
  /** Connected by the pairs that look copied; see `looksCopied`. */
  readonly groups: readonly CopyGroup[];
  /** How many drawings were compared; those without gates were not. */
  readonly compared: number;
  readonly notCompared: readonly string[];
}

export interface CopySearch {
  /** Drawings of earlier terms: new ones are compared with them, but they are not compared with each other. */
  readonly earlier?: readonly LaidOutCircuit[];
  /** Pairs are returned if chance would give at most this many among all; see `CopyPair.expected`. */
  readonly chance?: number;
  /** Pairs that are not returned. */
  readonly dismissed?: readonly DismissedPair[];
}

/** The expected number of false pairs shown in a class, by the estimate of `UsualDeviations`. */
export const USUAL_CHANCE = 0.2;

/** Bits per nat: evidence is a natural logarithm. */
const BITS = 1 / Math.LN2;
/** How often a copy is read as another structure than its original. */
const OTHER_STRUCTURE = 0.1;
/** How often a copy is mirrored. */
const MIRRORED = 0.1;
/** How many layouts each drawing is compared with to learn how independent ones deviate from it. */
const SAMPLE = 200;
/** Places no farther apart than this, in units of a usual gate, coincide or are next to each other. */
const NEAR = 0.3;
/** Drawings with a smaller share of such places are not copies. */
const LEAST_ALIKE = 0.5;
/** How many of the nearest layouts are compared in detail. */
const CANDIDATES = 16;
/** The root of the mean square difference of two layouts' signatures beyond which neither is a copy of the other. */
const WITHIN = 0.2;

interface Known {
  readonly circuit: LaidOutCircuit;
  readonly shape: LayoutShape;
  /** That of the drawing mirrored top to bottom. */
  readonly mirrored: LayoutShape;
  readonly isEarlier: boolean;
}

/**
 * Finds drawings that are copies of each other, and not just the same correct answer: layouts that are more alike than
 * independent ones of that class. How independent layouts deviate is learned from the class itself, drawing by drawing.
 * So the layout that everybody draws counts little and a rare one much, and a structure that two of many drawings share
 * counts as much as it is rare; a picture that was handed in twice counts whatever the class draws, and a file that was
 * handed in twice whatever it shows. Compared are gates, named wire ends, corners and branches of wires, and sizes of
 * gates.
 *
 * All drawings must answer the same question. Position and size do not matter, nor the jitter of a tracing hand, nor a
 * few swapped gates, nor whether one is mirrored top to bottom. A layout is looked up among its nearest ones in a k-d tree
 * of signatures, so that the time grows about linearly with the number of drawings.
 *
 * @example
 * findCopies([one, other]).pairs[0]; // { ids: ["20230004", "20230017"], likeness: 1, … }
 */
export function findCopies(drawings: readonly LaidOutCircuit[], search: CopySearch = {}): FoundCopies {
  const { earlier = [], chance = USUAL_CHANCE, dismissed = [] } = search;
  const isDismissed = isDismissedIn(dismissed);
  const known = [...knownOf(drawings, false), ...knownOf(earlier, true)];
  const fresh = known.filter(({ isEarlier }) => !isEarlier).length;
  const all = Math.max(1, (fresh * (fresh - 1)) / 2 + fresh * (known.length - fresh));
  const sharing = groupBy(known.keys(), (index) => known[index]!.circuit.structure);
  const same = sameFiles(drawings, { earlier, all }).filter(({ ids: [a, b] }) => !isDismissed(a, b));
  const alike = (["shape", "mirrored"] as const).flatMap((seen) => {
    return comparedWith(known, { seen, sharing }).flatMap(({ a, b, likeness, evidence, picture }): CopyPair[] => {
      const [one, other] = [known[a]!, known[b]!];
      const isShared = one.circuit.structure === other.circuit.structure;
      const common = isShared ? sharing.get(one.circuit.structure)!.length : 0;
      const before = (isShared ? known.length / common : OTHER_STRUCTURE) * (seen === "mirrored" ? MIRRORED : 1);
      const bits = Math.max(BITS * evidence, picture) + Math.log2(before);
      const expected = all * 2 ** -bits;
      const ids = [one.circuit.id, other.circuit.id] as const;
      if (expected > chance || isDismissed(...ids) || isSameFile(one.circuit, other.circuit)) return [];
      return [{ ids, likeness, bits, expected, sharing: common, identical: false, mirrored: seen === "mirrored" }];
    });
  });
  const pairs = withoutSecond([...same, ...alike].sort(byLikelihood));
  const ids = new Set(known.map(({ circuit }) => circuit.id));
  return {
    pairs,
    groups: groupPairs(pairs.filter(looksCopied), [...drawings, ...earlier]),
    compared: known.length,
    notCompared: [...drawings, ...earlier].map(({ id }) => id).filter((id) => !ids.has(id)),
  };
}

function knownOf(circuits: readonly LaidOutCircuit[], isEarlier: boolean): Known[] {
  return circuits.flatMap((circuit) => {
    const shape = layoutShape(circuit);
    return shape === null ? [] : [{ circuit, shape, mirrored: layoutShape(mirrored(circuit))!, isEarlier }];
  });
}

/** How the second drawing of a pair is seen. */
type Seen = "shape" | "mirrored";

/** Of two pairs of the same drawings, as of layouts that are like their own mirror image, the first. */
function withoutSecond(pairs: readonly CopyPair[]): CopyPair[] {
  const known = new Set<string>();
  return pairs.filter(({ ids }) => {
    const name = [...ids].sort().join(" ");
    return !known.has(name) && known.add(name);
  });
}

/** Pairs of similar layouts by different authors, at least one of them new, each once. */
function candidatePairs(known: readonly Known[], seen: Seen): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  for (const members of blocksOf(known)) {
    const index = indexVectors(members.map((member) => known[member]![seen].signature));
    members.forEach((one, place) => {
      if (known[one]!.isEarlier) return;
      const wanted = known[one]!.shape.signature;
      for (const near of index.nearest(place, { count: CANDIDATES, within: WITHIN, wanted })) {
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
  return [...groupBy(known.keys(), (index) => known[index]!.shape.block).values()];
}

/** Two drawings that are compared with each other. */
interface ComparedPair {
  readonly a: number;
  readonly b: number;
  /** See `CopyPair.likeness`. */
  readonly likeness: number;
  /** The mean of the evidence that each of the two is a copy of the other. */
  evidence: number;
  /** See `samePictureBits`. */
  readonly picture: number;
}

/** Compares both drawings of each pair with each other, and with what is usual in the class. */
function comparedWith(
  known: readonly Known[],
  { seen, sharing }: { readonly seen: Seen; readonly sharing: ReadonlyMap<string, readonly number[]> },
): ComparedPair[] {
  const compared: ComparedPair[] = [];
  const byDrawing = new Map<number, { other: number; own: Float64Array; result: ComparedPair }[]>();
  for (const [a, b] of candidatePairs(known, seen)) {
    const [one, other] = [known[a]!.shape, known[b]!.shape];
    const [ofA, ofB] = [deviations(one, known[b]![seen]), deviations(other, known[a]![seen])];
    const [nearA, nearB] = [nearPlaces(ofA, one), nearPlaces(ofB, other)];
    const likeness = (nearA.near + nearB.near) / (nearA.places + nearB.places);
    if (likeness < LEAST_ALIKE) continue;
    const result: ComparedPair = { a, b, likeness, evidence: 0, picture: samePictureBits(ofA, ofB) };
    compared.push(result);
    byDrawing.set(a, [...(byDrawing.get(a) ?? []), { other: b, own: ofA, result }]);
    byDrawing.set(b, [...(byDrawing.get(b) ?? []), { other: a, own: ofB, result }]);
  }
  // A drawing's class is discarded once its pairs are done: those of thousands would not fit into memory.
  for (const [one, partners] of byDrawing) {
    const { circuit, shape } = known[one]!;
    const peers = peersOf(known, { one, sharing: sharing.get(circuit.structure)! });
    const others = new Map(peers.map((peer) => [peer, deviations(shape, known[peer]![seen])]));
    const usual = new UsualDeviations(deviationKinds(shape), [...others.values()]);
    for (const { other, own, result } of partners) result.evidence += usual.evidence(others.get(other) ?? own) / 2;
  }
  return compared;
}

/**
 * How many gates, named wire ends and corners there are, and how many of them coincide with the other drawing's or are
 * next to them.
 */
function nearPlaces(own: Float64Array, { gates, ends, corners }: LayoutShape): { places: number; near: number } {
  const places = gates.xs.length + ends.xs.length + corners.xs.length;
  let near = 0;
  for (let place = 0; place < places; place++) {
    if (Math.hypot(own[2 * place]!, own[2 * place + 1]!) < NEAR) near++;
  }
  return { places, near };
}

/** Some other drawings with the same structure, by other authors. */
function peersOf(
  known: readonly Known[],
  { one, sharing }: { one: number; sharing: readonly number[] },
): readonly number[] {
  const place = sharing.indexOf(one);
  return spread(sharing.length - 1, place)
    .map((peer) => sharing[(place + 1 + peer) % sharing.length]!)
    .filter((peer) => !isSameAuthor(known[one]!, known[peer]!));
}

/**
 * At most `SAMPLE` of the numbers below `count`, evenly spaced, different ones for each `offset`, and always the same.
 */
function spread(count: number, offset: number): number[] {
  const step = Math.max(1, count / SAMPLE);
  return Array.from({ length: Math.min(count, SAMPLE) }, (_, k) => Math.floor((k * step + offset) % count));
}

function isSameAuthor(a: Known, b: Known): boolean {
  return a.circuit.author !== null && a.circuit.author === b.circuit.author;
}

/** The pairs come in their order. */
function groupPairs(pairs: readonly CopyPair[], order: readonly LaidOutCircuit[]): CopyGroup[] {
  const ids = order.map(({ id }) => id);
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const drawings = unionFind(ids.length);
  for (const pair of pairs) drawings.join(indexOf.get(pair.ids[0])!, indexOf.get(pair.ids[1])!);
  const groupOf = (id: string) => drawings.find(indexOf.get(id)!);
  const paired = new Set(pairs.flatMap((pair) => pair.ids));
  const pairsOf = groupBy(pairs, (pair) => groupOf(pair.ids[0]));
  return [
    ...groupBy(
      ids.filter((id) => paired.has(id)),
      groupOf,
    ),
  ]
    .map(([group, own]) => ({ ids: own, bits: pairsOf.get(group)![0]!.bits }))
    .sort((a, b) => b.bits - a.bits);
}
