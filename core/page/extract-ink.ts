import type { PageImage } from "../scan/page-image.ts";
import { darkness } from "./darkness.ts";
import { colourless, inkLevels } from "./ink-levels.ts";
import { paperLight } from "./paper-light.ts";
import { removeSpecks } from "./remove-specks.ts";

/**
 * The ink of an image, one byte a pixel: 0 paper … 255 full ink, soft at the strokes' rims. Light, shadow, grid,
 * ruling, specks and what shows through from behind are gone. Null where the page carries no ink.
 */
export function extractInk(image: PageImage): Uint8Array | null {
  const page = darkness(image, paperLight(image));
  const levels = inkLevels(page);
  if (levels === null) return null;
  const { paper, full, colourShare } = levels;
  const ink = colourless(page, colourShare);
  const scale = 255 / (full - paper);
  for (let i = 0; i < ink.length; i++) {
    const value = ((ink[i] as number) - paper) * scale;
    ink[i] = value <= 0 ? 0 : value >= 255 ? 255 : value;
  }
  return removeSpecks(ink, image);
}
