import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import { cosine, unitVector } from "./directions.ts";
import { type LineEnd, lineEnds } from "./line-ends.ts";
import type { GraphEdge, LineGraph } from "./skeleton-graph.ts";

/** A line is continued over this many gate sizes to one that goes on there. */
const MOST_GAP = 0.25;

/** How far the one may be turned from the other, and both from the straight way between them, as a cosine. */
const STRAIGHT = 0.9;

/**
 * The lines, and one more over each gap between two ends that face each other, the straightest short gaps first: a pen that
 * skips, or a pencil on rough paper, leaves a line in pieces. A gap at a gate is left: what is on both sides of it are pins.
 * The same graph if there is no gap. `unit` is the usual gate size, `pen` the stroke width, in pixels.
 */
export function joinBrokenLines(
  graph: LineGraph,
  { unit, pen, isAtGate }: { unit: number; pen: number; isAtGate: (at: PagePoint) => boolean },
): LineGraph {
  const { nodes, edges } = graph;
  const reach = MOST_GAP * unit;
  const gaps = facing(lineEnds(graph, { unit, pen }), { reach, pen }).sort((a, b) => a.cost - b.cost);
  const taken = new Set<number>();
  const joints: GraphEdge[] = [];
  for (const { from, to } of gaps) {
    const [start, end] = [nodes[from]!, nodes[to]!];
    if (taken.has(from) || taken.has(to) || isAtGate({ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 })) continue;
    taken.add(from).add(to);
    joints.push({ from, to, points: [start, end] });
  }
  return joints.length === 0 ? graph : { nodes, edges: [...edges, ...joints] };
}

/** The pairs of nodes at most `reach` pixels apart whose lines go straight on into each other. */
function facing(
  ends: readonly LineEnd[],
  { reach, pen }: { reach: number; pen: number },
): { from: number; to: number; cost: number }[] {
  const pairs: { from: number; to: number; cost: number }[] = [];
  const sorted = [...ends].sort((a, b) => a.at.x - b.at.x);
  sorted.forEach((first, index) => {
    for (let k = index + 1; k < sorted.length; k++) {
      const second = sorted[k]!;
      if (second.at.x - first.at.x > reach) break;
      const gap = distanceBetween(first.at, second.at);
      if (gap > reach || first.edge === second.edge) continue;
      if (-cosine(first.heading, second.heading) < STRAIGHT) continue;
      const towards = unitVector({ x: second.at.x - first.at.x, y: second.at.y - first.at.y });
      // Ends a pen's width apart may be a little aside of each other.
      const ahead = gap < pen ? 1 : Math.min(cosine(towards, first.heading), -cosine(towards, second.heading));
      if (ahead >= STRAIGHT) pairs.push({ from: first.node, to: second.node, cost: gap * (2 - ahead) });
    }
  });
  return pairs;
}
