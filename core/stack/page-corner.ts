import type { PictureBox } from "../geometry/coordinates.ts";
import { applyHomography, applyHomographyToBox } from "../geometry/homography.ts";
import { findPaper } from "../page/sheet/find-paper.ts";
import type { PageImage } from "../scan/page-image.ts";
import { type Quarters, turnBox, turnImage, turnOfDirection } from "../scan/turn-image.ts";
import { BORDER, SHEET } from "../template/layout.ts";

/** A page whose QR code cannot be read, as far as the template's frame helps. */
export interface PageCorner {
  /** How far the page must be turned clockwise to be upright; 0 if the frame is not found. */
  readonly turn: Quarters;
  /**
   * The part of the upright page where title, name, ID and QR code are printed, in pixels of the turned image; the
   * whole page if the frame is not found.
   */
  readonly box: PictureBox;
}

/** In mm: the height of what is above the drawing area. */
const TOP = { x: 4, y: 2, width: SHEET.width - 8, height: BORDER.y - 3 };

/**
 * Finds which side of a template's page is up and where its header is, by its frame alone: for a person who must say
 * whose page it is.
 */
export function findPageCorner(image: PageImage): PageCorner {
  const paper = findPaper(image);
  if (paper?.kind !== "template") return { turn: 0, box: { x: 0, y: 0, width: image.width, height: image.height } };
  const left = applyHomography(paper.frame, { x: BORDER.x, y: BORDER.y });
  const right = applyHomography(paper.frame, { x: BORDER.x + BORDER.width, y: BORDER.y });
  const turn = turnOfDirection({ x: right.x - left.x, y: right.y - left.y });
  return { turn, box: turnBox(applyHomographyToBox(paper.frame, TOP), { ...image, turn }) };
}

/** The corner's pixels, upright. */
export function cutCorner(image: PageImage, { turn, box }: PageCorner): PageImage {
  const upright = turnImage(image, turn);
  const left = Math.max(0, Math.floor(box.x));
  const top = Math.max(0, Math.floor(box.y));
  const width = Math.max(1, Math.min(upright.width, Math.ceil(box.x + box.width)) - left);
  const height = Math.max(1, Math.min(upright.height, Math.ceil(box.y + box.height)) - top);
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const start = ((top + y) * upright.width + left) * 3;
    rgb.set(upright.rgb.subarray(start, start + width * 3), y * width * 3);
  }
  return { width, height, rgb, pictureWidth: width, pictureHeight: height };
}
