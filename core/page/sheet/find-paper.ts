import { cornersOf } from "../../geometry/boxes.ts";
import type { Box, Quad } from "../../geometry/coordinates.ts";
import { fitHomography } from "../../geometry/fit-homography.ts";
import { sizeOfQuad } from "../../geometry/quads.ts";
import type { PageImage } from "../../scan/page-image.ts";
import { BORDER, BORDER_INSET } from "../../template/layout.ts";
import { greyDarkness } from "../light/grey-darkness.ts";
import { overview } from "../light/grey-image.ts";
import { greyLight } from "../light/paper-light.ts";
import { scaleQuad, scaleTarget } from "../scale-target.ts";
import { findFrames } from "./find-frame.ts";
import { findSheet } from "./find-sheet.ts";
import type { Frame } from "./frame.ts";

/** Where the paper is in a picture. */
export interface Paper {
  readonly kind: "template" | "sheet";
  /** The sheet's corners in pixels of the image if it is straight already and best left as it is. */
  readonly straight: Quad<"Picture"> | null;
  /** From the paper's units (of the template: millimetres) to pixels of the image. */
  readonly frame: Frame;
  /** The part of the paper that may be drawn on. */
  readonly area: Box<"Page">;
  /** The frames of the other templates in the picture. */
  readonly others: readonly Frame[];
}

/** The template's drawing area, in mm from the top left corner of its paper. */
export const DRAWING_AREA: Box<"Page"> = {
  x: BORDER.x + BORDER_INSET,
  y: BORDER.y + BORDER_INSET,
  width: BORDER.width - 2 * BORDER_INSET,
  height: BORDER.height - 2 * BORDER_INSET,
};

/** This much of a plain sheet is left out along its edges, as a share of its long side. */
const EDGE = 0.006;

/** A sheet whose sides are turned by less than this (tangent of 6°) is not sampled again, because that blurs. */
const STRAIGHT = 0.105;

/** Sheets of about the proportions of A and letter paper are taken for A paper. */
const A_PAPER = { least: 1.22, most: 1.62, ratio: Math.SQRT2 } as const;

/** The printed template or a plain sheet on a darker table; null if the picture shows neither. */
export function findPaper(image: PageImage, grey = overview(image)): Paper | null {
  const light = greyLight(grey);
  const dark = greyDarkness(grey, light);
  const [frame, ...others] = [...findFrames(dark)].map((each) => scaleTarget(each, grey.step, grey.step));
  if (frame !== undefined) return { kind: "template", straight: null, frame, area: DRAWING_AREA, others };
  const corners = findSheet(light, dark);
  return corners === null ? null : sheetPaper(corners, grey.step);
}

function sheetPaper(corners: Quad<"Picture">, step: number): Paper | null {
  const { width, height } = proportions(sizeOfQuad(corners));
  const quad = cornersOf<"Page">({ x: 0, y: 0, width, height });
  const frame = fitHomography({ space: "Page", quad }, { space: "Picture", quad: corners });
  if (frame === null) return null;
  const edge = EDGE * Math.max(width, height);
  const area = { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge };
  return {
    kind: "sheet",
    straight: isStraight(corners) ? scaleQuad(corners, { x: step, y: step }) : null,
    frame: scaleTarget(frame, step, step),
    area,
    others: [],
  };
}

function isStraight(corners: Quad<"Picture">): boolean {
  return corners.every((a, i) => {
    const b = corners[(i + 1) % 4]!;
    const [along, across] = i % 2 === 0 ? [b.x - a.x, b.y - a.y] : [b.y - a.y, b.x - a.x];
    return Math.abs(across) < STRAIGHT * Math.abs(along);
  });
}

/** A slanted view makes a sheet shorter in one direction: the same area, with the sides of A paper where possible. */
function proportions({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const ratio = Math.max(width, height) / Math.min(width, height);
  if (ratio < A_PAPER.least || ratio > A_PAPER.most) return { width, height };
  const short = Math.sqrt((width * height) / A_PAPER.ratio);
  const long = short * A_PAPER.ratio;
  return width > height ? { width: long, height: short } : { width: short, height: long };
}
