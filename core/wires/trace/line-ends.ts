import type { WireTip } from "../../gates/pin-costs.ts";
import { directionFromStart } from "./directions.ts";
import { degreesOf, type LineGraph } from "./skeleton-graph.ts";

/** The end of a line that touches nothing. */
export interface LineEnd extends WireTip {
  readonly edge: number;
  readonly node: number;
}

/**
 * The ends of lines, with the direction in which each would go on. `unit` is the usual gate size, `pen` the stroke width, in
 * pixels.
 */
export function lineEnds({ nodes, edges }: LineGraph, { unit, pen }: { unit: number; pen: number }): LineEnd[] {
  const reach = Math.max(0.15 * unit, 3 * pen);
  const degree = degreesOf({ nodes, edges });
  const ends: LineEnd[] = [];
  edges.forEach(({ from, to, points }, edge) => {
    for (const node of [from, to]) {
      if (degree[node] !== 1) continue;
      const inwards = directionFromStart(node === from ? points : [...points].reverse(), reach);
      ends.push({ edge, node, at: nodes[node]!, heading: { x: -inwards.x, y: -inwards.y } });
    }
  });
  return ends;
}
