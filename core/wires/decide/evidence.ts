import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import type { Marks, PointMark } from "../../marks/marks.ts";

/** Evidence above this is a person's correction, which nothing drawn outweighs. */
export const PERSONS_WORD = 1;

/** Confidence of the surest mark of a kind within `reach` pixels of a place, fading to half at the rim; 0 for none. */
export function evidenceAt(
  marks: Marks,
  at: PagePoint,
  { kind, reach }: { kind: PointMark["kind"]; reach: number },
): number {
  let best = 0;
  for (const point of marks.points) {
    if (point.kind !== kind) continue;
    const distance = distanceBetween(point.at, at);
    if (distance > reach) continue;
    best = Math.max(best, point.confidence * (1 - (0.5 * distance) / reach));
  }
  return best;
}
