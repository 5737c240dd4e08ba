import { type CsvCell, csvFault, csvRows } from "../rules/files/csv-rows.ts";
import { MARKUP, TABLE_FAULTS } from "../rules/files/table-faults.ts";
import { decodeText, encodeText, NOT_TEXT, type TextEncoding } from "../rules/files/text-encoding.ts";
import { csvCell, needsQuotes } from "../rules/files/write-csv.ts";

/** A CSV file that can be changed in some cells and keeps every other byte. */
export interface CsvSheet {
  readonly rows: readonly (readonly CsvCell[])[];
  /** The original text of each row with its line end. */
  readonly raws: readonly string[];
  /** The text before the first row: a byte order mark, Excel's own first line, titles. */
  readonly lead: string;
  /** How many rows of titles are in `lead`. */
  readonly titles: number;
  readonly delimiter: string;
  /** The line end of the first row that has one. */
  readonly lineEnd: string;
  readonly encoding: TextEncoding;
}

/** Twice as many as a class may have students; the parser takes a kilobyte for each row of another length. */
const MOST_ROWS = 10_000;

export type ParsedSheet =
  | { readonly ok: true; readonly sheet: CsvSheet }
  | {
      readonly ok: false;
      readonly code: "not-text" | "not-csv" | "empty" | "too-many-rows";
      readonly message: string;
    };

/** Reads a CSV file; `csvText` finds its separator. */
export function parseSheet(bytes: Uint8Array): ParsedSheet {
  const decoded = decodeText(bytes);
  if (decoded === null) return { ok: false, code: "not-text", message: NOT_TEXT };
  const { text, encoding } = decoded;
  if (MARKUP.test(text)) return { ok: false, code: "not-csv", message: TABLE_FAULTS.markup };
  try {
    const { rows, lead, delimiter } = csvRows(text, { most: MOST_ROWS + 1 });
    if (rows.every(({ raw }) => raw.trim() === "")) return { ok: false, code: "empty", message: "The file is empty." };
    if (rows.length > MOST_ROWS) {
      return { ok: false, code: "too-many-rows", message: `The file has more than ${MOST_ROWS} rows.` };
    }
    const raws = rows.map(({ raw }) => raw);
    const lineEnd = /\r\n|\n|\r/.exec(raws.find((raw) => /[\r\n]$/.test(raw))?.slice(-2) ?? "")?.[0] ?? "\r\n";
    const all = rows.map(({ cells }) => cells);
    return { ok: true, sheet: { rows: all, raws, lead, titles: 0, delimiter, lineEnd, encoding } };
  } catch (error) {
    return { ok: false, code: "not-csv", message: `The file is not CSV: ${csvFault(error)}` };
  }
}

/** Headings are looked for in this many rows. */
const HEAD = 20;

/**
 * A sheet from each row on that may have the headings: the first one, and those with more filled cells than all above,
 * as titles have fewer than the headings below them.
 */
export function untitledSheets(sheet: CsvSheet): CsvSheet[] {
  const { rows, raws } = sheet;
  const filled = rows.slice(0, HEAD).map((cells) => cells.filter(({ text }) => text.trim() !== "").length);
  const starts = filled.flatMap((count, row) => (filled.slice(0, row).every((above) => above < count) ? [row] : []));
  return starts.map((titles) => {
    const lead = sheet.lead + raws.slice(0, titles).join("");
    return { ...sheet, rows: rows.slice(titles), raws: raws.slice(titles), lead, titles };
  });
}

/** A written file, and how its letters are stored. */
export interface WrittenSheet {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/**
 * The file with some cells changed: rows that `changes` does not name stay the same, byte for byte. If its encoding lacks
 * a letter of the changes, it becomes UTF-8 with a byte order mark.
 */
export function writeSheet(sheet: CsvSheet, changes: ReadonlyMap<number, ReadonlyMap<number, string>>): WrittenSheet {
  const { delimiter } = sheet;
  const rows = sheet.raws.map((raw, row) => {
    const own = changes.get(row);
    if (own === undefined || own.size === 0) return raw;
    const cells = [...sheet.rows[row]!];
    for (const [column, text] of own) {
      while (cells.length <= column) cells.push({ text: "", quoted: false });
      cells[column] = { text, quoted: cells[column]!.quoted || needsQuotes(text) };
    }
    const end = /(\r\n|\n|\r)$/.exec(raw)?.[0] ?? "";
    return cells.map(({ text, quoted }) => csvCell(text, { delimiter, quoted })).join(delimiter) + end;
  });
  const text = sheet.lead + rows.join("");
  if (encodeText(text, sheet.encoding) !== null) return { text, encoding: sheet.encoding };
  return { text: `\uFEFF${text}`, encoding: "utf-8" };
}
