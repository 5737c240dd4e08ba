import type { PdfiumDocument } from "./pdfium-document.ts";

/**
 * Whether a PDF is a portfolio: its own pages are only a cover for the files that are attached to it (ISO 32000-2, 12.3.5).
 * PDFium has no call that says so, but it writes the catalog of every document as plain text.
 *
 * @throws {Error} if PDFium cannot write it.
 */
export function isPortfolio({ pdfium, document, save }: PdfiumDocument): boolean {
  return pdfium._FPDFDoc_GetAttachmentCount(document) > 0 && /\/Collection\W/.test(catalogOf(save(document)));
}

/** The catalog of a PDF that PDFium has written: its table of objects, with the catalog's number below, is at the end. */
function catalogOf(saved: Uint8Array): string {
  const text = Buffer.from(saved).toString("latin1");
  const table = text.slice(Number(text.slice(text.lastIndexOf("startxref")).split(/\s+/)[1]));
  const root = Number(/\/Root (\d+)/.exec(table)?.[1]);
  let number = 0;
  for (const line of table.split("\r\n")) {
    const [first, , kind] = line.split(" ");
    if (kind === undefined) number = Number(first);
    else if (number++ === root) return text.slice(Number(first), text.indexOf("endobj", Number(first)));
  }
  return "";
}
