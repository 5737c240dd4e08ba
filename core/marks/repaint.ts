import type { PageBox } from "../geometry/coordinates.ts";
import type { CleanPage } from "../page/clean-page.ts";

/** Makes ink in a box that counts as one of `from` (values of `INK`) count as `to`; `mask` is changed in place. */
export function repaint(
  mask: Uint8Array,
  page: Pick<CleanPage, "width" | "height">,
  { box, from, to }: { box: PageBox; from: readonly number[]; to: number },
): void {
  const right = Math.min(page.width, box.x + box.width);
  const bottom = Math.min(page.height, box.y + box.height);
  for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.x)); x < right; x++) {
      const at = y * page.width + x;
      if (from.includes(mask[at]!)) mask[at] = to;
    }
  }
}
