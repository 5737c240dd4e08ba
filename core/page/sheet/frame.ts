import { cornersOf } from "../../geometry/boxes.ts";
import type { Quad } from "../../geometry/coordinates.ts";
import { applyHomography, type Homography } from "../../geometry/homography.ts";
import { SHEET, type SheetBox } from "../../template/layout.ts";

/** From the template's millimetres (as page points) to pixels of the image in which it was found. */
export type Frame = Homography<"Page", "Picture">;

const WHOLE: SheetBox = { x: 0, y: 0, ...SHEET };

/** The corners of the sheet in the image, or those of a part of it: the top left one, then clockwise. */
export function quadOnPaper(frame: Frame, part = WHOLE): Quad<"Picture"> {
  const [a, b, c, d] = cornersOf<"Page">(part);
  return [applyHomography(frame, a), applyHomography(frame, b), applyHomography(frame, c), applyHomography(frame, d)];
}
