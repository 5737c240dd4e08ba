import { groupBy } from "../basics/group-by.ts";
import { unionFind } from "../basics/union-find.ts";
import { boxAround } from "../geometry/boxes.ts";
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
  const places = unionFind(2 * edges.length);
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
      for (const end of rest) places.join(end, first!);
    }
  }
  edges.forEach(({ from, to }, edge) => {
    if (from === to) places.join(2 * edge, 2 * edge + 1);
  });
  const placesOf = edges.map((_, edge) => [places.find(2 * edge), places.find(2 * edge + 1)] as const);
  // Lines that end somewhere are in no ring, nor are those that only such lines go on from.
  let open = [...edges.keys()];
  for (let before = -1; before !== open.length; ) {
    before = open.length;
    const degree = new Int32Array(2 * edges.length);
    for (const edge of open) for (const place of placesOf[edge]!) degree[place]!++;
    open = open.filter((edge) => placesOf[edge]!.every((place) => degree[place]! > 1));
  }
  const rings = unionFind(2 * edges.length);
  for (const edge of open) rings.join(...placesOf[edge]!);
  return [...groupBy(open, (edge) => rings.find(placesOf[edge]![0])).values()]
    .map((ring) => boxAround(ring.flatMap((edge) => edges[edge]!.points)))
    .filter((box) => Math.min(box.width, box.height) >= LEAST_LOOP * unit);
}
