import { createHash } from "node:crypto";
import { openPdfiumDocument, type Pdfium, pictureObjects } from "../pdfium-document.ts";

/** More than for rendering: a stack of 512 MB is there twice. Below 2 GB, where addresses would become negative. */
const MOST_MEMORY = 1.75 * 1024 ** 3;

/**
 * A PDF with these pages of another, from 1, as they are there; null if pictures of the other pages would be in it: some
 * PDFs have one list of pictures for all pages.
 *
 * @throws {Error} if PDFium cannot open or copy it.
 */
export async function copyPdfPages(bytes: Uint8Array, pages: readonly number[]): Promise<Uint8Array | null> {
  const { pdfium, document, save, close } = await openPdfiumDocument(bytes, MOST_MEMORY);
  try {
    const copy = pdfium._FPDF_CreateNewDocument();
    const indices = pdfium._malloc(pages.length * 4);
    pdfium.HEAP32.set(
      pages.map((page) => page - 1),
      indices / 4,
    );
    if (pdfium._FPDF_ImportPagesByIndex(copy, document, indices, pages.length, 0) !== 1) {
      throw new Error("PDFium could not copy the pages.");
    }
    const saved = Buffer.from(save(copy));
    const kept = new Set(pages.flatMap((page) => picturesOn(pdfium, { document, page })).map(keyOf));
    const count = pdfium._FPDF_GetPageCount(document);
    for (let page = 1; page <= count; page++) {
      if (pages.includes(page)) continue;
      const strangers = picturesOn(pdfium, { document, page }).filter((picture) => !kept.has(keyOf(picture)));
      if (strangers.some((picture) => saved.includes(picture))) return null;
    }
    return saved;
  } finally {
    close();
  }
}

/** The pictures that are drawn on a page, as the file has them. */
function picturesOn(pdfium: Pdfium, { document, page }: { document: number; page: number }): Buffer[] {
  const loaded = pdfium._FPDF_LoadPage(document, page - 1);
  if (loaded === 0) return [];
  try {
    return pictureObjects(pdfium, loaded)
      .map((picture) => rawPicture(pdfium, picture))
      .filter(({ length }) => length > 0);
  } finally {
    pdfium._FPDF_ClosePage(loaded);
  }
}

function rawPicture(pdfium: Pdfium, image: number): Buffer {
  const size = pdfium._FPDFImageObj_GetImageDataRaw(image, 0, 0);
  if (size === 0) return Buffer.alloc(0);
  const at = pdfium._malloc(size);
  pdfium._FPDFImageObj_GetImageDataRaw(image, at, size);
  const picture = Buffer.from(pdfium.HEAPU8.slice(at, at + size));
  pdfium._free(at);
  return picture;
}

function keyOf(picture: Buffer): string {
  return createHash("sha256").update(picture).digest("base64");
}
