import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../geometry/distances.ts";
import type { LineGraph } from "../trace/skeleton-graph.ts";
import type { WireEnd } from "../wire-ends.ts";

/** A place that a person pointed at belongs to a wire within this many gate sizes. */
export const POINTED = 0.6;

/** How far a wire may be from a place that means it, in gate sizes. */
interface Reach {
  readonly within: number;
  /** An end is preferred to a line unless the line is nearer by more than this. */
  readonly endFirst: number;
}

/** What a person points at. */
const POINTING: Reach = { within: POINTED, endFirst: 0.3 };
/** What a drawn wire ends on. */
export const TOUCHING: Reach = { within: 0.15, endFirst: 0.07 };

/** A place this near to a line, in gate sizes, is on it: then the ends of other lines are not meant. */
const ON_LINE = 0.05;

/** What a person pointed at: the end of a line, or some place on it. */
export interface Pointed {
  readonly edge: number;
  /** Index of the end; -1 for a place on the line. */
  readonly end: number;
  readonly at: PagePoint;
}

/** The line nearest to a place, at most `reach` pixels away and not one of `without`. */
export function nearestLine(
  { edges }: Pick<LineGraph, "edges">,
  place: PagePoint,
  { reach, without = [] }: { reach: number; without?: readonly number[] },
): { edge: number; at: PagePoint; distance: number } | null {
  let best: { edge: number; at: PagePoint; distance: number } | null = null;
  edges.forEach(({ points }, edge) => {
    if (without.includes(edge)) return;
    const { at, distance } = nearestOnLine(points, place);
    if (distance <= (best?.distance ?? reach)) best = { edge, at, distance };
  });
  return best;
}

interface PointedPlace {
  readonly place: PagePoint;
  readonly unit: number;
  readonly reach?: Reach;
  /** Lines that are not meant. */
  readonly without?: readonly number[];
}

/**
 * What a person means by a place: the line that it is on, or its end; a wire's end near it, otherwise the nearest line;
 * null if neither is in reach.
 */
export function pointedAt(
  graph: Pick<LineGraph, "edges">,
  ends: readonly WireEnd[],
  { place, unit, reach: { within, endFirst } = POINTING, without = [] }: PointedPlace,
): Pointed | null {
  const reach = within * unit;
  const line = nearestLine(graph, place, { reach, without });
  if (line === null) return null;
  const isOn = line.distance <= ON_LINE * unit;
  const limit = Math.min(reach, line.distance + endFirst * unit);
  let found: Pointed | null = null;
  let least = limit;
  ends.forEach(({ edge, at }, end) => {
    const distance = distanceBetween(at, place);
    if (without.includes(edge) || distance > least || (isOn && edge !== line.edge)) return;
    least = distance;
    found = { edge, end, at };
  });
  return found ?? { edge: line.edge, end: -1, at: line.at };
}
