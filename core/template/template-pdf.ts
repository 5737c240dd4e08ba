import { OWN_INFO, writePdf } from "../basics/write-pdf.ts";
import { type FontBook, openFontBook } from "../fonts/font-book.ts";
import { lackingCharacters } from "../fonts/text-runs.ts";
import { lineHeight, widthOf, writeLine } from "../fonts/write-text.ts";
import {
  BORDER,
  BORDER_LINE,
  GRID_STEP,
  HEADER,
  MARK_HOLE,
  MARK_SIDE,
  MARKS,
  QR,
  QR_MODULES,
  SHEET,
} from "./layout.ts";
import { parseQrText } from "./parse-qr-text.ts";
import {
  type OpenPicture,
  openPicture,
  type PrintedQuestion,
  placePicture,
  QuestionTooLong,
  writeQuestion,
} from "./question-block.ts";
import { placeTerminals } from "./terminals.ts";

export interface TemplateContent {
  readonly title: string;
  /** Course and group; null if the task has no class. */
  readonly className: string | null;
  /** One page each. */
  readonly items: readonly TemplatePage[];
}

export interface TemplatePage {
  readonly item: number;
  /** The names of its inputs and outputs: see `namesText`. */
  readonly names?: string | null;
  readonly question?: PrintedQuestion | null;
  /** From `formatQrText`, for the item, on a personal page for the student, too. The terminals that it has are printed. */
  readonly qrText: string;
  /**
   * Printed into the fields of a personal page. A name that is empty, or has letters that no font has, is left to be
   * filled in.
   */
  readonly student?: { readonly studentId: string; readonly name: string };
}

type Document = PDFKit.PDFDocument;

const POINTS_PER_MM = 72 / 25.4;
/** Disappears when the page is cleaned: coloured and far paler than any pencil. */
const GRID_COLOUR = "#c9e8f4";
/** In mm: what is free around an arrow, its side, the largest letters, and the room for a name. */
const TERMINAL = { gap: 0.9, arrow: 2, letters: 3.6, room: 8 } as const;

/**
 * The printable template: an A4 page for each item (and student), with border, grid, corner marks, title, class, the
 * question, the student's fields, the QR code and the terminals that it names. The same content gives the same bytes.
 *
 * @throws {RangeError} if a QR text is too long to be printed with modules that a phone can see (152 bytes);
 * `QuestionTooLong` if a question has no room.
 *
 * @example
 * const pdf = await renderTemplate({ title: "Half adder", className: "CPE 101 G1", items: [{ item: 1, qrText }] });
 */
export async function renderTemplate(
  content: TemplateContent,
  { fonts = openFontBook() }: { readonly fonts?: FontBook } = {},
): Promise<Uint8Array> {
  const { default: qrcode } = await import("qrcode");
  const size: [number, number] = [SHEET.width * POINTS_PER_MM, SHEET.height * POINTS_PER_MM];
  return writePdf({ size, info: { ...OWN_INFO, Title: content.title } }, (document) => {
    const pictures = new Map<Uint8Array, OpenPicture>();
    // In the file once, also if it is on the sheets of a whole class.
    function pictureOf(question: TemplatePage["question"]): OpenPicture | null {
      const bytes = question?.picture;
      if (!bytes) return null;
      const picture = pictures.get(bytes) ?? openPicture(document, bytes);
      pictures.set(bytes, picture);
      return picture;
    }
    for (const page of content.items) {
      const { qrText } = page;
      const { modules } = qrcode.create(qrText, { errorCorrectionLevel: "M" });
      if (modules.size > QR_MODULES) throw new RangeError(`Cannot print a QR code of ${qrText.length} characters.`);
      document.addPage();
      // From here on the unit is a millimetre.
      document.scale(POINTS_PER_MM);
      drawGrid(document);
      drawFrame(document);
      drawTerminals(document, { qrText, fonts });
      drawQr(document, modules);
      drawHeader(document, { ...content, ...page, picture: pictureOf(page.question), fonts });
    }
  });
}

/** Whether a question has room on its sheet, also with the names of inputs and outputs. */
export async function questionFits(question: PrintedQuestion, options: { readonly fonts?: FontBook } = {}) {
  const content = { title: "", className: null, items: [{ item: 1, names: "A", question, qrText: "A" }] };
  try {
    await renderTemplate(content, options);
    return true;
  } catch (error) {
    if (error instanceof QuestionTooLong) return false;
    throw error;
  }
}

function drawGrid(document: Document): void {
  const { x, y, width, height } = BORDER;
  for (let at = GRID_STEP; at < width; at += GRID_STEP) document.moveTo(x + at, y).lineTo(x + at, y + height);
  for (let at = GRID_STEP; at < height; at += GRID_STEP) document.moveTo(x, y + at).lineTo(x + width, y + at);
  document.lineWidth(0.2).stroke(GRID_COLOUR);
}

function drawFrame(document: Document): void {
  const { x, y, width, height } = BORDER;
  document.rect(x, y, width, height).lineWidth(BORDER_LINE).stroke("black");
  for (const [index, mark] of MARKS.entries()) {
    document.rect(mark.x - MARK_SIDE / 2, mark.y - MARK_SIDE / 2, MARK_SIDE, MARK_SIDE).fill("black");
    if (index > 0) continue;
    document.rect(mark.x - MARK_HOLE / 2, mark.y - MARK_HOLE / 2, MARK_HOLE, MARK_HOLE).fill("white");
  }
}

/** Outside the border, at which a page is cut to be read: there is nothing to remove from what students draw. */
function drawTerminals(document: Document, { qrText, fonts }: Pick<Header, "qrText" | "fonts">): void {
  const terminals = parseQrText(qrText)?.terminals;
  if (terminals === undefined) return;
  const { gap, arrow, letters, room } = TERMINAL;
  document.fillColor("black");
  for (const { name, at, side } of placeTerminals(terminals)) {
    const outward = side === "left" ? -1 : 1;
    const [near, far] = [at.x + outward * gap, at.x + outward * (gap + arrow)];
    // Into the drawing at inputs, out of it at outputs.
    const [tip, foot] = side === "left" ? [near, far] : [far, near];
    document
      .moveTo(tip, at.y)
      .lineTo(foot, at.y - arrow / 2)
      .lineTo(foot, at.y + arrow / 2)
      .fill();
    const widest = widthOf(document, name, { fonts, weight: "bold", size: letters });
    const style = { fonts, weight: "bold", size: letters * Math.min(1, room / widest) } as const;
    const width = Math.min(widest, room);
    const x = far + outward * gap - (side === "left" ? width : 0);
    // A little more: what is as wide as its room must not be cut.
    writeLine(document, name, { ...style, x, y: at.y - lineHeight(style) / 2, width: width + gap });
  }
}

function drawQr(document: Document, modules: { size: number; data: Uint8Array }): void {
  const side = QR.width / modules.size;
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.data[row * modules.size + column] === 0) continue;
      document.rect(QR.x + column * side, QR.y + row * side, side, side);
    }
  }
  document.fill("black");
}

interface Header extends Pick<TemplateContent, "title" | "className">, TemplatePage {
  readonly picture: OpenPicture | null;
  readonly fonts: FontBook;
}

function drawHeader(document: Document, header: Header): void {
  const { x, y, width } = HEADER;
  document.fillColor("black");
  if (header.question) drawAsked(document, { ...header, question: header.question });
  else drawTitle(document, header);
  const { student, fonts } = header;
  // A question needs the room above the fields.
  const line = y + (header.question ? 30 : 24);
  const name = student?.name ?? "";
  const isLacking = lackingCharacters(name, fonts).length > 0;
  drawField(document, {
    label: "Name",
    value: isLacking ? "" : name,
    hint: isLacking ? PLEASE_WRITE : "",
    x,
    y: line,
    width: 115,
    fonts,
  });
  drawField(document, {
    label: "Student ID",
    value: student?.studentId ?? "",
    x: x + 122,
    y: line,
    width: 80,
    fonts,
  });
  document.fillColor("#555555");
  const note = header.question ? { y: line + (isLacking ? 3.2 : 0.9), size: 2.4 } : { y: line + 6, size: 2.9 };
  writeLine(document, noteOf(header), { ...note, x, width, fonts, weight: "regular" });
}

function noteOf({ qrText }: Header): string {
  const hasTerminals = parseQrText(qrText)?.terminals !== undefined;
  const keep = `Keep the border, the ${hasTerminals ? "" : "four "}marks and the QR code free and in the picture.`;
  return `Draw inside the border with a dark pen.${hasTerminals ? " A wire to an arrow needs no name." : ""} ${keep}`;
}

function drawTitle(document: Document, { title, className, item, names, fonts }: Header): void {
  const { x, y, width } = HEADER;
  writeLine(document, title, { x, y, width, fonts, weight: "bold", size: 6 });
  writeLine(document, subtitle({ className, item }), { x, y: y + 9, width, fonts, weight: "regular", size: 4.2 });
  if (names) writeLine(document, names, { x, y: y + 14.6, width, fonts, weight: "bold", size: 3.6 });
}

/** Title, class, item and names in less room, with the question below and its picture at the right. */
function drawAsked(document: Document, header: Header & { readonly question: PrintedQuestion }): void {
  const { title, className, item, names, question, picture, fonts } = header;
  const place = picture && placePicture(picture, HEADER);
  if (picture && place) document.image(picture, place.x, place.y, { width: place.width, height: place.height });
  const { x, y } = HEADER;
  const width = HEADER.width - (place ? place.width + 4 : 0);
  const titleWidth = Math.min(96, width * 0.6);
  writeLine(document, title, { x, y, width: titleWidth, fonts, weight: "bold", size: 4.4 });
  const rest = { x: x + titleWidth + 2, width: width - titleWidth - 2 };
  writeLine(document, subtitle({ className, item }), { ...rest, y: y + 1, fonts, weight: "regular", size: 3.2 });
  if (names) writeLine(document, names, { x, y: y + 5.6, width, fonts, weight: "bold", size: 3 });
  const top = names ? 9.4 : 5.8;
  const room = { x, y: y + top, width, height: 25 - top };
  if (!writeQuestion(document, question.text, { ...room, fonts })) throw new QuestionTooLong(item);
}

function subtitle({ className, item }: Pick<Header, "className" | "item">): string {
  return className === null ? `Item ${item}` : `${className}   ·   Item ${item}`;
}

interface Field {
  readonly label: string;
  readonly value: string;
  /** Printed small under the line. */
  readonly hint?: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fonts: FontBook;
}

/** For a name that cannot be printed. */
const PLEASE_WRITE = "Please write your name: no font here has all of its letters.";

/** Width of a field's label, in mm. */
const LABEL = 21;

function drawField(document: Document, { label, value, hint = "", x, y, width, fonts }: Field): void {
  const room = width - LABEL - 1;
  document.fillColor("black");
  writeLine(document, label, { x, y: y - 3.6, width: LABEL, fonts, weight: "regular", size: 3.4 });
  const place = { x: x + LABEL + 1, width: room, fonts };
  if (value !== "") writeLine(document, value, { ...place, y: y - 5.2, weight: "bold", size: 4.6 });
  if (hint !== "") writeLine(document, hint, { ...place, y: y + 0.8, weight: "regular", size: 2.6 });
  document
    .moveTo(x + LABEL, y)
    .lineTo(x + width, y)
    .lineWidth(0.25)
    .stroke("black");
}
