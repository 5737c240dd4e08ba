import type { FontBook } from "../fonts/font-book.ts";
import { lineHeight, textLines, writeLine } from "../fonts/write-text.ts";
import type { SheetBox } from "./layout.ts";

/** What an item asks, for students; one of the two is there. */
export interface PrintedQuestion {
  readonly text: string;
  /** A PNG or JPEG without transparency: see `redrawQuestionPicture`. */
  readonly picture: Uint8Array | null;
}

/** A question has no room on its sheet, however small it is printed. */
export class QuestionTooLong extends RangeError {
  constructor(item: number) {
    super(`The question of item ${item} does not fit on its sheet.`);
  }
}

/** Sizes of its letters in mm: the largest one that fits is taken. The last is 6.8 pt. */
const SIZES = [3.6, 3.2, 2.9, 2.6, 2.4] as const;

/** The room for a picture, at the right, in mm. */
const PICTURE_ROOM = { width: 64, height: 25 } as const;

/** What pdfkit makes of a picture, in pixels: written several times, it is in the file once. Its types do not have it. */
export interface OpenPicture extends ArrayBuffer {
  readonly width: number;
  readonly height: number;
}

export function openPicture(document: PDFKit.PDFDocument, bytes: Uint8Array): OpenPicture {
  return (document as unknown as { openImage(bytes: Buffer): OpenPicture }).openImage(Buffer.from(bytes));
}

/** The picture's place in `room`: at the right, as large as it can be there. */
export function placePicture({ width, height }: OpenPicture, room: SheetBox): SheetBox {
  const scale = Math.min(PICTURE_ROOM.width / width, PICTURE_ROOM.height / height);
  return {
    x: room.x + room.width - width * scale,
    y: room.y,
    width: width * scale,
    height: height * scale,
  };
}

/** Writes a question's text into a box of the sheet; false if it has no room there. */
export function writeQuestion(
  document: PDFKit.PDFDocument,
  text: string,
  { x, y, width, height, fonts }: SheetBox & { readonly fonts: FontBook },
): boolean {
  for (const size of SIZES) {
    const style = { fonts, weight: "regular", size } as const;
    const lines = textLines(document, text, { ...style, width });
    if (lines.length * lineHeight(style) > height) continue;
    for (const [index, line] of lines.entries()) {
      writeLine(document, line, { ...style, x, y: y + index * lineHeight(style), width });
    }
    return true;
  }
  return false;
}
