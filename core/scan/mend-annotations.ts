import type { Pdfium, PdfiumDocument } from "./pdfium-document.ts";

/** PDFium's numbers for kinds of annotations (FPDF_ANNOT_TEXT and so on). */
const NOTE = 1;
const TEXT_BOX = 3;
const LINE = 4;
const POLYGON = 7;
const POLYLINE = 8;

/** FPDF_ANNOT_APPEARANCEMODE_NORMAL. */
const NORMAL = 0;

/** FPDF_ANNOT_FLAG_HIDDEN. */
const HIDDEN = 2;

/**
 * Prepares what was drawn over a page (from 1) for rendering. Poppler stores what is drawn in Okular or Evince without an
 * appearance (seen with 22.12). PDFium (in @hyzyla/pdfium 2.1.13) makes it for ink, rectangles, ellipses and text, but not
 * for lines, polylines and polygons: they get one here. It fills a text box that has an empty colour, which means that
 * paper shows through, with black. The icons of notes are hidden: they are no drawing, and cover what is below.
 */
export function mendAnnotations({ pdfium, document }: Pick<PdfiumDocument, "pdfium" | "document">, page: number): void {
  const loaded = pdfium._FPDF_LoadPage(document, page - 1);
  if (loaded === 0) return;
  const buffer = pdfium._malloc(16);
  try {
    for (let index = 0; index < pdfium._FPDFPage_GetAnnotCount(loaded); index++) {
      const annotation = pdfium._FPDFPage_GetAnnot(loaded, index);
      if (pdfium._FPDFAnnot_GetSubtype(annotation) === NOTE) pdfium._FPDFAnnot_SetFlags(annotation, HIDDEN);
      else if (pdfium._FPDFAnnot_GetAP(annotation, NORMAL, 0, 0) <= EMPTY) mend(pdfium, { annotation, buffer });
      pdfium._FPDFPage_CloseAnnot(annotation);
    }
  } finally {
    pdfium._free(buffer);
    pdfium._FPDF_ClosePage(loaded);
  }
}

/** The size of an appearance of no characters, in bytes: its end in UTF-16. */
const EMPTY = 2;

interface Drawn {
  /** PDFium's number for it. */
  readonly annotation: number;
  /** Room for 16 bytes. */
  readonly buffer: number;
}

/** Mends an annotation without an appearance. */
function mend(pdfium: Pdfium, drawn: Drawn): void {
  const { annotation } = drawn;
  const kind = pdfium._FPDFAnnot_GetSubtype(annotation);
  if (kind === TEXT_BOX && strokeColour(pdfium, drawn) === BLACK) {
    // A string is no colour. Black is also what PDFium says of an empty one.
    withText(pdfium, "", (none) => {
      withBytes(pdfium, Buffer.from("C\0"), (key) => pdfium._FPDFAnnot_SetStringValue(annotation, key, none));
    });
  }
  if (kind !== LINE && kind !== POLYGON && kind !== POLYLINE) return;
  withText(pdfium, lineContent(pdfium, drawn, kind), (text) => pdfium._FPDFAnnot_SetAP(annotation, NORMAL, text));
}

/** The operators that draw an annotation's lines, in points. */
function lineContent(pdfium: Pdfium, drawn: Drawn, kind: number): string {
  const points = kind === LINE ? lineEnds(pdfium, drawn) : vertices(pdfium, drawn);
  const path = points.map(([x, y], index) => `${x} ${y} ${index === 0 ? "m" : "l"}`).join(" ");
  return `${strokeColour(pdfium, drawn)} RG ${strokeWidth(pdfium, drawn)} w ${path} ${kind === POLYGON ? "s" : "S"}`;
}

type Point = readonly [x: number, y: number];

function lineEnds(pdfium: Pdfium, { annotation, buffer }: Drawn): Point[] {
  const found = pdfium._FPDFAnnot_GetLine(annotation, buffer, buffer + 8) === 1;
  return found ? pointsAt(pdfium, { at: buffer, count: 2 }) : [];
}

function vertices(pdfium: Pdfium, { annotation }: Drawn): Point[] {
  const count = pdfium._FPDFAnnot_GetVertices(annotation, 0, 0);
  const at = pdfium._malloc(8 * count);
  pdfium._FPDFAnnot_GetVertices(annotation, at, count);
  const points = pointsAt(pdfium, { at, count });
  pdfium._free(at);
  return points;
}

/** An array of FS_POINTF. */
function pointsAt(pdfium: Pdfium, { at, count }: { at: number; count: number }): Point[] {
  const numbers = floatsAt(pdfium, { at, count: 2 * count });
  return Array.from({ length: count }, (_, index) => [numbers[2 * index]!, numbers[2 * index + 1]!]);
}

const BLACK = "0 0 0";

/** Red, green and blue, 0 … 1: black if the annotation has no colour. */
function strokeColour(pdfium: Pdfium, { annotation, buffer }: Drawn): string {
  const [red, green, blue, alpha] = [buffer, buffer + 4, buffer + 8, buffer + 12] as const;
  if (pdfium._FPDFAnnot_GetColor(annotation, 0, red, green, blue, alpha) !== 1) return BLACK;
  return Array.from(pdfium.HEAP32.subarray(buffer / 4, buffer / 4 + 3), (value) => value / 255).join(" ");
}

/** In points: 1 if the annotation does not say it. */
function strokeWidth(pdfium: Pdfium, { annotation, buffer }: Drawn): number {
  if (pdfium._FPDFAnnot_GetBorder(annotation, buffer, buffer + 4, buffer + 8) !== 1) return 1;
  return floatsAt(pdfium, { at: buffer + 8, count: 1 })[0]!;
}

function floatsAt({ HEAPU8 }: Pdfium, { at, count }: { at: number; count: number }): number[] {
  const floats = new Float32Array(HEAPU8.buffer, at, count);
  return Array.from(floats, (value) => (Number.isFinite(value) ? Number(value.toFixed(3)) : 0));
}

function withText(pdfium: Pdfium, text: string, use: (at: number) => void): void {
  withBytes(pdfium, Buffer.from(`${text}\0`, "utf16le"), use);
}

function withBytes(pdfium: Pdfium, bytes: Uint8Array, use: (at: number) => void): void {
  const at = pdfium._malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, at);
  use(at);
  pdfium._free(at);
}
