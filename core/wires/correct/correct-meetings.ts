import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../geometry/distances.ts";
import type { Decision, Option } from "../decide/decision.ts";
import { allTogether, type Pairing, pairings } from "../decide/meetings.ts";
import { directionFromStart } from "../trace/directions.ts";
import { degreesOf } from "../trace/skeleton-graph.ts";
import type { TracedWires } from "../trace/trace-wires.ts";
import { POINTED } from "./nearest.ts";
import type { PageWireCorrection } from "./wire-correction.ts";

/** Meetings this much farther away than the nearest one, in gate sizes, belong to the same place. */
const ONE_PLACE = 0.25;
/** Lines that cross go on with at most this bend, of 2 for a sharp turn. */
const STRAIGHT = 0.3;

export interface CorrectedMeetings {
  readonly decisions: readonly Decision[];
  /** Where a person let lines cross. */
  readonly crossed: readonly PagePoint[];
  /** Indices of corrections that find no meeting. */
  readonly lost: readonly number[];
}

/** The decisions about meetings, replaced by a person's corrections where there are any. */
export function correctMeetings(
  traced: TracedWires,
  decisions: readonly Decision[],
  { corrections, unit }: { corrections: readonly PageWireCorrection[]; unit: number },
): CorrectedMeetings {
  let left = [...decisions];
  const crossed: PagePoint[] = [];
  const lost: number[] = [];
  corrections.forEach((correction, index) => {
    if (correction.kind !== "meeting") return;
    const option = meetingOption(traced, correction, unit);
    if (option === null) {
      lost.push(index);
      return;
    }
    const { at, radius } = option;
    left = left.filter((decision) => distanceBetween(decision.at, at) > radius);
    left.push({ at, options: [option.said] });
    if (correction.as === "crosses") crossed.push(at);
  });
  return { decisions: left, crossed, lost };
}

type Meeting = Extract<PageWireCorrection, { kind: "meeting" }>;

/** A person's correction of a place: its middle, how far it reaches, and its only reading. */
function meetingOption(
  traced: TracedWires,
  { at: place, as }: Meeting,
  unit: number,
): { at: PagePoint; radius: number; said: Option } | null {
  const degree = degreesOf(traced);
  const reach = POINTED * unit;
  const near = traced.nodes
    .map((node, index) => ({ node, index, distance: distanceBetween(node, place) }))
    .filter(({ index, distance }) => degree[index]! > 2 && distance <= reach)
    .sort((a, b) => a.distance - b.distance);
  const [first] = near;
  if (first === undefined) return as === "joins" ? touching(traced, place, unit) : null;
  const members = near.filter(({ node }) => distanceBetween(node, first.node) <= ONE_PLACE * unit);
  const directionReach = Math.max(0.12 * unit, 3 * traced.pen);
  const placeOf = (nodes: typeof members) => {
    const { within, leaving } = branchesOf(traced, new Set(nodes.map(({ index }) => index)), directionReach);
    const radius = 0.5 + Math.max(...nodes.map(({ node }) => distanceBetween(node, first.node)));
    return { at: first.node, radius, within, leaving, pairing: pairings(leaving)[0] };
  };
  const whole = placeOf(members);
  if (as === "joins") {
    const all = [...whole.leaving.map(({ edge }) => edge), ...whole.within];
    return { at: whole.at, radius: whole.radius, said: { cost: 0, links: allTogether(all), name: "joined" } };
  }
  // A corner next to the crossing is no part of it.
  const smaller = members.slice(1).map((_, left) => placeOf(members.slice(0, members.length - 1 - left)));
  const { at, radius, within, pairing } = [whole, ...smaller].find(crossesStraight) ?? whole;
  if (pairing === undefined) return null;
  const straight = pairing.pairs.map(([a, b]) => [a.edge, b.edge] as const);
  // A short line within the place belongs to one of the lines that cross there.
  const kept = within.map((edge) => [edge, straight[0]![0]] as const);
  const [odd] = pairing.left;
  const said = { cost: 0, links: [...straight, ...kept], name: "crossing" as const };
  return { at, radius, said: odd === undefined ? said : { ...said, loose: odd.edge, name: "cut" } };
}

function crossesStraight({ pairing }: { readonly pairing?: Pairing | undefined }): boolean {
  return pairing !== undefined && pairing.left.length === 0 && pairing.bend <= STRAIGHT;
}

/** Lines that come close without meeting are joined too. */
function touching(
  { edges }: TracedWires,
  place: PagePoint,
  unit: number,
): { at: PagePoint; radius: number; said: Option } | null {
  const near = edges.flatMap(({ points }, edge) => {
    const { distance } = nearestOnLine(points, place);
    return distance <= (POINTED / 2) * unit ? [edge] : [];
  });
  if (near.length < 2) return null;
  return { at: place, radius: (POINTED / 2) * unit, said: { cost: 0, links: allTogether(near), name: "joined" } };
}

/** The lines between nodes of one place, and those that leave it, with their directions. */
function branchesOf({ edges }: TracedWires, inside: ReadonlySet<number>, reach: number) {
  const within: number[] = [];
  const leaving: { edge: number; away: PagePoint }[] = [];
  edges.forEach(({ from, to, points }, edge) => {
    if (inside.has(from) && inside.has(to) && from !== to) {
      within.push(edge);
      return;
    }
    if (inside.has(from)) leaving.push({ edge, away: directionFromStart(points, reach) });
    if (inside.has(to)) leaving.push({ edge, away: directionFromStart([...points].reverse(), reach) });
  });
  return { within, leaving };
}
