import { clamp } from "../../basics/numbers.ts";
import { boxAround } from "../../geometry/boxes.ts";
import type { PictureBox } from "../../geometry/coordinates.ts";
import type { Problem } from "../../rules/problem.ts";
import type { PageImage } from "../../scan/page-image.ts";
import { type Frame, quadOnPaper } from "./frame.ts";

/** The code of a picture with several sheets if nothing says which of them counts. */
export const SEVERAL_SHEETS = "several-sheets";

/** Which of the sheets in a picture counts, as a problem at each of them. */
export function severalSheets(sheets: readonly PictureBox[]): Problem[] {
  const message = "Two sheets in one picture: which one counts? Grade it by hand, or upload a picture of each sheet.";
  return sheets.map((box) => ({ code: SEVERAL_SHEETS, message, box }));
}

/** The part of a picture around a sheet; `frame` leads to pixels of the picture. */
export function sheetBox(
  frame: Frame,
  { pictureWidth, pictureHeight }: Pick<PageImage, "pictureWidth" | "pictureHeight">,
): PictureBox {
  const corners = quadOnPaper(frame);
  return boxAround(corners.map(({ x, y }) => ({ x: clamp(x, 0, pictureWidth), y: clamp(y, 0, pictureHeight) })));
}
