import type { Gates } from "../../gates/read-gates.ts";
import { boxAround, isInside, middleOf } from "../../geometry/boxes.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { areaIn } from "../../geometry/quads.ts";
import { directionFromStart } from "./directions.ts";
import type { GraphEdge, LineGraph } from "./skeleton-graph.ts";

/** A frame is nowhere farther from its box than this share of the box's width or height. */
const RIM = 0.12;
/** It surrounds at least this share of its box: an ellipse surrounds 0.79. */
const LEAST_AREA = 0.6;

/** A line in one of its directions: line `k` is way `2 * k` from its first point, way `2 * k + 1` from its last. */
type Way = number;

/**
 * The lines without a frame: a box or ring around all gates, which wires may cross or end at. It is the outline of
 * connected lines; wires that make a circuit end at its gates and form no such ring.
 */
export function withoutFrame(graph: LineGraph, { gates, pen }: { gates: Gates; pen: number }): LineGraph {
  const middles = gates.bodies.map(({ box }) => middleOf(box));
  if (middles.length === 0) return graph;
  for (const outline of outlines(graph, 4 * pen)) {
    const points = outline.flatMap((way) => pointsOf(graph.edges, way));
    const box = boxAround(points);
    const [rimX, rimY] = [RIM * box.width, RIM * box.height];
    const inner = { x: box.x + rimX, y: box.y + rimY, width: box.width - 2 * rimX, height: box.height - 2 * rimY };
    if (!middles.every((middle) => isInside(box, middle)) || points.some((point) => isInside(inner, point))) continue;
    if (areaIn(points) < LEAST_AREA * box.width * box.height) continue;
    const frame = new Set(outline.map((way) => way >> 1));
    return { nodes: graph.nodes, edges: graph.edges.filter((_, edge) => !frame.has(edge)) };
  }
  return graph;
}

/** The outlines of connected lines, without the lines that lead to the outside only. */
function outlines({ nodes, edges }: LineGraph, reach: number): Way[][] {
  const leaving: { way: Way; angle: number }[][] = nodes.map(() => []);
  edges.forEach(({ from, to }, edge) => {
    for (const [node, way] of [
      [from, 2 * edge],
      [to, 2 * edge + 1],
    ] as const) {
      const { x, y } = directionFromStart(pointsOf(edges, way), reach);
      leaving[node]!.push({ way, angle: Math.atan2(y, x) });
    }
  });
  const next = new Int32Array(2 * edges.length);
  for (const ways of leaving) {
    ways.sort((a, b) => a.angle - b.angle);
    ways.forEach(({ way }, index) => {
      next[way ^ 1] = ways[(index + 1) % ways.length]!.way;
    });
  }
  const isSeen = new Uint8Array(2 * edges.length);
  const found: Way[][] = [];
  for (let start = 0; start < next.length; start++) {
    const face: Way[] = [];
    for (let way = start; isSeen[way] === 0; way = next[way]!) {
      isSeen[way] = 1;
      face.push(way);
    }
    const both = new Set(face);
    // A line with the outside on both sides is none of the outline.
    found.push(face.filter((way) => !both.has(way ^ 1)));
  }
  return found.filter((face) => face.length > 0);
}

function pointsOf(edges: readonly GraphEdge[], way: Way): readonly PagePoint[] {
  const { points } = edges[way >> 1]!;
  return way % 2 === 0 ? points : [...points].reverse();
}
