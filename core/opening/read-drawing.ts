import type { Threshold } from "../page/threshold.ts";
import type { PageReader, SeenPage } from "../read-page.ts";
import type { Problem } from "../rules/problem.ts";
import type { PageImage } from "../scan/page-image.ts";
import { type QrCode, readQrCodes } from "../scan/read-qr.ts";
import { type Turn, turnCodes, turnImage } from "../scan/turn-image.ts";
import { withoutQrCodes } from "../scan/without-qr.ts";
import { severalStudents } from "../stack/page-codes.ts";
import { severalSheets } from "./several-sheets.ts";

interface DrawingOptions {
  readonly reader: Pick<PageReader, "see">;
  /** Makes the page upright. */
  readonly turn: Turn;
  /** The codes in the picture, if they were already found. */
  readonly codes?: readonly QrCode[];
  readonly threshold?: Threshold;
  /** If the page has the codes of several students, nobody has decided yet whose it is: then this is a problem. */
  readonly asksWhose?: boolean;
}

/**
 * Reads the drawing on a page as it was taken: blanks its QR codes, turns it upright and looks at it. The command and the
 * server both read through this function, so that the same page gets the same reading.
 *
 * @example
 * const { reading } = await readDrawing(image, { reader, turn: 0 });
 */
export async function readDrawing(image: PageImage, options: DrawingOptions): Promise<SeenPage> {
  const { reader, turn, threshold, asksWhose = false } = options;
  const codes = options.codes ?? (await readQrCodes(image)).codes;
  const problems = asksWhose ? severalStudents(codes.map(({ text }) => text)) : [];
  const drawing = turnImage(withoutQrCodes(image, codes), turn);
  const seen = await reader.see(drawing, { problems, ...(threshold !== undefined && { threshold }) });
  const sheets = severalSheets(seen.sight.page, turnCodes(codes, { image, turn }));
  return sheets.length === 0 ? seen : withProblems(seen, sheets);
}

function withProblems({ sight, reading }: SeenPage, more: readonly Problem[]): SeenPage {
  return {
    sight: { ...sight, problems: [...more, ...sight.problems] },
    reading: { ...reading, problems: [...more, ...reading.problems] },
  };
}
