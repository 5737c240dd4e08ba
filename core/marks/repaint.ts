import type { PageBox } from "../geometry/coordinates.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { pixelsIn } from "../page/ink/pixels-in.ts";

/** Makes ink in a box that counts as one of `from` (values of `INK`) count as `to`; `mask` is changed in place. */
export function repaint(
  mask: Uint8Array,
  page: Pick<CleanPage, "width" | "height">,
  { box, from, to }: { box: PageBox; from: readonly number[]; to: number },
): void {
  for (const at of pixelsIn(box, page)) if (from.includes(mask[at]!)) mask[at] = to;
}
