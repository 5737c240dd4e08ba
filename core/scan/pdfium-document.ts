import type { PDFiumDocument } from "@hyzyla/pdfium";
import { limitWasmMemory } from "./limit-wasm-memory.ts";
import { wasmFile } from "./wasm-file.ts";

/** Functions of PDFium that its package's types do not name. */
export interface Pdfium {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
  _FPDF_CreateNewDocument(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_ImportPagesByIndex(target: number, source: number, indices: number, length: number, at: number): number;
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, index: number): number;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetLine(annotation: number, start: number, end: number): number;
  _FPDFAnnot_GetVertices(annotation: number, points: number, length: number): number;
  _FPDFAnnot_GetColor(annotation: number, type: number, ...parts: [number, number, number, number]): number;
  _FPDFAnnot_GetBorder(annotation: number, horizontal: number, vertical: number, width: number): number;
  _FPDFAnnot_GetAP(annotation: number, mode: number, buffer: number, bytes: number): number;
  _FPDFAnnot_SetFlags(annotation: number, flags: number): number;
  _FPDFAnnot_SetStringValue(annotation: number, key: number, text: number): number;
  _FPDFAnnot_SetAP(annotation: number, mode: number, text: number): number;
  _FPDFDoc_GetAttachmentCount(document: number): number;
  _FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): number;
  _FPDFImageObj_GetBitmap(image: number): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDFImageObj_GetImageFilterCount(image: number): number;
  _FPDFImageObj_GetImageFilter(image: number, index: number, buffer: number, bytes: number): number;
  _FPDFImageObj_GetImageDataDecoded(image: number, buffer: number, bytes: number): number;
  _FPDFImageObj_GetImageDataRaw(image: number, buffer: number, bytes: number): number;
}

/** A PDF in an instance of PDFium of its own: the memory of a WebAssembly module never shrinks, it can only be dropped. */
export interface PdfiumDocument {
  readonly file: PDFiumDocument;
  readonly pdfium: Pdfium;
  /** PDFium's number for it. */
  readonly document: number;
  /** Writes a document without those parts of an older version that PDFium keeps for undoing. */
  save(document: number): Uint8Array;
  close(): void;
}

/**
 * Opens a PDF in at most `mostMemory` bytes.
 *
 * @throws {Error} if PDFium cannot open the file.
 */
export async function openPdfiumDocument(bytes: Uint8Array, mostMemory: number): Promise<PdfiumDocument> {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  const binary = limitWasmMemory(await wasmFile("@hyzyla/pdfium/pdfium.wasm"), mostMemory);
  let functions: WebAssembly.Table | null = null;
  const library = await PDFiumLibrary.init({
    instantiateWasm(imports, succeed) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(binary), imports);
      // biome-ignore lint/complexity/useLiteralKeys: TypeScript wants brackets for the names of exports
      functions = instance.exports["__indirect_function_table"] as WebAssembly.Table;
      succeed(instance as never);
      return instance.exports;
    },
  });
  const file = await library.loadDocument(bytes).catch((error: unknown) => {
    library.destroy();
    throw error;
  });
  const { module: pdfium, documentIdx: document } = file as unknown as { module: Pdfium; documentIdx: number };
  return {
    file,
    pdfium,
    document,
    save: (wanted) => saveDocument(pdfium, { document: wanted, functions: functions! }),
    close() {
      file.destroy();
      library.destroy();
    },
  };
}

const IMAGE = 3;
const FORM = 5;

/** What `use` makes of each picture on a page (from 1), also of those in its forms, by PDFium's number for it. */
export function eachPicture<Value>(
  { pdfium, document }: Pick<PdfiumDocument, "pdfium" | "document">,
  page: number,
  use: (picture: number) => Value,
): Value[] {
  const loaded = pdfium._FPDF_LoadPage(document, page - 1);
  if (loaded === 0) return [];
  try {
    return pictureObjects(pdfium, loaded).map(use);
  } finally {
    pdfium._FPDF_ClosePage(loaded);
  }
}

function pictureObjects(pdfium: Pdfium, page: number): number[] {
  const found: number[] = [];
  const add = (object: number): void => {
    const type = pdfium._FPDFPageObj_GetType(object);
    if (type === IMAGE) found.push(object);
    if (type !== FORM) return;
    for (let i = 0; i < pdfium._FPDFFormObj_CountObjects(object); i++) add(pdfium._FPDFFormObj_GetObject(object, i));
  };
  for (let i = 0; i < pdfium._FPDFPage_CountObjects(page); i++) add(pdfium._FPDFPage_GetObject(page, i));
  return found;
}

/** What PDFium writes into a buffer of the size that it asks for. */
export function readBuffer(pdfium: Pdfium, write: (buffer: number, bytes: number) => number): Buffer {
  const size = write(0, 0);
  if (size === 0) return Buffer.alloc(0);
  const at = pdfium._malloc(size);
  write(at, size);
  const content = Buffer.from(pdfium.HEAPU8.slice(at, at + size));
  pdfium._free(at);
  return content;
}

/** FPDF_NO_INCREMENTAL. */
const WHOLE = 2;

/**
 * `(import "e" "f" (func (param i32 i32 i32) (result i32))) (export "f" (func 0))`: makes a JavaScript function one that
 * PDFium can call back.
 */
const CALLBACK = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x08, 0x01, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x01, 0x7f],
  ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
]);

/** The only place of the table that no function of PDFium has, as it is the null pointer; the table cannot grow. */
const FREE = 0;

function saveDocument(
  pdfium: Pdfium,
  { document, functions }: { document: number; functions: WebAssembly.Table },
): Uint8Array {
  const parts: Uint8Array[] = [];
  function write(_writer: number, from: number, size: number): number {
    parts.push(pdfium.HEAPU8.slice(from, from + size));
    return 1;
  }
  const callback = new WebAssembly.Instance(new WebAssembly.Module(CALLBACK), { e: { f: write } });
  // FPDF_FILEWRITE: its version, and the function.
  const writer = pdfium._malloc(8);
  pdfium.HEAP32.set([1, FREE], writer / 4);
  functions.set(FREE, callback.exports.f);
  try {
    if (pdfium._FPDF_SaveAsCopy(document, writer, WHOLE) !== 1) throw new Error("PDFium could not write the PDF.");
  } finally {
    functions.set(FREE, null);
  }
  return Buffer.concat(parts);
}
