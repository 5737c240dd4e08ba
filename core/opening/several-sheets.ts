import { boxAround, cornersOf, middleOf } from "../geometry/boxes.ts";
import type { PagePoint, PicturePoint } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import { fitHomography, type Quad } from "../geometry/fit-homography.ts";
import { applyHomography } from "../geometry/homography.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { DRAWING_AREA } from "../page/sheet/find-paper.ts";
import type { Problem } from "../rules/problem.ts";
import type { QrCode } from "../scan/read-qr.ts";
import { severalStudents } from "../stack/page-codes.ts";
import { QR, SHEET } from "../template/layout.ts";
import { parseQrText } from "../template/parse-qr-text.ts";

/** The problem of a picture with more than one sheet, at the code of one that was not read. */
const SEVERAL_SHEETS = "several-sheets";

/** A sheet's own code is at most this many code sides away from where the sheet's frame puts it (measured: 0.006). */
const OWN_CODE = 0.5;

/**
 * Whether the drawing that was read may belong to another sheet than a code in the picture: a problem for a person, at
 * most one. A template's code that is not where the frame of `page` puts it, and not on that sheet at all, is another
 * sheet's; so is any if the frame's own code was not read. Without a frame, two codes are two sheets.
 * Corners of `codes` are pixels of the upright picture, as those of `page`.
 */
export function severalSheets(page: CleanPage, codes: readonly QrCode[]): Problem[] {
  const templates = codes.filter(({ text }) => parseQrText(text) !== null);
  const [other] = page.frame === "template" ? codesElsewhere(page, templates) : codesWithoutFrame(templates);
  if (other === undefined) return [];
  const message = "Two sheets in one picture: which one counts? Grade it by hand, or upload a picture of each sheet.";
  return [{ code: SEVERAL_SHEETS, message, box: boxAround(other.corners) }];
}

/** Codes of several students are asked about before: see `claimPage`. */
function codesWithoutFrame(codes: readonly QrCode[]): readonly QrCode[] {
  return severalStudents(codes.map(({ text }) => text)).length > 0 ? [] : codes.slice(1);
}

function codesElsewhere(page: CleanPage, codes: readonly QrCode[]): QrCode[] {
  const places = codes.map((code) => ({ code, at: onSheet(page, middleOf(boxAround(code.corners))) }));
  const side = QR.width;
  const isOwn = ({ at }: (typeof places)[number]) => {
    return distanceBetween(at, { x: QR.x + side / 2, y: QR.y + side / 2 } as PagePoint) < OWN_CODE * side;
  };
  if (!places.some(isOwn)) return [...codes];
  const isOff = ({ at }: (typeof places)[number]) => at.x < 0 || at.y < 0 || at.x > SHEET.width || at.y > SHEET.height;
  return places.filter(isOff).map(({ code }) => code);
}

/** Where a pixel of the picture is on the sheet of a template that was found, in mm from its paper's top left corner. */
function onSheet({ width, height, toPicture }: CleanPage, at: PicturePoint): PagePoint {
  const page = cornersOf({ x: 0, y: 0, width, height }) as unknown as Quad<"Page">;
  const picture = page.map((corner) => applyHomography(toPicture, corner)) as unknown as Quad<"Picture">;
  const sheet = cornersOf(DRAWING_AREA) as unknown as Quad<"Page">;
  const toSheet = fitHomography({ space: "Picture", quad: picture }, { space: "Page", quad: sheet });
  return toSheet === null ? ({ x: Number.NaN, y: Number.NaN } as PagePoint) : applyHomography(toSheet, at);
}
