import type { Homography } from "../geometry/homography.ts";
import type { Problem } from "../rules/problem.ts";
import type { PageImage } from "../scan/page-image.ts";
import { BORDER, BORDER_INSET } from "../template/layout.ts";
import { extractInk } from "./extract-ink.ts";
import { findFrame } from "./find-frame.ts";
import { rectify } from "./rectify.ts";
import { scaleTarget } from "./scale-target.ts";
import { shrinkImage } from "./shrink-image.ts";
import { type Threshold, thresholdInk } from "./threshold.ts";

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

/** A page with more ink than this share of it is no drawing: a threshold that takes the paper for ink. */
const MOST_INK = 0.3;

/** What the page is cut to where the template is found. */
const DRAWING = {
  x: BORDER.x + BORDER_INSET,
  y: BORDER.y + BORDER_INSET,
  width: BORDER.width - 2 * BORDER_INSET,
  height: BORDER.height - 2 * BORDER_INSET,
};

/**
 * The ink of a photographed or scanned page, with the problems found on the way (`no-ink`; with a fixed `threshold` also
 * `too-much-ink`). Where the template's marks are found, the page is its drawing area, upright and seen from straight
 * above; else it is the whole picture.
 *
 * @example
 * const { page, problems } = cleanPage(image);
 * page.ink[y * page.width + x]; // 0 paper … 255 ink
 */
export function cleanPage(
  image: PageImage,
  { threshold = "auto" }: { threshold?: Threshold } = {},
): { page: CleanPage; problems: Problem[] } {
  const frame = findFrame(image);
  const cut = frame === null ? wholePicture(image) : rectify(image, { frame, area: DRAWING, longSide: LONG_SIDE });
  const { width, height } = cut.image;
  const { ink, problems } = inkOf(cut.image, threshold);
  const page: CleanPage = {
    width,
    height,
    ink: ink ?? new Uint8Array(width * height),
    toPicture: scaleTarget(cut.toImage, image.pictureWidth / image.width, image.pictureHeight / image.height),
    frame: frame === null ? "picture" : "template",
  };
  return { page, problems };
}

function inkOf(image: PageImage, threshold: Threshold): { ink: Uint8Array | null; problems: Problem[] } {
  const ink = threshold === "auto" ? extractInk(image) : thresholdInk(image, threshold);
  if (threshold === "auto") return { ink, problems: ink === null ? [noInk()] : [] };
  const inked = ink === null ? 0 : ink.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  if (inked === 0) return { ink: null, problems: [noInk()] };
  return inked > MOST_INK * image.width * image.height
    ? { ink: null, problems: [tooMuchInk()] }
    : { ink, problems: [] };
}

function wholePicture(image: PageImage): { image: PageImage; toImage: Homography<"Page", "Picture"> } {
  const small = shrinkImage(image, LONG_SIDE);
  const m = [image.width / small.width, 0, 0, 0, image.height / small.height, 0, 0, 0, 1] as const;
  return { image: small, toImage: { from: "Page", to: "Picture", m } };
}

function noInk(): Problem {
  return {
    code: "no-ink",
    message: "No ink was found on the page. Draw with a darker pen and take the picture again.",
  };
}

function tooMuchInk(): Problem {
  return {
    code: "too-much-ink",
    message: "At this threshold the paper counts as ink: choose a lower threshold, or the automatic one.",
  };
}
