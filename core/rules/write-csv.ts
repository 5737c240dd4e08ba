import { stringify } from "csv-stringify/sync";

/**
 * What separates cells in some spreadsheet: LibreOffice splits at commas, semicolons and tabs at once unless it is asked
 * not to. The rest of an unquoted text would begin a cell of its own there.
 */
const SEPARATING = /[,;\t\r\n"]/;

/** Lines as CSV with commas. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function writeCsv(lines: readonly (readonly (string | number | null)[])[]): string {
  return stringify([...lines], { quoted_match: SEPARATING, cast: { string: safeCell } });
}

/** Whether a text of ours is quoted, whatever separates the cells of its file. */
export function needsQuotes(text: string): boolean {
  return SEPARATING.test(text);
}

/** A cell as a file holds it whose cells `delimiter` separates: quoted where it is to be, or must be in this file. */
export function csvCell(text: string, { delimiter, quoted }: { delimiter: string; quoted: boolean }): string {
  return stringify([[text]], { delimiter, quoted, quoted_empty: quoted, eof: false });
}

/**
 * A text that a spreadsheet would take for a formula, with an apostrophe before it; any other as it is.
 *
 * @example
 * safeCell("=1+1"); // "'=1+1"
 */
export function safeCell(text: string): string {
  return /^[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}
