import { boxAround, cornersOf } from "../geometry/boxes.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import type { Decision, Option } from "./decide/decision.ts";
import type { LineGraph } from "./trace/skeleton-graph.ts";

/** Loops that are narrower than this many gate sizes are dots, hops or a wire drawn twice. */
const LEAST_LOOP = 0.8;

interface Read {
  readonly decision: Pick<Decision, "at">;
  readonly chosen: Pick<Option, "links" | "name">;
}

/**
 * Rings of connected lines, as boxes in page pixels. Wires have no reason to form a ring. The boxes of flip-flops,
 * frames and undetected gates do, and so do two nets that were taken for one.
 */
export function closedLoops({ edges }: LineGraph, { read, unit }: { read: readonly Read[]; unit: number }): PageBox[] {
  const places = Int32Array.from({ length: 2 * edges.length }, (_, end) => end);
  const find = (end: number): number => {
    let root = end;
    while (places[root] !== root) root = places[root]!;
    places[end] = root;
    return root;
  };
  const endsNear = (edge: number, { at }: Read["decision"]): number[] => {
    const [first, last] = [edges[edge]!.points[0]!, edges[edge]!.points.at(-1)!];
    if (edges[edge]!.from === edges[edge]!.to) return [2 * edge, 2 * edge + 1];
    const isFirst = distanceBetween(first, at) <= distanceBetween(last, at);
    return [2 * edge + (isFirst ? 0 : 1)];
  };
  for (const { decision, chosen } of read) {
    // A line that ends on the side of another divides it. This is not followed: such loops are rare.
    if (chosen.name === "tee" || chosen.name === "touch") continue;
    for (const link of chosen.links) {
      const [first, ...rest] = link.flatMap((edge) => endsNear(edge, decision));
      for (const end of rest) places[find(end)] = find(first!);
    }
  }
  edges.forEach(({ from, to }, edge) => {
    if (from === to) places[find(2 * edge)] = find(2 * edge + 1);
  });
  const open = new Set(edges.keys());
  const degree = new Map<number, number>();
  const count = (edge: number, step: 1 | -1) => {
    for (const end of [2 * edge, 2 * edge + 1]) degree.set(find(end), (degree.get(find(end)) ?? 0) + step);
  };
  for (const edge of open) count(edge, 1);
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const edge of open) {
      if (degree.get(find(2 * edge))! > 1 && degree.get(find(2 * edge + 1))! > 1) continue;
      open.delete(edge);
      count(edge, -1);
    }
  }
  const boxes = new Map<number, PageBox>();
  const group = new Map<number, number>();
  const root = (place: number): number => {
    const up = group.get(place);
    return up === undefined || up === place ? place : root(up);
  };
  for (const edge of open) group.set(root(find(2 * edge)), root(find(2 * edge + 1)));
  for (const edge of open) {
    const key = root(find(2 * edge));
    const known = boxes.get(key);
    boxes.set(key, boxAround([...(known ? cornersOf(known) : []), ...edges[edge]!.points]));
  }
  return [...boxes.values()].filter((box) => Math.min(box.width, box.height) >= LEAST_LOOP * unit);
}
