import type { Homography } from "../geometry/homography.ts";
import type { Problem } from "../rules/problem.ts";
import type { PageImage } from "../scan/page-image.ts";
import { extractInk } from "./extract-ink.ts";
import { shrinkImage } from "./shrink-image.ts";

/** A page with light, grid and paper removed and perspective undone: only ink is left. */
export interface CleanPage {
  readonly width: number;
  readonly height: number;
  /** One byte a pixel, row by row: 0 paper … 255 full ink. */
  readonly ink: Uint8Array;
  /** From page pixels to pixels of the upright original picture. */
  readonly toPicture: Homography<"Page", "Picture">;
  /** How the page was found: by the template's marks, or taken as it is. */
  readonly frame: "template" | "picture";
}

/** Pixels along a page's long side at most: a pen line of 0.3 mm on A4 is 1.6 px wide then. */
const LONG_SIDE = 1600;

/**
 * The ink of a photographed or scanned page, with the problems found on the way (`no-ink`).
 *
 * @example
 * const { page, problems } = cleanPage(image);
 * page.ink[y * page.width + x]; // 0 paper … 255 ink
 */
export function cleanPage(image: PageImage): { page: CleanPage; problems: Problem[] } {
  const small = shrinkImage(image, LONG_SIDE);
  const { width, height } = small;
  const scaleX = image.pictureWidth / width;
  const scaleY = image.pictureHeight / height;
  const ink = extractInk(small);
  const page: CleanPage = {
    width,
    height,
    ink: ink ?? new Uint8Array(width * height),
    toPicture: { from: "Page", to: "Picture", m: [scaleX, 0, 0, 0, scaleY, 0, 0, 0, 1] },
    frame: "picture",
  };
  return { page, problems: ink === null ? [noInk()] : [] };
}

function noInk(): Problem {
  return {
    code: "no-ink",
    message: "No ink was found on the page. Draw with a darker pen and take the picture again.",
  };
}
