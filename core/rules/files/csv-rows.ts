// The web UI's build takes csv-parse's build for browsers instead, whose own Buffer fails under Deno (vite.config.ts).
import { type CsvError, parse } from "csv-parse/sync";
import { csvText } from "./csv-text.ts";
import { unquotedFormula } from "./unquoted-formula.ts";

/** A cell and whether it was quoted. */
export interface CsvCell {
  readonly text: string;
  readonly quoted: boolean;
}

export interface CsvRow {
  readonly cells: readonly CsvCell[];
  /** Its original text with its line end. */
  readonly raw: string;
  /** Where it begins, from 1; Excel's own first line is not counted. */
  readonly line: number;
}

export interface CsvRows {
  readonly rows: readonly CsvRow[];
  /** The text before the first row: a byte order mark, Excel's own first line. */
  readonly lead: string;
  readonly delimiter: string;
}

interface CsvOptions {
  /** No more rows than this are read. */
  readonly most?: number;
  /** Blanks before a cell are left out, so that a quotation mark after them begins a quoted cell. */
  readonly ltrim?: boolean;
}

/** Files that passed through several programs have more than one of them. */
const LINE_ENDS = ["\r\n", "\n", "\r"];

/**
 * The rows of a CSV file, also empty ones; `csvText` finds what separates the cells. A quotation mark inside an unquoted
 * cell is an ordinary character, as in spreadsheets.
 *
 * @throws {CsvError} if a quoted cell has no end.
 */
export function csvRows(text: string, { most, ltrim = false }: CsvOptions = {}): CsvRows {
  const { lead, body, delimiter } = csvText(text);
  // Without `columns` and `raw`: the parser would copy the first line for each shorter row, and a row's text for each cell.
  const read = parse(body, {
    delimiter,
    record_delimiter: LINE_ENDS,
    info: true,
    ...(most && { to: most }),
    ltrim,
    relax_column_count: true,
    relax_quotes: true,
    cast: (value, { quoting }) => ({ text: value, quoted: quoting }) as unknown as string,
  }) as unknown as readonly { readonly record: readonly CsvCell[]; readonly info: { readonly bytes: number } }[];
  const whole = new TextEncoder().encode(body);
  const decoder = new TextDecoder();
  let [end, line] = [0, 1];
  const rows = read.map(({ record, info }): CsvRow => {
    const raw = decoder.decode(whole.subarray(end, info.bytes));
    const row = { cells: record, raw, line };
    end = info.bytes;
    // The parser's own count takes CR LF in a quoted cell for two.
    line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
    return row;
  });
  return { rows, lead, delimiter };
}

/** A line of a list. */
export interface ListLine {
  /** Without blanks around them, and without a formula that only says a text. */
  readonly cells: readonly string[];
  /** From 1. */
  readonly line: number;
  /** Of a spreadsheet: whether its row is hidden, as by a filter. */
  readonly hidden?: boolean | undefined;
  /** Of a CSV file: whether a cell begins with a blank, as what was cut at the comma of `Cruz, Ana` does. */
  readonly spaced?: boolean | undefined;
  /** Of a text whose lines are no table: the whole line, of which the cells have a part. */
  readonly text?: string | undefined;
}

const SPACED = /^ \p{L}/u;

/**
 * The lines of a list that is in a CSV file, except those in which every cell is empty: spreadsheets write them for rows
 * that were cleared.
 *
 * @throws {CsvError} if a quoted cell has no end.
 * @example
 * listLines("20230001,Ana\r\n,\n20230002,Bo\n")[1]; // { cells: ["20230002", "Bo"], line: 3 }
 */
export function listLines(text: string): ListLine[] {
  const lines = csvRows(text, { ltrim: /[^\S\r\n]"/.test(text) }).rows.map(({ cells, line }): ListLine => {
    const isSpaced = cells.some((cell) => SPACED.test(cell.text));
    return { cells: cells.map((cell) => unquotedFormula(cell.text.trim())), line, ...(isSpaced && { spaced: true }) };
  });
  return lines.filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/** Why a text is not CSV. */
export function csvFault(error: unknown): string {
  return (error as CsvError).message;
}
