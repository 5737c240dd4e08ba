import type { Quad } from "../geometry/coordinates.ts";
import type { Homography } from "../geometry/homography.ts";
import { NO_INK, type Problem } from "../rules/problem.ts";
import type { PageImage } from "../scan/page-image.ts";
import { blankOutside } from "./blank-outside.ts";
import { inkOfStored } from "./ink/extract-ink.ts";
import { hasStrokes } from "./ink/has-strokes.ts";
import { take, withBytes } from "./kernels/kernels.ts";
import { overview } from "./light/grey-image.ts";
import type { StoredImage } from "./light/stored-image.ts";
import { withRectified } from "./rectify.ts";
import { inPicture, scaleQuad } from "./scale-target.ts";
import { darkOnLight } from "./sheet/dark-on-light.ts";
import { findPaper, type Paper } from "./sheet/find-paper.ts";
import { severalSheets, sheetBox } from "./sheet/several-sheets.ts";
import { shrinkImage } from "./shrink-image.ts";
import { type Threshold, thresholdInk } from "./threshold.ts";

/** A page without light, grid, paper and perspective: only ink is left. */
export interface CleanPage {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel, row by row: 0 paper … 255 full ink. */
  readonly ink: Uint8Array;
  /** From page pixels to pixels of the upright original picture. */
  readonly toPicture: Homography<"Page", "Picture">;
  /** How the page was found: by the template's marks, by the edges of a sheet on a table, or as the whole picture. */
  readonly frame: "template" | "sheet" | "picture";
}

/** Maximum of pixels along a page's long side: a pen line of 0.3 mm on A4 is then 1.6 px wide. */
const LONG_SIDE = 1600;

/** A page with a larger share of ink than this is not a drawing: the threshold takes the paper for ink. */
const MOST_INK = 0.3;

/**
 * The ink of a photographed or scanned page, with the problems found on the way (`no-ink`; `several-sheets`, at each of
 * them; with a fixed `threshold` also `too-much-ink`). If the template is found, the page is its drawing area, upright and seen from straight above.
 * Of a plain sheet on a darker table only the sheet is left, also seen from straight above and turned by less than 45°.
 * Otherwise the page is the whole picture. Light strokes on a dark ground are taken as ink on paper.
 *
 * @example
 * const { page, problems } = cleanPage(image);
 * page.ink.length === page.width * page.height; // true
 * problems; // []
 */
export function cleanPage(
  image: PageImage,
  { threshold = "auto" }: { threshold?: Threshold } = {},
): { page: CleanPage; problems: Problem[] } {
  let turned = image;
  const cleaned = withBytes(image.rgb, () => {
    const grey = overview(image);
    const paper = findPaper(image, grey);
    if (threshold === "auto" && paper?.kind !== "sheet") turned = darkOnLight(image, grey);
    if (turned !== image) return null;
    const frame = paper?.kind ?? "picture";
    if (paper !== null && paper.straight === null) {
      return withRectified(image, { ...paper, longSide: LONG_SIDE }, (cut, toImage) =>
        withQuestion(inkPage(image, { cut, toImage, frame, threshold, paper: null }), { image, paper }),
      );
    }
    const small = shrinkImage(image, LONG_SIDE);
    const scale = { x: small.width / image.width, y: small.height / image.height };
    const m = [1 / scale.x, 0, 0, 0, 1 / scale.y, 0, 0, 0, 1] as const;
    const toImage = { from: "Page", to: "Picture", m } as const;
    const corners = paper?.straight ? scaleQuad(paper.straight, scale) : null;
    return withBytes(small.rgb, (rgb) =>
      inkPage(image, { cut: { ...small, rgb }, toImage, frame, threshold, paper: corners }),
    );
  });
  // Its negative is light: it is not turned again.
  return cleaned ?? cleanPage(turned, { threshold });
}

/** The page, and which of several templates in the picture counts as a problem. */
function withQuestion(
  { page, problems }: ReturnType<typeof cleanPage>,
  { image, paper }: { readonly image: PageImage; readonly paper: Paper },
): ReturnType<typeof cleanPage> {
  if (paper.others.length === 0) return { page, problems };
  const sheets = [paper.frame, ...paper.others].map((frame) => sheetBox(inPicture(frame, image), image));
  return { page, problems: [...severalSheets(sheets), ...problems] };
}

/** What becomes a page: part or all of the picture, and its position. */
interface Cut {
  readonly cut: StoredImage;
  readonly toImage: Homography<"Page", "Picture">;
  readonly frame: CleanPage["frame"];
  readonly threshold: Threshold;
  /** The corners of a sheet on it; nothing outside them counts. */
  readonly paper: Quad<"Picture"> | null;
}

function inkPage(
  image: PageImage,
  { cut, toImage, frame, threshold, paper }: Cut,
): { page: CleanPage; problems: Problem[] } {
  const { width, height } = cut;
  const { ink, problems } = inkOf(cut, { threshold, paper });
  const page: CleanPage = {
    width,
    height,
    ink: ink ?? new Uint8Array(width * height),
    toPicture: inPicture(toImage, image),
    frame,
  };
  return { page, problems };
}

function inkOf(
  image: StoredImage,
  { threshold, paper }: { threshold: Threshold; paper: Quad<"Picture"> | null },
): { ink: Uint8Array | null; problems: Problem[] } {
  const { width, height } = image;
  if (threshold === "auto") {
    const found = inkOfStored(image, { paper });
    // An empty scan has dust on it.
    const ink = found !== null && hasStrokes(found, image) ? found : null;
    return { ink, problems: ink === null ? [noInk()] : [] };
  }
  const ink = thresholdInk({ width, height, rgb: take(image.rgb, 3 * width * height) }, threshold);
  if (paper !== null) blankOutside(ink, { width, height, corners: paper });
  const inked = ink.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  if (inked === 0) return { ink: null, problems: [noInk()] };
  return inked > MOST_INK * width * height ? { ink: null, problems: [tooMuchInk()] } : { ink, problems: [] };
}

/** The problem of a page on which no ink was found: nothing is drawn, or it is too pale. */
function noInk(): Problem {
  return {
    code: NO_INK,
    message: "No ink was found on the page. Draw with a darker pen and take the picture again.",
  };
}

function tooMuchInk(): Problem {
  return {
    code: "too-much-ink",
    message: "At this threshold the paper counts as ink: choose a lower threshold, or the automatic one.",
  };
}
