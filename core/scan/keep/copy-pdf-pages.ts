import { createHash } from "node:crypto";
import { eachPicture, openPdfiumDocument, type PdfiumDocument, readBuffer } from "../pdfium-document.ts";

/** More than for rendering: a stack of 512 MB is there twice. Below 2 GB, where addresses would become negative. */
const MOST_MEMORY = 1.75 * 1024 ** 3;

/**
 * Names of what a page shares with its document: layers and a form's fields. PDFium (in @hyzyla/pdfium 2.1.13) copies
 * neither the list of layers that are off (OCProperties) nor what fields have from the form (AcroForm): what was hidden
 * would be shown, and what was typed would have another font and size. It writes names without spaces between them.
 */
const SHARED = ["/Type/OCG", "/Subtype/Widget"];

/**
 * A PDF with these pages of another, from 1, as they are there; null if they would look different in it, or if pictures of
 * the other pages would be in it: some PDFs have one list of pictures for all pages.
 *
 * @throws {Error} if PDFium cannot open or copy it.
 */
export async function copyPdfPages(bytes: Uint8Array, pages: readonly number[]): Promise<Uint8Array | null> {
  const opened = await openPdfiumDocument(bytes, MOST_MEMORY);
  const { pdfium, document, save, close } = opened;
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
    if (SHARED.some((name) => saved.includes(name))) return null;
    const kept = new Set(pages.flatMap((page) => picturesOn(opened, page)).map(keyOf));
    const count = pdfium._FPDF_GetPageCount(document);
    for (let page = 1; page <= count; page++) {
      if (pages.includes(page)) continue;
      const strangers = picturesOn(opened, page).filter((picture) => !kept.has(keyOf(picture)));
      if (strangers.some((picture) => saved.includes(picture))) return null;
    }
    return saved;
  } finally {
    close();
  }
}

/** The pictures that are drawn on a page, as the file has them. */
function picturesOn(opened: PdfiumDocument, page: number): Buffer[] {
  const { pdfium } = opened;
  return eachPicture(opened, page, (picture) =>
    readBuffer(pdfium, (buffer, bytes) => pdfium._FPDFImageObj_GetImageDataRaw(picture, buffer, bytes)),
  ).filter(({ length }) => length > 0);
}

function keyOf(picture: Buffer): string {
  return createHash("sha256").update(picture).digest("base64");
}
