import type { PageImage } from "../../scan/page-image.ts";
import { type GreyImage, overview } from "../light/grey-image.ts";
import { histogram, quantile } from "../light/histogram.ts";

/** A page whose median brightness (0 … 255) is above this is paper. */
const DARK = 110;
/** A stroke differs from the mean around it by at least this many grey levels. */
const CONTRAST = 40;
/** Light strokes cover at least this share of a board. */
const LEAST_STROKES = 0.0005;
/** How much the light differences must outweigh the dark ones, -1 … 1. */
const LEAST_SKEW = 0.5;
/** A place's brightness is compared with this many pixels around it: strokes are much narrower. */
const REACH = 20;

/**
 * `image` unchanged or, if light strokes are on a dark ground (a blackboard, a tablet's dark mode), its negative: dark
 * strokes on a light ground. A photo of paper that is dark as a whole is not changed.
 */
export function darkOnLight(image: PageImage, grey = overview(image)): PageImage {
  if (quantile(histogram(grey.grey), 0.5) > DARK || !hasLightStrokes(grey)) return image;
  return { ...image, rgb: image.rgb.map((value) => 255 - value) };
}

/**
 * Whether the pixels that differ most from the mean around them are lighter than it: strokes are narrow, their ground
 * is wide.
 */
function hasLightStrokes(image: GreyImage): boolean {
  const { width, height, grey } = image;
  const sums = integral(image);
  let light = 0;
  let skew = 0;
  let all = 0;
  for (let y = REACH; y < height - REACH; y++) {
    const above = (y - REACH) * (width + 1);
    const below = (y + REACH + 1) * (width + 1);
    for (let x = REACH; x < width - REACH; x++) {
      const left = x - REACH;
      const right = x + REACH + 1;
      const sum = sums[below + right]! - sums[below + left]! - sums[above + right]! + sums[above + left]!;
      const difference = grey[y * width + x]! - sum / (2 * REACH + 1) ** 2;
      if (difference >= CONTRAST) light++;
      // A power would take several times as long as the rest of the loop.
      const cube = difference * difference * difference;
      skew += cube;
      all += Math.abs(cube);
    }
  }
  return light >= LEAST_STROKES * grey.length && skew >= LEAST_SKEW * all;
}

/** Sums over all pixels above and left of each corner of pixels: (width + 1) x (height + 1). */
function integral({ width, height, grey }: GreyImage): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += grey[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}
