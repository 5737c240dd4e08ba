import { SEVERAL_SHEETS, severalSheets, sheetBox } from "../page/sheet/several-sheets.ts";
import { sheetFrame } from "../page/sheet/sheet-frame.ts";
import type { Threshold } from "../page/threshold.ts";
import type { PageReader, PageSight, SeenPage } from "../read-page.ts";
import type { Problem } from "../rules/problem.ts";
import type { PageImage } from "../scan/page-image.ts";
import { type QrCode, readQrCodes } from "../scan/read-qr.ts";
import { type Turn, turnCodes, turnImage } from "../scan/turn-image.ts";
import { withoutQrCodes } from "../scan/without-qr.ts";
import { parseQrText } from "../template/parse-qr-text.ts";
import { frameByCode, isOwnCode } from "./page-parts.ts";

interface DrawingOptions {
  readonly reader: Pick<PageReader, "see">;
  /** Makes the page upright. */
  readonly turn: Turn;
  /** The codes in the picture, if they were already found. */
  readonly codes?: readonly QrCode[];
  readonly threshold?: Threshold;
  /** Of the page, known before it is looked at. */
  readonly problems?: readonly Problem[];
}

/**
 * Reads the drawing on a page as it was taken: blanks its QR codes, turns it upright and looks at it. The command and the
 * server both read through this function, so that the same page gets the same reading.
 *
 * @example
 * const { reading } = await readDrawing(image, { reader, turn: 0 });
 */
export async function readDrawing(image: PageImage, options: DrawingOptions): Promise<SeenPage> {
  const { reader, turn, threshold, problems = [] } = options;
  const codes = options.codes ?? (await readQrCodes(image)).codes;
  const drawing = turnImage(withoutQrCodes(image, codes), turn);
  const seen = await reader.see(drawing, threshold === undefined ? {} : { threshold });
  const asksWhich = [...problems, ...seen.sight.problems].some(({ code }) => code === SEVERAL_SHEETS);
  const others = asksWhich ? [] : sheetsElsewhere(seen.sight, turnCodes(codes, { image, turn }));
  return withProblems(seen, [...problems, ...others]);
}

/** A question if the drawing was found on another sheet than the one with the code. */
function sheetsElsewhere({ page, width, height }: PageSight, codes: readonly QrCode[]): Problem[] {
  const frame = sheetFrame(page);
  if (frame === null) return [];
  const others = codes.filter((code) => parseQrText(code.text) !== null && !isOwnCode(frame, code));
  const size = { pictureWidth: width, pictureHeight: height };
  if (others.length === 0) return [];
  return severalSheets([frame, ...others.map(frameByCode)].map((each) => sheetBox(each, size)));
}

/** With those that are known before the page is looked at: they say as much as what is seen of several sheets. */
function withProblems({ sight, reading }: SeenPage, known: readonly Problem[]): SeenPage {
  const isNew = ({ code }: Problem) => known.every((each) => each.code !== code);
  return {
    sight: { ...sight, problems: [...known, ...sight.problems.filter(isNew)] },
    reading: { ...reading, problems: [...known, ...reading.problems.filter(isNew)] },
  };
}
