import type { Quad } from "../geometry/fit-homography.ts";
import type { Homography } from "../geometry/homography.ts";
import type { Problem } from "../rules/problem.ts";
import type { PageImage } from "../scan/page-image.ts";
import { blankOutside } from "./blank-outside.ts";
import { extractInk } from "./extract-ink.ts";
import { findPaper } from "./find-paper.ts";
import { rectify } from "./rectify.ts";
import { scaleQuad, scaleTarget } from "./scale-target.ts";
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
  /** How the page was found: by the template's marks, by the edges of a sheet on a table, or taken as it is. */
  readonly frame: "template" | "sheet" | "picture";
}

/** Pixels along a page's long side at most: a pen line of 0.3 mm on A4 is 1.6 px wide then. */
const LONG_SIDE = 1600;

/** A page with more ink than this share of it is no drawing: a threshold that takes the paper for ink. */
const MOST_INK = 0.3;

/**
 * The ink of a photographed or scanned page, with the problems found on the way (`no-ink`; with a fixed `threshold` also
 * `too-much-ink`). Where the template is found, the page is its drawing area, upright and seen from straight above; of a
 * plain sheet on a darker table only the sheet is left, seen from straight above, too, and turned by less than 45°; else
 * the page is the whole picture.
 *
 * @example
 * const { page, problems } = cleanPage(image);
 * page.ink[y * page.width + x]; // 0 paper … 255 ink
 */
export function cleanPage(
  image: PageImage,
  { threshold = "auto" }: { threshold?: Threshold } = {},
): { page: CleanPage; problems: Problem[] } {
  const paper = findPaper(image);
  const isTurned = paper !== null && paper.straight === null;
  const cut = isTurned ? rectify(image, { ...paper, longSide: LONG_SIDE }) : wholePicture(image);
  const { width, height } = cut.image;
  const straight = paper?.straight ?? null;
  const corners = straight === null ? null : scaleQuad(straight, { x: width / image.width, y: height / image.height });
  const { ink, problems } = inkOf(cut.image, { threshold, paper: corners });
  const page: CleanPage = {
    width,
    height,
    ink: ink ?? new Uint8Array(width * height),
    toPicture: scaleTarget(cut.toImage, image.pictureWidth / image.width, image.pictureHeight / image.height),
    frame: paper?.kind ?? "picture",
  };
  return { page, problems };
}

function inkOf(
  image: PageImage,
  { threshold, paper }: { threshold: Threshold; paper: Quad<"Picture"> | null },
): { ink: Uint8Array | null; problems: Problem[] } {
  const ink = threshold === "auto" ? extractInk(image, { paper }) : thresholdInk(image, threshold);
  if (ink !== null && paper !== null) blankOutside(ink, { ...image, corners: paper });
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
