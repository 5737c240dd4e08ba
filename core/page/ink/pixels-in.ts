import type { PageBox } from "../../geometry/coordinates.ts";

/** The indices of the pixels of a page that a box covers, also in part. */
export function* pixelsIn(
  { x, y, width, height }: PageBox,
  page: { readonly width: number; readonly height: number },
): Generator<number> {
  const [left, right] = [Math.max(0, Math.floor(x)), Math.min(page.width, x + width)];
  const bottom = Math.min(page.height, y + height);
  for (let row = Math.max(0, Math.floor(y)); row < bottom; row++) {
    for (let column = left; column < right; column++) yield row * page.width + column;
  }
}
