import { SEVERAL_SHEETS, severalSheets, sheetBox } from "../page/sheet/several-sheets.ts";
import { sheetFrame } from "../page/sheet/sheet-frame.ts";
import type { Threshold } from "../page/threshold.ts";
import type { PageReader, SeenPage } from "../read-page.ts";
import type { PageSight } from "../reading/see-page.ts";
import type { Problem } from "../rules/problem.ts";
import type { ItemNames } from "../rules/tasks/item-names.ts";
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
  const terminals = terminalsOn(codes);
  const seen = await reader.see(drawing, { terminals, ...(threshold !== undefined && { threshold }) });
  const asksWhich = [...problems, ...seen.sight.problems].some(({ code }) => code === SEVERAL_SHEETS);
  const elsewhere = asksWhich ? [] : sheetsElsewhere(seen.sight, turnCodes(codes, { image, turn }));
  return withProblems(seen, [...problems, ...elsewhere]);
}

/** The terminals of the page's template; those of several templates are not told apart. */
function terminalsOn(codes: readonly QrCode[]): ItemNames | undefined {
  const [own, ...others] = codes.flatMap(({ text }) => parseQrText(text) ?? []);
  return others.length === 0 ? own?.terminals : undefined;
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
function withProblems({ sight, reading, ...seen }: SeenPage, known: readonly Problem[]): SeenPage {
  const isNew = ({ code }: Problem) => known.every((each) => each.code !== code);
  return {
    ...seen,
    sight: { ...sight, problems: [...known, ...sight.problems.filter(isNew)] },
    reading: { ...reading, problems: [...known, ...reading.problems.filter(isNew)] },
  };
}
