import { distanceToBox } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { INK } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { settledPixels } from "../page/ink/set-pixels.ts";

/** Gates' boxes, and how far outside them, in pixels, their ink may be. */
interface Surroundings {
  readonly boxes: readonly PageBox[];
  readonly reach: number;
}

/** The ink that the detector takes for a gate's: how many pixels are at `boxes`, and the indices of all others. */
export function gateInk(
  { width }: CleanPage,
  mask: Uint8Array,
  { boxes, reach }: Surroundings,
): { atBoxes: number; apart: number[] } {
  const apart: number[] = [];
  let atBoxes = 0;
  let near = boxes[0];
  let at: PagePoint = { x: 0, y: 0 };
  const isNear = (box: PageBox) => distanceToBox(box, at) <= reach;
  for (const index of settledPixels(mask)) {
    if (mask[index] !== INK.gate) continue;
    at = { x: index % width, y: Math.floor(index / width) };
    // Most of this ink is at the box that the ink before it is at.
    if (near === undefined || !isNear(near)) {
      const other = boxes.find(isNear);
      if (other === undefined) {
        apart.push(index);
        continue;
      }
      near = other;
    }
    atBoxes++;
  }
  return { atBoxes, apart };
}
