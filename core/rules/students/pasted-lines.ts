import { type ListLine, listLines } from "../files/csv-rows.ts";
import { ID_LABEL, idIn, plainDigits } from "./id-column.ts";
import { plainHeading, rolesOf } from "./roster-columns.ts";

/** A number, a bullet, a box or another sign in front of a line. */
const FRONT = String.raw`^[^\p{L}\p{N}]{0,9}(?:(?:\[[xX]\]|\d{1,4}[.)]?)[ \u00a0\t]+)?[^\p{L}\p{N}]{0,3}`;

/**
 * "1. 20230001 - Cruz, Ana", "20230001_Ana Cruz", "20230001-Ana Cruz": what is in front, the ID, the name and, after
 * several blanks, other columns. In "20230001:Ana:Cruz" the colons are between cells.
 */
const SPACED = new RegExp(
  String.raw`${FRONT}(?<id>\d{8}|\d{4}-\d{4})(?::(?=[ \u00a0]|[^:]*$)|_|[-–—](?=\p{L}{2,},?[ \u00a0])|[)>\]]?[ \u00a0]+(?:[-–—:=/_→]|->)?)[ \u00a0]*(?<name>\p{L}.*)$`,
  "u",
);

/**
 * "1. Cruz, Ana (20230001)", "Ana Cruz <20230001@uni.example>" and "'Ana Cruz' <…>", perhaps with an address or, after
 * several blanks, other columns.
 */
const ID_BEHIND = new RegExp(
  String.raw`${FRONT}["'“]?(?<name>\p{L}(?:[^\d<>()[\]@\t;]*[^\d<>()[\]@\s;–—-])?)` +
    String.raw`(?:[ \u00a0]+(?:[-–—][ \u00a0]*)?|(?=[(<[]))[(<[]?(?<id>\d{8}(?!\d)(?:@[^\s<>()[\]]+)?)[)>\]]?(?:[ \u00a0]{2}.*|(?<=[)\]])[ \u00a0].*|(?:[ \u00a0]+<[^<>]*>)?[\s,;.]*)$`,
  "u",
);

/** Several blanks, or an address or a number. */
const BEHIND_NAME = /[ \u00a0]{2,}|\t|[,;](?=[ \u00a0]*[^\s,;]*[@\d])|[ \u00a0](?=[^\s,;]*[@\d])/;

/** Dots between a name and what is behind it. */
const LEADERS = /[\s.…_·]{3,}$/;

/** What is left of "(BSCPE 2A)" in front of its number. */
const OPEN_BRACKET = /[ \u00a0][([][^()[\]]*$/;

/** "ID" in "Ana Cruz, ID: 20230001" and "Ana Cruz ID 20230001"; "No" and "Sid" alone are names, too. */
const LABEL = new RegExp(
  String.raw`[\s,;]+(?:(?:${ID_LABEL})(?:\.[ \u00a0]*[:#]?|[ \u00a0]*[:#])|(?:student (?:id|no)|u?id)[ \u00a0]*)$`,
  "i",
);

/** Several students in a line of a mail: "20230001 Ana Cruz, 20230002 Bo Li", or addresses. */
const BETWEEN_STUDENTS = /[,;]\s*(?=\d{8}(?::[ \u00a0]*|[ \u00a0]+)\p{L})|(?<=>)[,;]\s*/u;

const ID = /(?<!\d)(?:\d{8}|\d{4}-\d{4})(?!\d)/;

/** Longer lines are not searched for a student: some searches would take long. */
const LONGEST_LINE = 400;

/** IDs and what separates them, nothing else. */
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
 * The lines of a list as PDF files and mails have it, with blanks between ID and name, or IDs alone; null for other
 * texts.
 *
 * @example
 * spacedLines(textLines("1. Ana Cruz (20230001)"));
 * // [{ cells: ["20230001", "Ana Cruz"], line: 1, text: "1. Ana Cruz (20230001)" }]
 */
export function spacedLines(all: readonly TextLine[]): ListLine[] | null {
  const areIds = IDS_ALONE.test(all.map(({ text }) => text).join(" "));
  const lines = all.flatMap(({ text: written, line }) => {
    const text = plainDigits(written).replaceAll("\u3000", " ");
    return text.split(areIds ? /[\s,;]+/ : BETWEEN_STUDENTS).map((part) => ({ text: part, line }));
  });
  const filled = lines.filter(({ text }) => text.trim() !== "");
  if (areIds) return filled.map(({ text, line }) => ({ cells: [text], line }));
  // Pages have headings and a footer of their own.
  const withId = filled.filter(({ text }) => ID.test(text));
  const read = [SPACED, ID_BEHIND].map((pattern) => {
    return filled.map(({ text, line }) => {
      const { id, name = "" } = (text.length <= LONGEST_LINE && pattern.exec(text)?.groups) || {};
      const plain = name
        .split(BEHIND_NAME)[0]!
        .replace(LEADERS, "")
        .replace(OPEN_BRACKET, "")
        .replace(LABEL, "")
        .trim();
      return { cells: id && plain ? [id.replace("-", ""), plain.replace(/[,:"'”]$/, "")] : [text.trim()], line, text };
    });
  });
  return read.find((each) => each.filter(({ cells }) => cells.length > 1).length > withId.length / 2) ?? null;
}

/**
 * The lines of a table whose lines have one cell each, which may be a text that was pasted, or that a spreadsheet has
 * not divided: then as that text has them.
 */
export function undividedLines(lines: readonly ListLine[]): readonly ListLine[] {
  const filled = lines.map(({ cells, line }) => ({ texts: cells.filter((cell) => cell !== ""), line }));
  if (filled.some(({ texts }) => texts.length > 1)) return withIdsApart(lines);
  const texts = filled.map(({ texts: [text = ""], line }) => ({ text: text.replace(/\s+/g, " "), line }));
  const hidden = new Set(lines.filter((each) => each.hidden).map(({ line }) => line));
  const read = spacedLines(texts) ?? dividedLines(texts);
  return read?.map((each) => (hidden.has(each.line) ? { ...each, hidden: true } : each)) ?? lines;
}

/**
 * The lines of a table without a column of IDs, but with IDs in the one of names, as Workday's "Ana Cruz (20230001)": in two
 * columns, the second one with its heading.
 */
function withIdsApart(lines: readonly ListLine[]): readonly ListLine[] {
  if (lines.some(({ cells }) => cells.some((cell) => /^\d{8}$/.test(idIn(cell))))) return lines;
  const headed = lines.map(({ cells }) => rolesOf(cells.map(plainHeading)).indexOf("name"));
  for (const column of new Set(headed.filter((found) => found !== -1))) {
    const texts = lines.flatMap(({ cells: { [column]: text = "" }, line }) => (ID.test(text) ? [{ text, line }] : []));
    const read = texts.length === 0 ? null : spacedLines(texts);
    if (read?.length !== texts.length) continue;
    const byLine = new Map(read.map(({ cells, line }) => [line, cells]));
    return lines.map((each) => {
      const [id, name] = byLine.get(each.line) ?? [];
      const parts = name === undefined ? ["", each.cells[column] ?? ""] : [id!, name];
      return { ...each, cells: each.cells.toSpliced(column, 1, ...parts) };
    });
  }
  return lines;
}

function dividedLines(texts: readonly TextLine[]): ListLine[] | null {
  try {
    const lines = listLines(texts.map(({ text }) => text).join("\n"));
    if (lines.every(({ cells }) => cells.length === 1)) return null;
    return lines.map(({ cells, line }) => ({ cells, line: texts[line - 1]?.line ?? line }));
  } catch {
    return null;
  }
}
