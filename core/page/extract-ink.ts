import type { Quad } from "../geometry/fit-homography.ts";
import type { PageImage } from "../scan/page-image.ts";
import { blankOutside } from "./blank-outside.ts";
import { type Darkness, darkness } from "./darkness.ts";
import { greyness, type InkLevels, inkLevels } from "./ink-levels.ts";
import { paperLight } from "./paper-light.ts";
import { removeSpecks } from "./remove-specks.ts";

/**
 * The ink of an image, one byte a pixel: 0 paper … 255 full ink, soft at the strokes' rims. Light, shadow, grid,
 * ruling, specks and what shows through from behind are gone, and all that lies outside of the corners `paper` (pixels
 * of `image`). Null where the page carries no ink.
 */
export function extractInk(
  image: PageImage,
  { paper = null }: { paper?: Quad<"Picture"> | null } = {},
): Uint8Array | null {
  const page = darkness(image, paperLight(image));
  const levels = inkLevels(page);
  if (levels === null) return null;
  const ink = scaleInk(page, levels);
  if (paper !== null) blankOutside(ink, { ...page, corners: paper });
  return removeSpecks(ink, image);
}

function scaleInk({ dark, colour }: Darkness, { paper, full, colourShare }: InkLevels): Uint8Array {
  const ink = new Uint8Array(dark.length);
  const scale = 255 / (full - paper);
  for (let i = 0; i < dark.length; i++) {
    const value = dark[i] as number;
    if (value <= paper) continue;
    const above = greyness(value, colour[i] as number, colourShare) - paper;
    if (above > 0) ink[i] = Math.min(255, above * scale);
  }
  return ink;
}
