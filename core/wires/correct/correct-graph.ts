import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../geometry/distances.ts";
import type { GraphEdge } from "../trace/skeleton-graph.ts";
import type { TracedWires } from "../trace/trace-wires.ts";
import { nearestLine, POINTED } from "./nearest.ts";
import type { PageWireCorrection } from "./wire-correction.ts";

/** The traced lines with a person's cuts and drawn wires. */
export interface CorrectedGraph {
  readonly traced: TracedWires;
  /** Where a person cut lines. */
  readonly cuts: readonly PagePoint[];
  /** For each node at a cut, where the other part of the line ends. */
  readonly otherPart: ReadonlyMap<number, PagePoint>;
  /** The line that each `draw` put on the page, by the correction's index. */
  readonly drawn: ReadonlyMap<number, number>;
  /** Indices of cuts that find no line. */
  readonly lost: readonly number[];
}

/** Cuts lines and adds drawn ones. */
export function correctGraph(
  traced: TracedWires,
  corrections: readonly PageWireCorrection[],
  { unit }: { unit: number },
): CorrectedGraph {
  const nodes = [...traced.nodes];
  const edges: GraphEdge[] = [...traced.edges];
  const cuts: { readonly at: PagePoint; readonly node: number }[] = [];
  const drawn = new Map<number, number>();
  const lost: number[] = [];
  corrections.forEach((correction, index) => {
    if (correction.kind === "draw" && correction.points.length > 1) {
      const [first, last] = [correction.points[0]!, correction.points.at(-1)!];
      drawn.set(index, edges.length);
      edges.push({ from: nodes.length, to: nodes.length + 1, points: correction.points });
      nodes.push(first, last);
    }
    if (correction.kind !== "cut") return;
    const line = nearestLine({ edges }, correction.at, { reach: POINTED * unit });
    if (line === null) {
      lost.push(index);
      return;
    }
    const [before, after] = split(edges[line.edge]!, line.at, traced.pen);
    const node = nodes.length;
    nodes.push(before.at(-1)!, after[0]!);
    cuts.push({ at: line.at, node });
    const { from, to } = edges[line.edge]!;
    edges[line.edge] = { from, to: node, points: before };
    edges.push({ from: node + 1, to, points: after });
  });
  const farFrom = (node: number): PagePoint => {
    const { from, points } = edges.find((edge) => edge.from === node || edge.to === node)!;
    return from === node ? points.at(-1)! : points[0]!;
  };
  return {
    traced: { ...traced, nodes, edges },
    cuts: cuts.map(({ at }) => at),
    otherPart: new Map(
      cuts.flatMap(({ node }) => [
        [node, farFrom(node + 1)],
        [node + 1, farFrom(node)],
      ]),
    ),
    drawn,
    lost,
  };
}

/** The parts of a line before and after a place. Their ends at the cut are a pen's width apart. */
function split({ points }: GraphEdge, at: PagePoint, pen: number): readonly [PagePoint[], PagePoint[]] {
  let index = 1;
  let least = Number.POSITIVE_INFINITY;
  for (let next = 1; next < points.length; next++) {
    const { distance } = nearestOnLine([points[next - 1]!, points[next]!], at);
    if (distance >= least) continue;
    least = distance;
    index = next;
  }
  const before = points.slice(0, index);
  const after = points.slice(index);
  return [
    [...before, towards(at, before.at(-1)!, pen / 2)],
    [towards(at, after[0]!, pen / 2), ...after],
  ];
}

/** The place `by` pixels from `from` towards `to`, at most halfway. */
function towards(from: PagePoint, to: PagePoint, by: number): PagePoint {
  const share = Math.min(0.5, by / Math.max(1, distanceBetween(from, to)));
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
