import type { Quad } from "../../geometry/fit-homography.ts";
import { applyHomography, type Homography } from "../../geometry/homography.ts";
import { SHEET, type SheetBox } from "../../template/layout.ts";

/** From the template's millimetres (as page points) to pixels of the image in which it was found. */
export type Frame = Homography<"Page", "Picture">;

const WHOLE: SheetBox = { x: 0, y: 0, ...SHEET };

/** The corners of the sheet in the image, or those of a part of it: the top left one, then clockwise. */
export function quadOnPaper(frame: Frame, { x, y, width, height } = WHOLE): Quad<"Picture"> {
  const at = (right: number, down: number) => applyHomography(frame, { x: x + right, y: y + down });
  return [at(0, 0), at(width, 0), at(width, height), at(0, height)];
}
