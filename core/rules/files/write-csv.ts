import { stringify } from "csv-stringify/sync";

/**
 * Separators of some spreadsheet: LibreOffice splits at commas, semicolons and tabs at once unless told otherwise. The
 * rest of an unquoted text would start a new cell there.
 */
const SEPARATING = /[,;\t\r\n"]/;

/** Lines as CSV with commas. A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
export function writeCsv(lines: readonly (readonly (string | number | null)[])[]): string {
  return stringify([...lines], { quoted_match: SEPARATING, cast: { string: safeCell } });
}

/** The same with a byte order mark, without which Excel does not read UTF-8. */
export function spreadsheetCsv(lines: Parameters<typeof writeCsv>[0]): string {
  return `\uFEFF${writeCsv(lines)}`;
}

/** The columns of a table by their headings, each with the cell that it has in a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** A table for a spreadsheet: the headings, then a line for each row. */
export function tableCsv<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  const lines = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
  return spreadsheetCsv([Object.keys(columns), ...lines]);
}

/** Whether one of our texts is quoted, whatever separates the cells of its file. */
export function needsQuotes(text: string): boolean {
  return SEPARATING.test(text);
}

/** A cell for a file with this `delimiter`: quoted if required, or if this file needs it. */
export function csvCell(text: string, { delimiter, quoted }: { delimiter: string; quoted: boolean }): string {
  return stringify([[text]], { delimiter, quoted, quoted_empty: quoted, eof: false });
}

/**
 * A text that a spreadsheet would take for a formula, with an apostrophe in front; any other text unchanged.
 *
 * @example
 * safeCell("=1+1"); // "'=1+1"
 */
export function safeCell(text: string): string {
  return /^[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}
