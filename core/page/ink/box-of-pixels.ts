import type { PageBox } from "../../geometry/coordinates.ts";

/** The box around pixels, given by their indices in a page that is `width` pixels wide. */
export function boxOfPixels(pixels: Int32Array, width: number): PageBox {
  let [left, right] = [width, 0];
  let [top, bottom] = [Number.POSITIVE_INFINITY, 0];
  for (const at of pixels) {
    const y = Math.floor(at / width);
    const x = at - y * width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
