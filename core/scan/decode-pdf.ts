import type { PDFiumDocument, PDFiumLibrary } from "@hyzyla/pdfium";
import { toRgb } from "./decode-picture.ts";
import type { DecodedFile, DecodedPage, ScanFailure } from "./decoded-file.ts";
import { limitWasmMemory } from "./limit-wasm-memory.ts";
import type { PageImage } from "./page-image.ts";
import { wasmFile } from "./wasm-file.ts";

const POINTS_PER_INCH = 72;
/** The longest page side that is rendered, in pixels: A2 at 200 DPI; a poster is rendered more coarsely. */
const LONGEST_SIDE = 4700;
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
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  // A separate library instance for each file: the memory of a WebAssembly module never shrinks, it can only be dropped.
  const wasmBinary = limitWasmMemory(await wasmFile("@hyzyla/pdfium/pdfium.wasm"), MOST_MEMORY);
  const library = await PDFiumLibrary.init({ wasmBinary });
  let document: PDFiumDocument;
  try {
    document = await library.loadDocument(bytes);
  } catch (error) {
    library.destroy();
    return { ok: false, failure: loadFailure(error) };
  }
  const pageCount = document.getPageCount();
  const isRead = pageCount >= 1 && pageCount <= maxPages;
  const numbers = isRead ? Array.from({ length: pageCount }, (_, index) => index + 1).filter(wanted) : [];
  const pages = renderPages(library, { document, pages: numbers, longSide, dpi });
  // A generator that is never asked closes nothing.
  if (numbers.length === 0) await pages.next();
  if (isRead) return { ok: true, pageCount, pages };
  return { ok: false, failure: pageCount < 1 ? damaged() : tooLong(pageCount, maxPages) };
}

async function* renderPages(
  library: PDFiumLibrary,
  { document, pages, ...size }: { document: PDFiumDocument; pages: readonly number[]; longSide: number; dpi: number },
): AsyncGenerator<DecodedPage, void, void> {
  try {
    for (const page of pages) {
      let image: PageImage | null = null;
      try {
        image = await renderPage(document, { page, ...size });
      } catch {
        // One broken page must not affect the stack's other pages.
      }
      yield image === null ? { ok: false, page, failure: damaged() } : { ok: true, page, image };
    }
  } finally {
    document.destroy();
    library.destroy();
  }
}

async function renderPage(
  document: PDFiumDocument,
  { page, longSide, dpi }: { page: number; longSide: number; dpi: number },
): Promise<PageImage> {
  const sheet = document.getPage(page - 1);
  const { originalWidth, originalHeight } = sheet.getOriginalSize();
  const scale = Math.min(dpi / POINTS_PER_INCH, LONGEST_SIDE / Math.max(originalWidth, originalHeight));
  const picture = await sheet.render({ scale, render: "bitmap" });
  const { default: sharp } = await import("sharp");
  const rgba = sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 4 } });
  const { data, info } = await toRgb(rgba, longSide).toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    rgb: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    pictureWidth: picture.width,
    pictureHeight: picture.height,
  };
}

function loadFailure(error: unknown): ScanFailure {
  const text = error instanceof Error ? error.message : "";
  if (!/password|security/i.test(text)) return damaged();
  return { code: "encrypted-pdf", message: "The PDF is protected by a password. Save it without one." };
}

function tooLong(pageCount: number, maxPages: number): ScanFailure {
  return { code: "too-many-pages", message: `The PDF has ${pageCount} pages; at most ${maxPages} are read.` };
}

function damaged(): ScanFailure {
  return { code: "damaged-pdf", message: "The PDF, or a page of it, is damaged. Save it again." };
}
