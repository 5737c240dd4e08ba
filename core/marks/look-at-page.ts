import type { CleanPage } from "../page/clean-page.ts";
import { penWidth, shrinkPage } from "../page/shrink-page.ts";
import { turnPage } from "../page/turn-page.ts";
import type { Quarters } from "../scan/turn-image.ts";
import type { Detector } from "./detector/detector.ts";
import { findMarks, glanceAt } from "./find-marks.ts";
import type { Marks } from "./marks.ts";
import { uprightTurn } from "./upright-turn.ts";

/** Pages with larger gates than this, in pixels, are shrunk to the size at which wires and texts are read best. */
const LARGE_GATE = 120;
const USUAL_GATE = 92;

/** A pen's line is not shrunk below this many pixels: it would break up. */
const LEAST_PEN = 2.8;

/** Shrinking by less than this share of the page's size is not worth it. */
const LEAST_SHRINKING = 0.9;

/** A page and what the detector sees on it. */
interface MarkedPage {
  readonly page: CleanPage;
  readonly marks: Marks;
}

export interface DetectedPage extends MarkedPage {
  /** How many clockwise quarter turns made it upright. */
  readonly quarters: Quarters;
}

/** How a page of this frame was turned at an earlier look. */
export interface KnownTurn {
  readonly frame: CleanPage["frame"];
  readonly quarters: Quarters;
}

/**
 * The page as it is read (upright, with gates of a usual size) and the detector's marks on it, without texts. A page that
 * was on its side or upside down is turned and looked at again: `toPicture` still maps to the same picture. If the turn is
 * known, it is not judged again, nor on the template, whose corners show which side is up.
 */
export async function lookAtPage(
  page: CleanPage,
  { detector, turn = null }: { detector: Detector; turn?: KnownTurn | null },
): Promise<DetectedPage> {
  if (turn?.frame === page.frame) {
    const { quarters } = turn;
    return { ...(await atUsualSize(turnPage(page, quarters), detector)), quarters };
  }
  const sized = await atUsualSize(page, detector);
  const quarters = page.frame === "template" ? 0 : await uprightTurn(sized.page, { marks: sized.marks, detector });
  if (quarters === 0) return { ...sized, quarters };
  const turned = turnPage(sized.page, quarters);
  return { page: turned, marks: await findMarks(turned, { detector }), quarters };
}

async function atUsualSize(page: CleanPage, detector: Detector): Promise<MarkedPage> {
  const glance = await glanceAt(page, { detector });
  const size = glance?.size ?? 0;
  const scale = size > LARGE_GATE ? Math.max(USUAL_GATE / size, LEAST_PEN / penWidth(page)) : 1;
  if (scale > LEAST_SHRINKING) return { page, marks: await findMarks(page, { detector, glance }) };
  const small = shrinkPage(page, scale);
  return { page: small, marks: await findMarks(small, { detector }) };
}
