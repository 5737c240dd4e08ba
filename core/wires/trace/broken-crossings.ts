import { distanceBetween } from "../../geometry/distances.ts";
import { branchesOf } from "./branches.ts";
import { cosine, unitVector } from "./directions.ts";
import type { GraphEdge, LineGraph } from "./skeleton-graph.ts";

/** Across a line from whose other side a line goes on, a line is continued over this many gate sizes. */
const MOST_GAP = 0.25;

/** How far a line may turn there, as a cosine, and how far it may run along the line that it crosses. */
const STRAIGHT = 0.85;
const ACROSS = 0.75;

/**
 * The lines, of which those that break off just before they cross another one are continued to it: pens skip there, and
 * people lift them. The place is a meeting of four lines then, and not a T with an end beside it. `unit` is the usual
 * gate size, `pen` the stroke width, in pixels.
 */
export function joinBrokenCrossings(graph: LineGraph, { unit, pen }: { unit: number; pen: number }): LineGraph {
  const { nodes, edges } = graph;
  const branches = branchesOf(graph, Math.max(0.15 * unit, 3 * pen));
  const tees = new Set([...nodes.keys()].filter((node) => branches[node]!.length === 3));

  /**
   * Takes the T on whose other side a line goes on that ends at the node `end` and begins at `start`; undefined if there is
   * none, or something else is at `end`, too.
   */
  function takeTee(end: number, start: number): number | undefined {
    const at = nodes[end]!;
    const [own, ...others] = branches[end]!;
    if (own === undefined || others.length > 0) return undefined;
    const heading = { x: -own.away.x, y: -own.away.y };
    const isCrossed = (tee: number) => {
      const gap = distanceBetween(nodes[tee]!, at);
      if (tee === start || gap > MOST_GAP * unit) return false;
      const [ahead, aside, behind] = branches[tee]!.map(({ away }) => cosine(away, heading)).sort((a, b) => b - a);
      const towards = unitVector({ x: nodes[tee]!.x - at.x, y: nodes[tee]!.y - at.y });
      const isAhead = gap < pen || cosine(towards, heading) > STRAIGHT;
      return isAhead && ahead! > STRAIGHT && aside! < ACROSS && behind! > -ACROSS;
    };
    const crossed = [...tees].filter(isCrossed);
    const [nearest] = crossed.sort((a, b) => distanceBetween(nodes[a]!, at) - distanceBetween(nodes[b]!, at));
    if (nearest !== undefined) tees.delete(nearest);
    return nearest;
  }

  const joined = edges.map(({ from, to, points }): GraphEdge => {
    const before = takeTee(from, to);
    const after = takeTee(to, from);
    const placeOf = (tee: number | undefined) => (tee === undefined ? [] : [nodes[tee]!]);
    return { from: before ?? from, to: after ?? to, points: [...placeOf(before), ...points, ...placeOf(after)] };
  });
  return { nodes, edges: joined };
}
