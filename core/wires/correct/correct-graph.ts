import { boxAround, grown, overlaps } from "../../geometry/boxes.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../geometry/distances.ts";
import type { GraphEdge } from "../trace/skeleton-graph.ts";
import type { TracedWires } from "../trace/trace-wires.ts";
import { nearestLine, POINTED } from "./nearest.ts";
import type { PageWireCorrection } from "./wire-correction.ts";

/** Lines this near to a way are erased with it, in gate sizes. */
export const ERASER = 0.1;

/** The traced lines with a person's cuts and drawn wires. */
export interface CorrectedGraph {
  readonly traced: TracedWires;
  /** Where a person cut or erased lines: nothing is connected over these places. */
  readonly gaps: readonly PagePoint[];
  /** For each node at a gap, where the other part of the line ends; null if nothing is left of it. */
  readonly otherPart: ReadonlyMap<number, PagePoint | null>;
  /** For each line that a `draw` put on the page, or that is left of it, the correction's index. */
  readonly drawn: ReadonlyMap<number, number>;
  /** Indices of cuts that find no line. */
  readonly lost: readonly number[];
}

interface Line extends GraphEdge {
  /** Index of the correction that drew it. */
  readonly drawn?: number;
}

/** Cuts and erases lines and adds drawn ones. */
export function correctGraph(
  traced: TracedWires,
  corrections: readonly PageWireCorrection[],
  { unit }: { unit: number },
): CorrectedGraph {
  const nodes = [...traced.nodes];
  let edges: Line[] = [...traced.edges];
  const gaps: PagePoint[] = [];
  const cuts: number[] = [];
  const erased = new Set<number>();
  const lost: number[] = [];

  function add(node: PagePoint): number {
    return nodes.push(node) - 1;
  }

  corrections.forEach((correction, index) => {
    if (correction.kind === "draw") {
      const { points } = correction;
      edges.push({ from: add(points[0]!), to: add(points.at(-1)!), points, drawn: index });
    } else if (correction.kind === "cut") {
      const line = nearestLine({ edges }, correction.at, { reach: POINTED * unit });
      if (line === null) {
        lost.push(index);
        return;
      }
      const [before, after] = split(edges[line.edge]!, line.at, traced.pen);
      const node = add(before.at(-1)!);
      cuts.push(node);
      gaps.push(line.at);
      const whole = edges[line.edge]!;
      edges[line.edge] = { ...whole, to: node, points: before };
      edges.push({ ...whole, from: add(after[0]!), points: after });
    } else if (correction.kind === "erase") {
      const reach = ERASER * unit;
      const around = grown(boxAround(correction.points), reach);
      edges = edges.flatMap((edge) => {
        if (!overlaps(boxAround(edge.points), around)) return [edge];
        const left = outside(edge.points, { way: correction.points, reach, step: traced.pen / 2 });
        if (left === null) return [edge];
        return left.map((points) => {
          const [first, last] = [points[0]!, points.at(-1)!];
          const from = first === edge.points[0] ? edge.from : add(first);
          const to = last === edge.points.at(-1) ? edge.to : add(last);
          for (const node of [from, to]) if (node !== edge.from && node !== edge.to) erased.add(node);
          return { ...edge, from, to, points };
        });
      });
      gaps.push(...dense(correction.points, reach));
    }
  });
  const farFrom = (node: number): PagePoint | null => {
    const found = edges.find((edge) => edge.from === node || edge.to === node);
    if (!found) return null;
    return found.from === node ? found.points.at(-1)! : found.points[0]!;
  };
  return {
    traced: { ...traced, nodes, edges },
    gaps,
    otherPart: new Map<number, PagePoint | null>([
      ...[...erased].map((node) => [node, null] as const),
      ...cuts.flatMap((node) => [[node, farFrom(node + 1)] as const, [node + 1, farFrom(node)] as const]),
    ]),
    drawn: new Map(edges.flatMap(({ drawn }, edge) => (drawn === undefined ? [] : [[edge, drawn] as const]))),
    lost,
  };
}

/** The parts of a line farther than `reach` from a way, with places `step` apart; null if that is all of it. */
function outside(
  points: readonly PagePoint[],
  { way, reach, step }: { way: readonly PagePoint[]; reach: number; step: number },
): PagePoint[][] | null {
  const parts: PagePoint[][] = [];
  let isWhole = true;
  let isOpen = false;
  for (const at of dense(points, step)) {
    const isOutside = nearestOnLine(way, at).distance > reach;
    if (!isOutside) isWhole = false;
    else if (isOpen) parts.at(-1)!.push(at);
    else parts.push([at]);
    isOpen = isOutside;
  }
  return isWhole ? null : parts.filter((part) => part.length > 1);
}

/** The points of a line, with others between them so that all are at most `step` apart. */
function dense(points: readonly PagePoint[], step: number): PagePoint[] {
  return points.flatMap((to, index) => {
    const from = points[index - 1];
    if (from === undefined) return [to];
    const parts = Math.max(1, Math.ceil(distanceBetween(from, to) / step));
    const between = Array.from({ length: parts - 1 }, (_, part) => {
      const share = (part + 1) / parts;
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    });
    return [...between, to];
  });
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
