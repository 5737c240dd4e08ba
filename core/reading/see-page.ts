import { withBackCurves } from "../gates/back-curves.ts";
import { withBareInverters } from "../gates/bare-inverters.ts";
import { withBoxes } from "../gates/boxes/with-boxes.ts";
import { withOutputCircles } from "../gates/output-circles.ts";
import type { Detector } from "../marks/detector/detector.ts";
import { type DetectedPage, type KnownTurn, lookAtPage } from "../marks/look-at-page.ts";
import type { Marks } from "../marks/marks.ts";
import { terminalNames } from "../marks/texts/terminal-names.ts";
import { type CleanPage, cleanPage } from "../page/clean-page.ts";
import { isBareSheet } from "../page/sheet/bare-sheet.ts";
import type { Threshold } from "../page/threshold.ts";
import { NO_INK, NOTHING_DRAWN, type Problem } from "../rules/problem.ts";
import type { ItemNames } from "../rules/tasks/item-names.ts";
import type { PageImage } from "../scan/page-image.ts";
import type { Stage } from "./read-marks.ts";

/**
 * What the page and marks stages extract from a picture: enough to read it again without its pixels or the detector.
 */
export interface PageSight {
  readonly page: CleanPage;
  /** As the detector saw them; their only texts are the names of printed terminals. */
  readonly marks: Marks;
  /** Of the clean page. */
  readonly problems: readonly Problem[];
  /** Pixels of the upright original picture. */
  readonly width: number;
  readonly height: number;
}

export interface PageToSee {
  readonly detector: Detector;
  readonly threshold?: Threshold;
  /** The terminals that are printed on the page. */
  readonly terminals?: ItemNames | undefined;
  readonly onStage?: (stage: Stage) => void;
  /** That of an earlier look: a page is upright at one turn. */
  readonly turn?: KnownTurn;
}

/** A page's ink and marks. */
export async function seePage(
  image: PageImage,
  { detector, threshold = "auto", terminals, onStage, turn }: PageToSee,
): Promise<{ readonly sight: PageSight; readonly turn: KnownTurn }> {
  const { page: asTaken, problems } = cleanPage(image, { threshold });
  onStage?.("page");
  const detected = await lookAtPage(asTaken, { detector, ...(turn && { turn }) });
  const isBare = detected.marks.gates.length === 0 && isBareSheet(image, asTaken);
  const { page, marks: seen } = isBare ? withoutInk(detected) : detected;
  const marks = await withBoxes(page, seen, detector);
  onStage?.("marks");
  const texts = terminals ? terminalNames(page, terminals) : [];
  const sight = {
    page,
    marks: { ...withOutputCircles(page, withBackCurves(page, withBareInverters(page, marks))), texts },
    problems: isBare ? [...problems.filter(({ code }) => code !== NO_INK), nothingDrawn()] : problems,
    width: image.pictureWidth,
    height: image.pictureHeight,
  };
  return { sight, turn: { frame: page.frame, quarters: detected.quarters } };
}

/** The page without the bits of its printed squares that were taken for ink. */
function withoutInk({ page }: DetectedPage): Pick<DetectedPage, "page" | "marks"> {
  const nothing = new Uint8Array(page.width * page.height);
  return { page: { ...page, ink: nothing }, marks: { gates: [], doubtful: [], points: [], texts: [], mask: nothing } };
}

function nothingDrawn(): Problem {
  return { code: NOTHING_DRAWN, message: "Nothing is drawn inside the template's border." };
}
