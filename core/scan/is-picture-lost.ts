import { createHash } from "node:crypto";
import { UPLOAD } from "../rules/limits.ts";
import { decodePicture, lacksPart } from "./decode-picture.ts";
import type { PageImage } from "./page-image.ts";
import { eachPicture, type Pdfium, type PdfiumDocument, readBuffer } from "./pdfium-document.ts";

/** What JPEG decoders leave where the data or their tables are broken. */
const MID_GREY = 128;
const WHITE = 255;
/** A page's margins, as a part of its sides: a picture may leave them free. */
const MARGIN = 0.1;

/**
 * Whether a PDF's page shows nothing of the picture on it: its tables of colours or codes are broken, as some scanning
 * programs write them. Scans of blank paper have its texture, or were made white everywhere by a program. Or a part is
 * missing, as in a PDF that was made of a JPEG that had not arrived whole.
 */
export async function isPictureLost(
  document: PdfiumDocument,
  { page, image }: { readonly page: number; readonly image: PageImage },
): Promise<boolean> {
  const colour = middleColour(image);
  if (colour === null) return lacksPart(image) && (await hasBrokenJpeg(document, page));
  if (colour !== WHITE) return eachPicture(document, page, () => true).length > 0;
  return (
    isPlain(image.rgb) && eachPicture(document, page, (picture) => isHidden(document.pdfium, picture)).includes(true)
  );
}

/** The grey that most of the page's middle has if a decoder gave up, or all of it has; null if there is none. */
function middleColour({ rgb, width, height }: PageImage): number | null {
  const [left, right] = [3 * Math.floor(width * MARGIN), 3 * Math.floor(width * (1 - MARGIN))];
  const [top, bottom] = [Math.floor(height * MARGIN), Math.floor(height * (1 - MARGIN))];
  const first = rgb[top * width * 3 + left] ?? null;
  let grey = 0;
  let same = 0;
  for (let y = top; y < bottom; y++) {
    for (let p = y * width * 3 + left, end = y * width * 3 + right; p < end; p++) {
      if (rgb[p] === MID_GREY) grey++;
      if (rgb[p] === first) same++;
    }
  }
  const all = (bottom - top) * (right - left);
  if (grey > all / 2) return MID_GREY;
  return same === all ? first : null;
}

/** The first bytes of a JPEG: PDFium skips what is before them. */
const JPEG_START = Buffer.from([0xff, 0xd8]);

/** Whether a decoder that knows broken data from grey paint finds some in a JPEG on the page. */
async function hasBrokenJpeg(document: PdfiumDocument, page: number): Promise<boolean> {
  const { pdfium } = document;
  const { wholePictureBytes } = UPLOAD;
  const limits = { longSide: 1600, wholePictureBytes, maxPages: 1, wanted: () => true };
  // A page may show one picture thousands of times.
  const jpegs = new Map<string, Uint8Array>();
  eachPicture(document, page, (picture) => {
    if (filterOf(pdfium, picture, 0) !== "DCTDecode") return;
    const jpeg = readBuffer(pdfium, (at, bytes) => pdfium._FPDFImageObj_GetImageDataRaw(picture, at, bytes));
    const start = jpeg.indexOf(JPEG_START);
    if (start >= 0) jpegs.set(createHash("sha256").update(jpeg).digest("base64"), jpeg.subarray(start));
  });
  for (const jpeg of jpegs.values()) {
    const file = await decodePicture(jpeg, limits);
    // One that is refused for its size or kind may be whole.
    if (file.ok) for await (const { ok } of file.pages) if (!ok) return true;
  }
  return false;
}

/** All bytes are the same. */
function isPlain(bytes: Uint8Array): boolean {
  return bytes.every((value) => value === bytes[0]);
}

/** Filters after which a picture is there as samples. */
const PLAIN_FILTER = /^(Flate|LZW|RunLength|ASCII85|ASCIIHex)Decode$/;

/** Blank paper takes less than this in JBIG2, in bytes. */
const BLANK_JBIG2 = 1000;

/**
 * Whether a picture cannot be decoded, or its samples differ, as far as they can be had without its tables. In JBIG2
 * they cannot, but PDFium (in @hyzyla/pdfium 2.1.13) shows those that are coded as in a fax (MMR) as white.
 */
function isHidden(pdfium: Pdfium, picture: number): boolean {
  const bitmap = pdfium._FPDFImageObj_GetBitmap(picture);
  if (bitmap === 0) return true;
  pdfium._FPDFBitmap_Destroy(bitmap);
  for (let index = 0; index < pdfium._FPDFImageObj_GetImageFilterCount(picture); index++) {
    const name = filterOf(pdfium, picture, index);
    if (name === "JBIG2Decode") {
      return pdfium._FPDFImageObj_GetImageDataRaw(picture, 0, 0) > BLANK_JBIG2;
    }
    if (!PLAIN_FILTER.test(name)) return false;
  }
  return !isPlain(readBuffer(pdfium, (at, bytes) => pdfium._FPDFImageObj_GetImageDataDecoded(picture, at, bytes)));
}

/** The name of a filter; an empty string if the picture has not so many. */
function filterOf(pdfium: Pdfium, picture: number, index: number): string {
  const name = readBuffer(pdfium, (at, bytes) => pdfium._FPDFImageObj_GetImageFilter(picture, index, at, bytes));
  return name.toString("latin1").replace("\0", "");
}
