import type { ListLine } from "../files/csv-rows.ts";

/** "1. 20230001 - Cruz, Ana": what is in front, the ID, the name and, after several blanks, other columns. */
const SPACED = /^[ \u00a0]*(?:\d{1,4}[.)]?[ \u00a0]+)?(?<id>\d{8})(?::|[ \u00a0]+[-–—:]?)[ \u00a0]*(?<name>\p{L}.*)$/u;

/** "1. Cruz, Ana (20230001)" and "Ana Cruz <20230001@uni.example>". */
const ID_BEHIND =
  /^[ \u00a0]*(?:\d{1,4}[.)]?[ \u00a0]+)?(?<name>\p{L}(?:[^\d<>()[\]@\t;]*[^\d<>()[\]@\s;–—-])?)(?:[ \u00a0]+(?:[-–—][ \u00a0]*)?|(?=[(<[]))[(<[]?(?<id>\d{8}(?!\d)(?:@[^\s<>()[\]]+)?)[)>\]]?[\s,;.]*$/u;

/** Several blanks, or an address or a number. */
const BEHIND_NAME = /[ \u00a0]{2,}|\t|[,;](?=[^,;]*[@\d])|[ \u00a0](?=[^\s,;]*[@\d])/;

/** Several students in a line of a mail: "20230001 Ana Cruz, 20230002 Bo Li", or addresses. */
const BETWEEN_STUDENTS = /[,;]\s*(?=\d{8}[ \u00a0]+\p{L})|(?<=>)[,;]\s*/u;
/** No longer line is searched: some searches would take long. */
const LONGEST_LINE = 400;
const IDS_ALONE = /^\s*\d{8}(?:[\s,;]+\d{8})*[\s,;]*$/;

/** A line of a text. */
export interface TextLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A text's lines, whatever they end with. */
export function textLines(text: string): TextLine[] {
  return text.split(/\r\n|\n|\r/).map((each, index) => ({ text: each, line: index + 1 }));
}

/**
 * The lines of a list as PDF files and mails have it, with blanks between ID and name, or IDs alone; null for other texts.
 *
 * @example
 * spacedLines(textLines("1. Ana Cruz (20230001)")); // [{ cells: ["20230001", "Ana Cruz"], line: 1 }]
 */
export function spacedLines(all: readonly TextLine[]): ListLine[] | null {
  const areIds = IDS_ALONE.test(all.map(({ text }) => text).join(" "));
  const lines = all.flatMap(({ text, line }) => {
    return text.split(areIds ? /[\s,;]+/ : BETWEEN_STUDENTS).map((part) => ({ text: part, line }));
  });
  const filled = lines.filter(({ text }) => text.trim() !== "");
  if (areIds) return filled.map(({ text, line }) => ({ cells: [text], line }));
  // Pages have headings and a footer of their own.
  const withId = filled.filter(({ text }) => /(?<!\d)\d{8}(?!\d)/.test(text));
  const read = [SPACED, ID_BEHIND].map((pattern) => {
    return filled.map(({ text, line }) => {
      const { id, name } = (text.length <= LONGEST_LINE && pattern.exec(text)?.groups) || {};
      return { cells: id && name ? [id, name.split(BEHIND_NAME)[0]!.trim()] : [text.trim()], line };
    });
  });
  return read.find((each) => each.filter(({ cells }) => cells.length > 1).length > withId.length / 2) ?? null;
}

/** A sheet's lines; those with one cell each may be a text that was pasted. */
export function sheetLines(lines: readonly ListLine[]): readonly ListLine[] {
  const filled = lines.map(({ cells, line }) => ({ texts: cells.filter((cell) => cell !== ""), line }));
  if (filled.some(({ texts }) => texts.length > 1)) return lines;
  return spacedLines(filled.map(({ texts, line }) => ({ text: texts[0] ?? "", line }))) ?? lines;
}
