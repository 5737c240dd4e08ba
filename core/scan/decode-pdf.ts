import { sum } from "../basics/numbers.ts";
import { pageOf, tooManyPages } from "./decode-picture.ts";
import type { DecodedFile, DecodedPage, ScanFailure } from "./decoded-file.ts";
import { isPictureLost } from "./is-picture-lost.ts";
import { isPortfolio } from "./is-portfolio.ts";
import { mendAnnotations } from "./mend-annotations.ts";
import type { PageImage } from "./page-image.ts";
import { eachPicture, openPdfiumDocument, type PdfiumDocument } from "./pdfium-document.ts";

const POINTS_PER_INCH = 72;
/** The longest page side that is rendered, in pixels: A2 at 200 DPI; a poster is rendered more coarsely. */
const LONGEST_SIDE = 4700;
/** A page whose sides are shorter than this (20 cm), in points, may be a scan whose density is wrong, or a cut-out. */
const SMALL_PAGE = 576;
/** How many bytes rendering may take: a page of the maximum size takes a tenth of it, a hostile file everything. */
const MOST_MEMORY = 640 * 1024 * 1024;

export interface PdfOptions {
  readonly maxPages: number;
  readonly longSide: number;
  readonly wanted: (page: number) => boolean;
  readonly dpi: number;
}

/** The pages of a PDF, rendered in colour; the rendering is the page's picture. */
export async function decodePdf(
  bytes: Uint8Array,
  { maxPages, longSide, wanted, dpi }: PdfOptions,
): Promise<DecodedFile> {
  let document: PdfiumDocument;
  try {
    document = await openPdfiumDocument(bytes, MOST_MEMORY);
  } catch (error) {
    return { ok: false, failure: loadFailure(error) };
  }
  const pageCount = document.file.getPageCount();
  const failure = fileFailure(document, { pageCount, maxPages });
  const numbers = failure === null ? Array.from({ length: pageCount }, (_, index) => index + 1).filter(wanted) : [];
  const pages = renderPages(document, { pages: numbers, longSide, dpi });
  // A generator that is never asked closes nothing.
  if (numbers.length === 0) await pages.next();
  return failure === null ? { ok: true, pageCount, pages } : { ok: false, failure };
}

function fileFailure(
  document: PdfiumDocument,
  { pageCount, maxPages }: { pageCount: number; maxPages: number },
): ScanFailure | null {
  if (pageCount < 1) return damaged();
  if (pageCount > maxPages) return tooManyPages("PDF", pageCount, { maxPages });
  try {
    return isPortfolio(document) ? portfolio() : null;
  } catch {
    // What cannot be written may still be rendered.
    return null;
  }
}

async function* renderPages(
  document: PdfiumDocument,
  { pages, ...size }: { pages: readonly number[]; longSide: number; dpi: number },
): AsyncGenerator<DecodedPage, void, void> {
  try {
    for (const page of pages) {
      let rendered: PageImage | ScanFailure = damaged();
      try {
        const image = await renderPage(document, { page, ...size });
        rendered = (await isPictureLost(document, { page, image })) ? lost() : image;
      } catch {
        // One broken page must not affect the stack's other pages.
      }
      yield "code" in rendered ? { ok: false, page, failure: rendered } : { ok: true, page, image: rendered };
    }
  } finally {
    document.close();
  }
}

async function renderPage(
  document: PdfiumDocument,
  { page, longSide, dpi }: { page: number; longSide: number; dpi: number },
): Promise<PageImage> {
  mendAnnotations(document, page);
  const sheet = document.file.getPage(page - 1);
  const { originalWidth, originalHeight } = sheet.getOriginalSize();
  const side = Math.max(originalWidth, originalHeight);
  const isSmall = side < SMALL_PAGE;
  const pixels = isSmall ? pixelsOn(document, page) : 0;
  const ofPictures = Math.sqrt(pixels / (originalWidth * originalHeight));
  // Lines alone have no pixels: they are drawn as large as is read.
  const own = isSmall && pixels === 0 ? longSide / side : ofPictures;
  const scale = Math.min(Math.max(dpi / POINTS_PER_INCH, own), LONGEST_SIDE / side);
  // With a scale alone the library renders whole points, and a small page may end in the middle of one.
  const size = isSmall
    ? { width: Math.round(originalWidth * scale), height: Math.round(originalHeight * scale) }
    : { scale };
  const picture = await sheet.render({ ...size, render: "bitmap", renderFormFields: true });
  const { default: sharp } = await import("sharp");
  const { width, height } = picture;
  return pageOf(sharp(picture.data, { raw: { width, height, channels: 4 } }), { width, height, longSide });
}

/** How many pixels the pictures of a page have. */
function pixelsOn(document: PdfiumDocument, page: number): number {
  const { pdfium } = document;
  const size = pdfium._malloc(8);
  const pixels = eachPicture(document, page, (picture) => {
    if (pdfium._FPDFImageObj_GetImagePixelSize(picture, size, size + 4) !== 1) return 0;
    const [width = 0, height = 0] = pdfium.HEAP32.subarray(size / 4);
    return width * height;
  });
  pdfium._free(size);
  return sum(pixels);
}

function loadFailure(error: unknown): ScanFailure {
  const text = error instanceof Error ? error.message : "";
  if (!/password|security/i.test(text)) return damaged();
  return { code: "encrypted-pdf", message: "The PDF is protected by a password. Save it without one." };
}

function portfolio(): ScanFailure {
  const message = "The PDF is a portfolio: its pages are in attached files. Save the attached file, and hand that in.";
  return { code: "pdf-portfolio", message };
}

function lost(): ScanFailure {
  const message =
    "The picture on the page is damaged in the PDF, whatever was drawn: some programs write it wrongly. Scan it again as JPG.";
  return { code: "damaged-pdf", message };
}

function damaged(): ScanFailure {
  return { code: "damaged-pdf", message: "The PDF, or a page of it, is damaged. Save it again." };
}
