import { boxAround, grown, overlaps } from "../../geometry/boxes.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { nearestOnLine } from "../../geometry/distances.ts";
import type { Marks } from "../../marks/marks.ts";
import type { TracedWires } from "../trace/trace-wires.ts";
import type { Decision } from "./decision.ts";
import { evidenceAt } from "./evidence.ts";

/**
 * Places where two lines come within a pen's width of each other away from their ends, like corners that were meant to
 * touch. They look separate, but are connected if nothing else makes sense.
 */
export function nearTouches(wires: TracedWires, marks: Marks, { unit }: { unit: number }): Decision[] {
  const reach = 2.4 * wires.pen;
  const boxes = wires.edges.map(({ points }) => boxAround(points));
  const decisions: Decision[] = [];
  for (let a = 0; a < wires.edges.length; a++) {
    for (let b = a + 1; b < wires.edges.length; b++) {
      const first = wires.edges[a]!;
      const second = wires.edges[b]!;
      const isJoined = [first.from, first.to].some((node) => node === second.from || node === second.to);
      if (isJoined || !overlaps(grown(boxes[a]!, reach), boxes[b]!)) continue;
      const near = nearestPlace(first.points, second.points, reach);
      if (near === undefined) continue;
      const junction = evidenceAt(marks, near.at, { kind: "junction", reach: 0.15 * unit });
      decisions.push({
        at: near.at,
        options: [
          { cost: 0, links: [], name: "apart" },
          {
            cost: Math.max(0.2, 0.4 + 0.6 * (near.distance / wires.pen - 1) - 0.5 * junction),
            links: [[a, b]],
            name: "touch",
          },
        ],
      });
    }
  }
  return decisions;
}

/** Where the corners of one line come nearest to the other. */
function nearestPlace(
  a: readonly PagePoint[],
  b: readonly PagePoint[],
  reach: number,
): { at: PagePoint; distance: number } | undefined {
  let best: { at: PagePoint; distance: number } | undefined;
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const corner of from) {
      const { at, distance } = nearestOnLine(to, corner);
      if (distance < (best?.distance ?? reach)) best = { at, distance };
    }
  }
  return best;
}
