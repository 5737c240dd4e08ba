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
