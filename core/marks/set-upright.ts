import type { CleanPage } from "../page/clean-page.ts";
import { turnPage } from "../page/turn-page.ts";
import type { Quarters } from "../scan/turn-image.ts";
import type { Detector } from "./detector/detector.ts";
import { findMarks } from "./find-marks.ts";
import type { Marks } from "./marks.ts";
import { uprightTurn } from "./upright-turn.ts";

/**
 * The page and its marks (without texts); a page that was on its side or upside down is turned and looked at again.
 * `toPicture` of a turned page still maps to the same picture. A page of the template is not turned: its corners show
 * which side is up.
 */
export async function setUpright(
  page: CleanPage,
  { marks, detector }: { marks: Marks; detector: Detector },
): Promise<{ page: CleanPage; marks: Marks; quarters: Quarters }> {
  const quarters = page.frame === "template" ? 0 : await uprightTurn(page, { marks, detector });
  if (quarters === 0) return { page, marks, quarters };
  const turned = turnPage(page, quarters);
  return { page: turned, marks: await findMarks(turned, { detector }), quarters };
}
