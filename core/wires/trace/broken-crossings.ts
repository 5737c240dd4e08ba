import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import { cosine, directionFromStart, unitVector } from "./directions.ts";
import { degreesOf, type GraphEdge, type LineGraph } from "./skeleton-graph.ts";

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
  const degree = degreesOf(graph);
  const reach = Math.max(0.15 * unit, 3 * pen);
  const leaving = nodes.map((): PagePoint[] => []);
  for (const { from, to, points } of edges) {
    leaving[from]!.push(directionFromStart(points, reach));
    leaving[to]!.push(directionFromStart([...points].reverse(), reach));
  }
  const tees = new Set([...nodes.keys()].filter((node) => degree[node] === 3));

  /** The T on whose other side the line goes on that ends at a node, and begins at `start`. */
  function beyond(end: number, start: number): number | undefined {
    const at = nodes[end]!;
    const [inwards] = leaving[end]!;
    const heading = { x: -inwards!.x, y: -inwards!.y };
    const isCrossed = (tee: number) => {
      const gap = distanceBetween(nodes[tee]!, at);
      if (tee === start || gap > MOST_GAP * unit) return false;
      const [ahead, aside, behind] = leaving[tee]!.map((away) => cosine(away, heading)).sort((a, b) => b - a);
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
    const before = degree[from] === 1 ? beyond(from, to) : undefined;
    const after = degree[to] === 1 ? beyond(to, from) : undefined;
    const whole = [before, after].map((node) => (node === undefined ? [] : [nodes[node]!]));
    return { from: before ?? from, to: after ?? to, points: [...whole[0]!, ...points, ...whole[1]!] };
  });
  return { nodes, edges: joined };
}
