import { boxAround, cornersOf } from "../../geometry/boxes.ts";
import type { PageBox } from "../../geometry/coordinates.ts";

/** The box around all `boxes`. */
export function around(boxes: readonly PageBox[]): PageBox {
  return boxAround(boxes.flatMap(cornersOf));
}

/** Pixels between two boxes along x; negative if they overlap, by that much. */
export function gapAcross(a: PageBox, b: PageBox): number {
  return Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
}

/** Pixels between two boxes along y; negative if they overlap, by that much. */
export function gapDown(a: PageBox, b: PageBox): number {
  return Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
}

/** True where `inner` lies in `outer`, edges included. */
export function contains(outer: PageBox, inner: PageBox): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Words of one name are at most this far apart, and overlap by at least this much from top to bottom, in letter heights. */
const ONE_NAME = { gap: 1.2, overlap: 0.25 } as const;

/** Whether two words are next to each other on one line. */
export function areOneName(a: PageBox, b: PageBox): boolean {
  const heights = [a.height, b.height];
  return (
    gapAcross(a, b) <= ONE_NAME.gap * Math.max(...heights) && -gapDown(a, b) >= ONE_NAME.overlap * Math.min(...heights)
  );
}
