import type { Quad } from "../../geometry/coordinates.ts";
import { kernels } from "../kernels/kernels.ts";
import type { Darkness } from "../light/darkness.ts";
import { FAINTEST_INK, type Pen, ROW_STEP } from "./ink-levels.ts";
import { FEWEST, linesAcross } from "./lines-across.ts";

/** Lines paler than this, as a share of the pen's depth, are left: most are as coloured as a grid, and no ink. */
const LEAST_DEPTH = 0.2;
/** A pixel is coloured if its channels differ by at least this much, and by this share of its darkness. */
const LEAST_COLOUR = 20;
const LEAST_SHARE = 0.35;
/** On a line that was found a pixel counts as coloured from this share on: JPEG files spread colours. */
const PALEST_SHARE = 0.15;
/** Less than 5.7°. */
const MOST_SLOPE = 0.1;
/** See `LineKind`. */
const SEEN = 0.75;
const ENDS = 0.04;
/** Pixels on each side of a line's middle that belong to it. */
const HALF_WIDTH = 4;
/** What is darker than the line by this factor is drawn over it. */
const AS_DARK = 1.25;

/**
 * Removes from `page` the coloured printed lines that run from one edge of the sheet (its corners are `paper`, in pixels;
 * null: the whole page) to the other, as on ruled paper and at its margin. They can be darker than a pencil, but no pen
 * draws them. Returns whether there were any.
 */
export function eraseRuling(page: Darkness, { pen, paper }: { pen: Pen; paper: Quad<"Picture"> | null }): boolean {
  const { width, height, dark, colour } = page;
  const leastDark = Math.max(FAINTEST_INK, LEAST_DEPTH * pen.depth);
  // Half of a line's minimum, because pixels are counted on some rows only.
  if (colouredPixels(pen, leastDark) < 0.5 * FEWEST * Math.min(width, height)) return false;
  const depths = new Uint8Array(kernels.memory.buffer, dark, width * height);
  const colours = new Uint8Array(kernels.memory.buffer, colour, width * height);
  const isBare = (at: number) => colours[at]! >= PALEST_SHARE * depths[at]!;
  let isErased = false;
  for (const { darkest: atEnds, sections } of linesAcross(page, paper, {
    mostSlope: MOST_SLOPE,
    shift: 2,
    seen: SEEN,
    ends: ENDS,
    leastDark,
    isBare,
  })) {
    isErased = true;
    const darkest = AS_DARK * atEnds;
    for (const { pixel, across, before, after } of sections()) {
      for (let t = -Math.min(HALF_WIDTH, before); t <= Math.min(HALF_WIDTH, after); t++) {
        const at = pixel + t * across;
        if (depths[at]! > darkest || !isBare(at)) continue;
        depths[at] = 0;
        colours[at] = 0;
      }
    }
  }
  return isErased;
}

function isColour(dark: number, colour: number): boolean {
  return colour >= LEAST_COLOUR && colour >= LEAST_SHARE * dark;
}

/** Roughly the number of the page's coloured pixels of at least this darkness. */
function colouredPixels({ pairs }: Pen, leastDark: number): number {
  let seen = 0;
  for (let pair = Math.ceil(leastDark) << 8; pair < pairs.length; pair++) {
    if (pairs[pair] !== 0 && isColour(pair >> 8, pair & 255)) seen += pairs[pair]!;
  }
  return seen * ROW_STEP;
}
