import { sum } from "../../basics/numbers.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import type { Bitmap } from "./bitmap.ts";

/** A place where lines end, branch or meet. */
export interface GraphNode {
  readonly x: number;
  readonly y: number;
}

/** A line between two nodes; `points` runs from node `from` to node `to`. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly points: readonly PagePoint[];
}

export interface LineGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/**
 * The lines of a skeleton as a graph: nodes at its ends and branches (neighbouring branch pixels are one node), edges
 * along its pixels. A closed line without a branch has one node. Single pixels are left out.
 */
export function skeletonGraph(skeleton: Bitmap): LineGraph {
  const { width, bits, pixels } = skeleton;
  const offsets = [-width, -width + 1, 1, width + 1, width, width - 1, -1, -width - 1];
  const neighbours = (at: number) => {
    const found: number[] = [];
    for (const offset of offsets) if (bits[at + offset] === 1) found.push(at + offset);
    return found;
  };
  const degreeOf = (at: number) => {
    let degree = 0;
    for (const offset of offsets) if (bits[at + offset] === 1) degree++;
    return degree;
  };

  const nodeOf = new Map<number, number>();
  const nodes: GraphNode[] = [];
  const members: number[][] = [];
  const addNode = (cluster: number[]) => {
    for (const at of cluster) nodeOf.set(at, nodes.length);
    const x = sum(cluster.map((at) => at % width)) / cluster.length;
    const y = sum(cluster.map((at) => Math.floor(at / width))) / cluster.length;
    nodes.push({ x, y });
    members.push(cluster);
  };
  for (const start of pixels) {
    const degree = degreeOf(start);
    if (degree === 2 || degree === 0 || nodeOf.has(start)) continue;
    if (degree === 1) {
      addNode([start]);
      continue;
    }
    const cluster = [start];
    const inCluster = new Set(cluster);
    for (const at of cluster) {
      for (const next of neighbours(at)) {
        if (inCluster.has(next) || nodeOf.has(next) || degreeOf(next) <= 2) continue;
        inCluster.add(next);
        cluster.push(next);
      }
    }
    addNode(cluster);
  }

  const used = new Set<number>();
  const edges: GraphEdge[] = [];
  const point = (at: number): PagePoint => ({ x: at % width, y: Math.floor(at / width) });
  const trace = (node: number, first: number) => {
    const points: PagePoint[] = [nodes[node]!];
    let previous = -1;
    let at = first;
    for (;;) {
      used.add(at);
      points.push(point(at));
      let end: number | undefined;
      let next = -1;
      for (const offset of offsets) {
        const beside = at + offset;
        if (bits[beside] !== 1 || beside === previous) continue;
        const other = nodeOf.get(beside);
        if (other === undefined) {
          if (next < 0 && !used.has(beside)) next = beside;
        } else if (end === undefined && (points.length > 2 || other !== node)) end = other;
      }
      if (end !== undefined) {
        points.push(nodes[end]!);
        edges.push({ from: node, to: end, points });
        return;
      }
      if (next < 0) return;
      previous = at;
      at = next;
    }
  };
  const traceFrom = (node: number) => {
    for (const member of members[node]!) {
      for (const next of neighbours(member)) {
        const other = nodeOf.get(next);
        if (other === undefined && !used.has(next)) trace(node, next);
        if (other !== undefined && other > node) {
          edges.push({ from: node, to: other, points: [nodes[node]!, nodes[other]!] });
        }
      }
    }
  };
  for (let node = 0; node < members.length; node++) traceFrom(node);
  for (const at of pixels) {
    if (used.has(at) || nodeOf.has(at) || degreeOf(at) !== 2) continue;
    addNode([at]);
    traceFrom(nodes.length - 1);
  }
  return { nodes, edges };
}

/** How many lines end at each node. */
export function degreesOf({ nodes, edges }: LineGraph): number[] {
  const degree = nodes.map(() => 0);
  for (const { from, to } of edges) {
    degree[from]!++;
    degree[to]!++;
  }
  return degree;
}

/** Length of a polyline in pixels. */
export function lengthOf(points: readonly PagePoint[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    length += distanceBetween(points[i]!, points[i - 1]!);
  }
  return length;
}
