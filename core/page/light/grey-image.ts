import type { PageImage } from "../../scan/page-image.ts";
import { kernels, take, withBytes, withRoom } from "../kernels/kernels.ts";

/** A picture's brightness, one byte per pixel, row by row: each pixel is `step` x `step` pixels of the picture. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
  readonly step: number;
}

/**
 * Length in pixels of the long side when paper is looked for: a mark is about 19 px wide if the sheet fills the
 * picture.
 */
const OVERVIEW_SIDE = 800;

/** The brightness of `image`, for finding its paper. */
export function overview(image: PageImage): GreyImage {
  return greyImage(image, OVERVIEW_SIDE);
}

/**
 * The brightness of `image`, shrunk by the largest whole number that leaves at least `longSide` pixels on its long
 * side. An incomplete step at the right and at the bottom is dropped.
 *
 * @example
 * greyImage(photo, 800).step; // 2 for a photo of 1600 x 1200
 */
export function greyImage(image: PageImage, longSide: number): GreyImage {
  const step = Math.max(1, Math.floor(Math.max(image.width, image.height) / longSide));
  const width = Math.max(1, Math.floor(image.width / step));
  const height = Math.max(1, Math.floor(image.height / step));
  const [columns, rows] = [Math.min(step, image.width), Math.min(step, image.height)];
  const grey = withBytes(image.rgb, (rgb) =>
    withRoom([width * height], (out) => {
      kernels.grey(rgb, image.width, width, height, step, columns, rows, out);
      return take(out, width * height);
    }),
  );
  return { width, height, grey, step };
}
