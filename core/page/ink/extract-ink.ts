import type { Quad } from "../../geometry/coordinates.ts";
import type { PageImage } from "../../scan/page-image.ts";
import { blankOutside } from "../blank-outside.ts";
import { kernels, put, take, withBytes, withRoom } from "../kernels/kernels.ts";
import { type Darkness, darken } from "../light/darkness.ts";
import { paperLight } from "../light/paper-light.ts";
import type { StoredImage } from "../light/stored-image.ts";
import { darkOnLight } from "../sheet/dark-on-light.ts";
import { strokeGroups } from "./connected-groups.ts";
import { eraseFrame } from "./erase-frame.ts";
import { eraseRuling } from "./erase-ruling.ts";
import { eraseStreaks } from "./erase-streaks.ts";
import { eraseWriting } from "./erase-writing.ts";
import { evenStrokes } from "./even-strokes.ts";
import { fillGrain } from "./fill-grain.ts";
import { hollowAreas } from "./hollow-areas.ts";
import { greyness, type InkLevels, inkLevels, PAIRS, penOf } from "./ink-levels.ts";
import { keepColouredStrokes } from "./keep-coloured-strokes.ts";
import { removeSpecks } from "./remove-specks.ts";

/**
 * The ink of an image, one byte per pixel: 0 paper … 255 full ink, soft at the strokes' edges. Light, shadow, grid,
 * ruling, specks and show-through are removed, and light strokes on a dark ground also count as ink. Null if the page
 * has no ink.
 */
export function extractInk(image: PageImage): Uint8Array | null {
  return withBytes(darkOnLight(image).rgb, (rgb) => inkOfStored({ ...image, rgb }, { paper: null }));
}

/**
 * Like `extractInk`, for an image in the kernels' memory; nothing outside the corners `paper` (pixels of `image`) is
 * ink.
 */
export function inkOfStored(image: StoredImage, { paper }: { paper: Quad<"Picture"> | null }): Uint8Array | null {
  const { width, height } = image;
  const size = width * height;
  const ink = withRoom([size, size], (dark, colour) => {
    const page = { width, height, dark, colour };
    const light = paperLight(image);
    darken(image, light, page);
    let pen = penOf(page);
    if (eraseRuling(page, { pen, paper })) pen = penOf(page);
    if (eraseStreaks(page, { pen, paper })) pen = penOf(page);
    if (keepColouredStrokes(image, light, page, pen)) pen = penOf(page);
    const levels = inkLevels(page, pen);
    return levels === null ? null : scaleInk(page, levels);
  });
  if (ink === null) return null;
  if (paper !== null) blankOutside(ink, { width, height, corners: paper });
  const strokes = removeSpecks(fillGrain(evenStrokes(fillGrain(ink, image), image), image), image);
  hollowAreas(strokes, image);
  const groups = eraseFrame(strokes, { groups: strokeGroups(strokes, image), width });
  eraseWriting(strokes, { groups, width });
  return strokes;
}

function scaleInk({ dark, colour, width, height }: Darkness, { paper, full, colourShare }: InkLevels): Uint8Array {
  const scale = 255 / (full - paper);
  const least = Math.floor(paper);
  const inks = new Uint8Array(PAIRS);
  for (let pair = (least + 1) << 8; pair < PAIRS; pair++) {
    const above = greyness(pair >> 8, pair & 255, colourShare) - paper;
    if (above > 0) inks[pair] = Math.min(255, above * scale);
  }
  return withRoom([PAIRS, width * height], (table, ink) => {
    put(inks, table);
    kernels.scaleInk(dark, colour, width * height, least, table, ink);
    return take(ink, width * height);
  });
}
