import sharp from "sharp";
import { writePdf } from "../../basics/write-pdf.ts";
import { type DecodeOptions, decodePages } from "../decode-pages.ts";
import { fileType, MIMETYPES } from "../file-type.ts";
import { copyPdfPages } from "./copy-pdf-pages.ts";

export interface KeptPages {
  readonly bytes: Uint8Array;
  /** A TIFF or HEIC becomes a PDF. */
  readonly mimetype: string;
  /** The pages are pictures of the original ones. */
  readonly isRedrawn: boolean;
}

/** Pixels per inch and JPEG quality of pages that are drawn again. */
const DPI = 300;
const QUALITY = 92;
/** More pixels than a scan has: it is not shrunk. */
const LONG_SIDE = 10_000;
const POINTS_PER_INCH = 72;

/**
 * A PDF with these pages of a PDF, TIFF or HEIC, from 1, and nothing of the others. The pages of a PDF are copied as they are;
 * those of a TIFF or HEIC, and of a PDF that cannot be taken apart, are drawn again as pictures at 300 DPI.
 *
 * @throws {Error} if one of them cannot be decoded: nothing is left out silently.
 *
 * @example
 * const first = await keepPages(pdf, [1]);
 * first.isRedrawn; // false
 */
export async function keepPages(
  bytes: Uint8Array,
  pages: readonly number[],
  limits: Pick<DecodeOptions, "maxPages" | "maxBytes"> = {},
): Promise<KeptPages> {
  const copied = fileType(bytes) === "pdf" ? await copyPdfPages(bytes, pages).catch(() => null) : null;
  const isRedrawn = copied === null;
  return { bytes: copied ?? (await redrawPages(bytes, pages, limits)), mimetype: MIMETYPES.pdf, isRedrawn };
}

async function redrawPages(
  bytes: Uint8Array,
  pages: readonly number[],
  limits: Pick<DecodeOptions, "maxPages" | "maxBytes">,
): Promise<Uint8Array> {
  const wanted = (page: number): boolean => pages.includes(page);
  const file = await decodePages(bytes, { ...limits, wanted, dpi: DPI, longSide: LONG_SIDE });
  if (!file.ok) throw new Error(file.failure.message);
  return writePdf({}, async (document) => {
    for await (const page of file.pages) {
      if (!page.ok) throw new Error(page.failure.message);
      const { width, height, rgb } = page.image;
      const jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: QUALITY })
        .toBuffer();
      const size: [number, number] = [(width * POINTS_PER_INCH) / DPI, (height * POINTS_PER_INCH) / DPI];
      document.addPage({ size, margin: 0 }).image(jpeg, 0, 0, { width: size[0], height: size[1] });
    }
  });
}
