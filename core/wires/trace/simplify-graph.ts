import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import { simplifyLine } from "./simplify-line.ts";
import { type GraphEdge, type GraphNode, type LineGraph, lengthOf } from "./skeleton-graph.ts";

export interface SimplifySettings {
  /** Usual stroke width in pixels. */
  readonly pen: number;
  /** Radius in pixels of the largest disc of ink around a place: half the pen on a line, more in a dot. */
  readonly thickness: (at: PagePoint) => number;
  /** A short branch that ends here has a meaning (a pin, a bubble) and is not pruned. */
  readonly keepEnd: (at: PagePoint) => boolean;
}

interface MutableEdge {
  from: number;
  to: number;
  points: readonly PagePoint[];
  length: number;
}

/**
 * A skeleton's graph without what thinning and a shaky hand add: spurs shorter than the pen is wide, tails a little
 * past a T, the small triangle of lines inside a dot or a crossing. Lines that meet in one blob of ink meet in one
 * node; nodes with only two edges are removed and their edges joined. Nodes without edges are left out.
 */
export function simplifyGraph(graph: LineGraph, settings: SimplifySettings): LineGraph {
  const { pen, thickness } = settings;
  const nodes: GraphNode[] = [...graph.nodes];
  const edges = new Set<MutableEdge>();
  const at: Set<MutableEdge>[] = nodes.map(() => new Set());
  const add = (edge: MutableEdge) => {
    edges.add(edge);
    at[edge.from]!.add(edge);
    at[edge.to]!.add(edge);
  };
  const remove = (edge: MutableEdge) => {
    edges.delete(edge);
    at[edge.from]!.delete(edge);
    at[edge.to]!.delete(edge);
  };
  const degree = (node: number) => [...at[node]!].reduce((sum, edge) => sum + (edge.from === edge.to ? 2 : 1), 0);
  for (const edge of graph.edges) add({ ...edge, length: lengthOf(edge.points) });

  const merge = (keep: number, gone: number) => {
    const heavy = degree(keep) + degree(gone);
    const share = degree(keep) / heavy;
    nodes[keep] = {
      x: nodes[keep]!.x * share + nodes[gone]!.x * (1 - share),
      y: nodes[keep]!.y * share + nodes[gone]!.y * (1 - share),
    };
    for (const edge of [...at[gone]!]) {
      remove(edge);
      add({ ...edge, from: edge.from === gone ? keep : edge.from, to: edge.to === gone ? keep : edge.to });
    }
  };
  const contractShort = () => {
    const reach = nodes.map((node, index) => (degree(index) > 2 ? thickness(node) : 0));
    for (const edge of [...edges].sort((a, b) => a.length - b.length)) {
      if (!edges.has(edge) || edge.from === edge.to) continue;
      if (degree(edge.from) < 3 || degree(edge.to) < 3) continue;
      const radii = Math.max(reach[edge.from]!, pen / 2) + Math.max(reach[edge.to]!, pen / 2);
      if (edge.length > radii + pen) continue;
      const { from, to } = edge;
      remove(edge);
      reach[from] = Math.max(reach[from]!, reach[to]!);
      merge(from, to);
    }
    for (const edge of [...edges]) {
      if (edge.from === edge.to && edge.length < 5 * pen) remove(edge);
    }
  };
  // Of two short branches side by side at one pin, one is a piece of the outline.
  const isForked = (edge: MutableEdge, { tip, root, limit }: { tip: number; root: number; limit: number }) =>
    [...at[root]!].some((other) => {
      const end = other.from === root ? other.to : other.from;
      return (
        other !== edge &&
        end !== tip &&
        degree(end) === 1 &&
        other.length <= limit &&
        distanceBetween(nodes[end]!, nodes[tip]!) <= limit &&
        settings.keepEnd(nodes[end]!)
      );
    });
  const pruneSpurs = () => {
    for (const edge of [...edges].sort((a, b) => a.length - b.length)) {
      if (!edges.has(edge) || edge.from === edge.to) continue;
      const tip = degree(edge.from) === 1 ? edge.from : edge.to;
      const root = tip === edge.from ? edge.to : edge.from;
      if (degree(tip) !== 1 || degree(root) < 3) continue;
      const limit = thickness(nodes[root]!) + 1.2 * pen;
      if (edge.length > limit) continue;
      if (settings.keepEnd(nodes[tip]!) && !isForked(edge, { tip, root, limit: 2 * limit })) continue;
      remove(edge);
    }
  };
  const dissolve = () => {
    for (let node = 0; node < nodes.length; node++) {
      const around = [...at[node]!];
      const [first, second] = around;
      if (around.length !== 2 || first === undefined || second === undefined) continue;
      if (first.from === first.to || second.from === second.to) continue;
      const head = first.to === node ? first.points : [...first.points].reverse();
      const tail = second.from === node ? second.points : [...second.points].reverse();
      const points = [...head.slice(0, -1), ...tail.slice(1)];
      const from = first.to === node ? first.from : first.to;
      const to = second.from === node ? second.to : second.from;
      remove(first);
      remove(second);
      add({ from, to, points, length: lengthOf(points) });
    }
  };
  for (let round = 0; round < 3; round++) {
    dissolve();
    contractShort();
    pruneSpurs();
    dissolve();
  }
  return compact(nodes, edges);
}

/** Corners of lines are kept to this many pixels. */
const LINE_TOLERANCE = 0.75;

function compact(nodes: readonly GraphNode[], edges: ReadonlySet<MutableEdge>): LineGraph {
  const number = new Map<number, number>();
  const kept: GraphNode[] = [];
  const renumber = (node: number) => {
    const known = number.get(node);
    if (known !== undefined) return known;
    number.set(node, kept.length);
    kept.push(nodes[node]!);
    return kept.length - 1;
  };
  const renamed: GraphEdge[] = [...edges].map((edge) => {
    const points = edge.points.length > 1 ? edge.points : [nodes[edge.from]!, nodes[edge.to]!];
    return { from: renumber(edge.from), to: renumber(edge.to), points: simplifyLine(points, LINE_TOLERANCE) };
  });
  return { nodes: kept, edges: renamed };
}
