import type { WireTip } from "../../gates/pin-costs.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import type { Marks } from "../../marks/marks.ts";
import { type Branch, branchesOf } from "../trace/branches.ts";
import { cosine, directionFromStart } from "../trace/directions.ts";
import { type GraphEdge, lengthOf } from "../trace/skeleton-graph.ts";
import type { TracedWires } from "../trace/trace-wires.ts";
import { inkRadius } from "../trace/wire-ink.ts";
import type { Decision, Option } from "./decision.ts";
import { evidenceAt, PERSONS_WORD } from "./evidence.ts";

/** A hop over a line bends on that line. This many gate sizes behind it, it goes straight on. */
const BEHIND_HOP = 0.4;

/** What it costs that a line ends at a gate's input just behind a line that it crosses. */
const CROSSED_AT_PIN = 0.9;

export interface MeetingSettings {
  /** Usual gate size in pixels. */
  readonly unit: number;
  /** The gate inputs, as options, to which a line may lead that ends at `at` in the direction `heading`. */
  readonly inputsAt: (tip: WireTip) => readonly Option[];
  /**
   * How much says that a text that names no other end is behind a place, on the side from which a line that leaves along
   * `away` comes: 0 without one.
   */
  readonly nameBehind: (at: PagePoint, away: PagePoint) => number;
}

/**
 * The places where lines meet, each with its readings. Three lines connect (a T) unless a crossing mark says otherwise.
 * Four lines in two straight pairs cross unless a dot, a junction mark or a bend says that they connect. Two T's close
 * together may also be a slanted crossing.
 */
export function meetings(wires: TracedWires, marks: Marks, settings: MeetingSettings): Decision[] {
  const { unit } = settings;
  const reach = Math.max(0.12 * unit, 3 * wires.pen);
  const branches = branchesOf(wires, reach);
  const decisions: Decision[] = [];
  const paired = new Set<number>();
  for (const { first, second, edge } of closePairs(wires, branches, 0.7 * unit)) {
    if (paired.has(first) || paired.has(second)) continue;
    const decision = slantedCrossing(wires, marks, { first, second, edge, branches, unit });
    if (decision === undefined) continue;
    paired.add(first).add(second);
    decisions.push(decision);
  }
  wires.nodes.forEach((node, index) => {
    const here = branches[index]!;
    if (here.length < 2 || paired.has(index)) return;
    const options = readings(wires, marks, { at: node, here, settings }).sort((a, b) => a.cost - b.cost);
    const stem = here.length === 3 ? straightPairs(here).left[0] : undefined;
    decisions.push(stem === undefined ? { at: node, options } : { at: node, options, edge: stem.edge });
  });
  return decisions;
}

interface Meeting {
  readonly at: PagePoint;
  readonly here: readonly Branch[];
  readonly settings: MeetingSettings;
}

function readings(wires: TracedWires, marks: Marks, { at, here, settings }: Meeting): Option[] {
  const { unit } = settings;
  const all = allTogether(here.map((branch) => branch.edge));
  if (here.length === 2) return [{ cost: 0, links: all, name: "joined" }];
  const junction = evidenceAt(marks, at, { kind: "junction", reach: 0.2 * unit });
  const crossing = evidenceAt(marks, at, { kind: "crossing", reach: 0.2 * unit });
  if (here.length === 3) {
    const { pairs, left, bend } = straightPairs(here);
    const [stem] = left;
    const end = evidenceAt(marks, at, { kind: "end", reach: 0.15 * unit });
    const named = stem === undefined ? 0 : settings.nameBehind(at, stem.away);
    // Costs more than an open input, so that no stem is cut off only to gain another input.
    const cut = 3.3 + 2 * junction - 1.2 * crossing - end - 1.3 * named + bend;
    const links = pairs.map(([a, b]) => [a.edge, b.edge] as const);
    const spoken = 2 * Math.max(0, crossing - PERSONS_WORD);
    const options: Option[] = [{ cost: 1.5 * named + spoken, links: all, name: "joined" }];
    if (stem === undefined) return options;
    options.push({ cost: Math.max(0, cut), links, loose: stem.edge, name: "cut" });
    // A line that crosses another one right before its gate looks like a T.
    const heading = { x: -stem.away.x, y: -stem.away.y };
    for (const { cost, pin } of settings.inputsAt({ at, heading })) {
      const through = CROSSED_AT_PIN + cost + 2 * junction - 0.8 * crossing + 2 * bend;
      if (pin !== undefined) options.push({ cost: Math.max(0.1, through), links, pin, name: "pin" });
    }
    return options;
  }
  const dot = dotness(wires, at);
  const joined = Math.max(0, 1.8 - 1.8 * Math.min(1, dot)) + 2.5 * crossing;
  const options: Option[] = [{ cost: joined, links: all, name: "joined" }];
  for (const { pairs, left, bend } of pairings(here)) {
    const straight = pairs.map(([a, b]) => [a.edge, b.edge] as const);
    const [odd] = left;
    const least = Math.min(
      bend,
      bendOf(pairs, ({ edge }) => directionFrom(at, wires.edges[edge]!, BEHIND_HOP * unit)),
    );
    // The dot may be of the line that is left over.
    const spoken = (1.5 * dot + 3 * junction) / (odd === undefined ? 1 : 3);
    const cost = spoken + 3 * Math.max(0, least - 0.15);
    if (odd === undefined) options.push({ cost, links: straight, name: "crossing" });
    // A line that is left over ends on one of the others: a T on a crossing.
    else
      for (const [on] of straight)
        options.push({ cost: cost + 1, links: [...straight, [odd.edge, on]], name: "crossing" });
  }
  return options;
}

/** The direction in which a line leaves the end that is at `at`, as seen from `reach` pixels away. */
function directionFrom(at: PagePoint, { points }: GraphEdge, reach: number): PagePoint {
  const isFirst = distanceBetween(points[0]!, at) <= distanceBetween(points.at(-1)!, at);
  return directionFromStart(isFirst ? points : [...points].reverse(), reach);
}

/** 0 for lines that only cross, 1 and more for a dot, by the largest disc of ink there. */
function dotness(wires: TracedWires, at: PagePoint): number {
  const { pen } = wires;
  const radius = inkRadius(wires.ink, at, { reach: Math.ceil(pen), limit: Math.min(4 * pen, 16) });
  return Math.min(2, Math.max(0, (radius / (pen / 2) - 1.6) / 0.7));
}

export interface Pairing {
  readonly pairs: readonly (readonly [Branch, Branch])[];
  readonly left: readonly Branch[];
  /** 0 where both lines of every pair go straight on; 2 is a sharp turn. */
  readonly bend: number;
}

function straightPairs(here: readonly Branch[]): Pairing {
  return pairings(here)[0]!;
}

/** The ways to pair branches, the straightest first, at most four; of an odd number one branch is left over. */
export function pairings(here: readonly Branch[]): Pairing[] {
  const [first, ...rest] = here;
  const found: Pairing[] = [];
  const grow = (open: readonly Branch[], pairs: readonly (readonly [Branch, Branch])[], left: readonly Branch[]) => {
    const [next, ...others] = open;
    if (next === undefined) {
      found.push({ pairs, left, bend: bendOf(pairs, ({ away }) => away) });
      return;
    }
    others.forEach((other, index) => {
      grow(others.toSpliced(index, 1), [...pairs, [next, other]], left);
    });
    if (here.length % 2 === 1 && left.length === 0) grow(others, pairs, [next]);
  };
  if (first === undefined) return found;
  grow(rest.length > 5 ? here.slice(0, 6) : here, [], []);
  return found.sort((a, b) => a.bend - b.bend).slice(0, 4);
}

function bendOf(pairs: Pairing["pairs"], directionOf: (branch: Branch) => PagePoint): number {
  return Math.max(0, ...pairs.map(([a, b]) => 1 + cosine(directionOf(a), directionOf(b))));
}

function closePairs(
  wires: TracedWires,
  branches: readonly (readonly Branch[])[],
  limit: number,
): { first: number; second: number; edge: number }[] {
  return wires.edges
    .map(({ from, to, points }, edge) => ({ first: from, second: to, edge, length: lengthOf(points) }))
    .filter(({ first, second, length }) => {
      return first !== second && length < limit && branches[first]!.length === 3 && branches[second]!.length === 3;
    })
    .sort((a, b) => a.length - b.length);
}

/** Two T's that share a short line, read as connected or as two lines that cross at a flat angle along it. */
function slantedCrossing(
  wires: TracedWires,
  marks: Marks,
  {
    first,
    second,
    edge,
    branches,
    unit,
  }: { first: number; second: number; edge: number; branches: readonly (readonly Branch[])[]; unit: number },
): Decision | undefined {
  const here = branches[first]!.filter((branch) => branch.edge !== edge);
  const there = branches[second]!.filter((branch) => branch.edge !== edge);
  const [a, b] = here;
  const [c, d] = there;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  const p = wires.nodes[first]!;
  const q = wires.nodes[second]!;
  const at = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  const ways = [
    [a, c, b, d],
    [a, d, b, c],
  ] as const;
  const bends = ways.map(([k, l, m, n]) => Math.max(1 + cosine(k.away, l.away), 1 + cosine(m.away, n.away)));
  const way = bends[0]! < bends[1]! ? ways[0] : ways[1];
  const bend = Math.min(...bends);
  if (bend > 0.5) return undefined;
  const shared = lengthOf(wires.edges[edge]!.points) / unit;
  const junction = evidenceAt(marks, at, { kind: "junction", reach: 0.2 * unit });
  const crossing = evidenceAt(marks, at, { kind: "crossing", reach: 0.2 * unit });
  const dot = Math.max(dotness(wires, p), dotness(wires, q));
  const [k, l, m, n] = way;
  const options: Option[] = [
    {
      cost: Math.max(0, 0.8 - 6 * shared) + 2.5 * crossing,
      links: allTogether([k, l, m, n, { edge }].map((b) => b.edge)),
      name: "joined",
    },
    {
      cost: 2.5 * shared + 2 * bend + dot + 3 * junction,
      links: [
        [k.edge, l.edge],
        [m.edge, n.edge],
        [edge, k.edge],
      ],
      name: "crossing",
    },
  ];
  return { at, options: options.sort((x, y) => x.cost - y.cost) };
}

/** The links that connect all of some lines. */
export function allTogether(edges: readonly number[]): (readonly [number, number])[] {
  return edges.slice(1).map((edge) => [edges[0]!, edge] as const);
}
