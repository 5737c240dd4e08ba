import LineBreaker from "linebreak";
import type { FontBook, Weight } from "./font-book.ts";
import { clustersOf, type TextRun, textRuns } from "./text-runs.ts";

type Document = PDFKit.PDFDocument;

/** How text is written. */
export interface TextStyle {
  readonly fonts: FontBook;
  readonly weight: Weight;
  /** In the document's unit. */
  readonly size: number;
}

interface LinePlace {
  readonly x: number;
  /** The top of the line. */
  readonly y: number;
  readonly width: number;
}

/** From the top of a line to its letters' foot, and to the next line, for a size of 1: DejaVu's, for all fonts. */
const [ASCENT, LINE] = [0.928, 1.164];

/**
 * A run is shaped as a whole. Without features pdfkit takes it apart at its spaces and puts the words from left to
 * right.
 */
const AS_A_WHOLE: Pick<PDFKit.Mixins.TextOptions, "features"> = { features: ["kern"] };

/** Writes one line, whatever its letters and their direction; what does not fit is cut, with "…" at the end. */
export function writeLine(document: Document, text: string, { x, y, width, ...style }: TextStyle & LinePlace): void {
  const fits = (line: string) => widthOf(document, line, style) <= width;
  let at = x;
  for (const run of textRuns(fits(text) ? text : shortened(text, fits), style)) {
    setFont(document, run, style);
    const foot = y + ASCENT * style.size;
    document.text(run.text, at, foot, { baseline: "alphabetic", lineBreak: false, ...AS_A_WHOLE });
    at += document.widthOfString(run.text, AS_A_WHOLE);
  }
  document.x = x;
  document.y = y + lineHeight(style);
}

/** Writes a text at the document's place, in as many lines as it needs, and goes on to a new page where one is full. */
export function writeParagraph(document: Document, text: string, style: TextStyle & { readonly width: number }): void {
  const { x } = document;
  for (const line of textLines(document, text, style)) {
    const { height, margins } = document.page;
    if (document.y + lineHeight(style) > height - margins.bottom) document.addPage();
    writeLine(document, line, { ...style, x, y: document.y });
  }
}

/** The lines of a text, of which none is wider than `width`. */
export function textLines(document: Document, text: string, style: TextStyle & { readonly width: number }): string[] {
  return text.split("\n").flatMap((part) => wrapped(document, part, style));
}

/** From the top of a line to that of the next one. */
export function lineHeight({ size }: Pick<TextStyle, "size">): number {
  return LINE * size;
}

function setFont(document: Document, { font }: TextRun, { size }: TextStyle): void {
  if (font.name === undefined) document.font(font.path, size);
  else document.font(font.path, font.name, size);
}

/** The width of a line, in the document's unit. */
export function widthOf(document: Document, text: string, style: TextStyle): number {
  return textRuns(text, style).reduce((sum, run) => {
    setFont(document, run, style);
    return sum + document.widthOfString(run.text, AS_A_WHOLE);
  }, 0);
}

function shortened(text: string, fits: (line: string) => boolean): string {
  const clusters = clustersOf(text);
  const cut = (count: number) => `${clusters.slice(0, count).join("").trimEnd()}…`;
  let count = clusters.length;
  while (count > 0 && !fits(cut(count))) count--;
  return cut(count);
}

function wrapped(document: Document, text: string, { width, ...style }: TextStyle & { width: number }): string[] {
  const fits = (line: string) => widthOf(document, line.trimEnd(), style) <= width;
  const lines: string[] = [];
  let line = "";
  for (const part of partsOf(text).flatMap((word) => (fits(word) ? [word] : clustersOf(word)))) {
    if (line !== "" && !fits(line + part)) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}

/** A text, taken apart wherever a line may end. */
function partsOf(text: string): string[] {
  const breaker = new LineBreaker(text);
  const parts: string[] = [];
  let from = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    parts.push(text.slice(from, next.position));
    from = next.position;
  }
  return parts;
}
