import { csvFault, type ListLine, listLines } from "../../core/rules/files/csv-rows.ts";
import { MARKUP, TABLE_FAULTS } from "../../core/rules/files/table-faults.ts";
import { decodeText, NOT_TEXT } from "../../core/rules/files/text-encoding.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import { readNamed } from "./read-named.ts";

/** The text of a CSV file. Throws `CommandFailure`: 3 if it cannot be opened, 2 if it is no text. */
export async function readCsvText(path: string, what: string): Promise<string> {
  return textIn(await readNamed(path, what), { path });
}

/** The text of a file that was read; `fault` says what is wrong with one that is no text. */
export function textIn(
  bytes: Uint8Array,
  { path, fault = NOT_TEXT }: { readonly path: string; readonly fault?: string },
): string {
  const decoded = decodeText(bytes);
  if (decoded === null) throw mustBeCorrected(path, fault);
  return decoded.text;
}

/** A line of a list, by the names of its columns. */
export interface FilledLine<Column extends string> {
  readonly cells: Readonly<Partial<Record<Column, string>>>;
  /** From 1. */
  readonly line: number;
}

/**
 * What spreadsheets in any language save for a formula that is wrong, as `=see page 2` is: `#NAME?`, `#REF!`, `#¡VALOR!`,
 * `#N/A`, German `#NV`, LibreOffice's `Err:508`; and `####` for a number in a column that is too narrow.
 */
const SPREADSHEET_ERROR = /^(#\S{1,20}[!?]|#N\/[A-Z]{1,2}|#NV|#{2,}|Err:\d{3})$/i;

/**
 * The lines of a list that a person has completed, such as `review.csv`. A spreadsheet may have written semicolons.
 *
 * @throws {CommandFailure} 3 if it cannot be opened, 2 if it is wrong, or if a spreadsheet has put an error into a cell.
 */
export async function readFilledIn<Column extends string>(
  path: string,
  columns: readonly Column[],
): Promise<FilledLine<Column>[]> {
  const [header, ...lines] = linesOf(await readCsvText(path, "list"), path);
  if (header === undefined) return [];
  if (!columns.every((column) => header.cells.includes(column))) {
    throw mustBeCorrected(path, `The first line must name the columns ${columns.join(", ")}`);
  }
  return lines.map(({ cells, line }) => {
    const broken = cells.find((cell) => SPREADSHEET_ERROR.test(cell));
    if (broken !== undefined) {
      const fault = `line ${line}: a spreadsheet took a cell for a formula and saved the error ${broken} instead`;
      throw mustBeCorrected(path, `${fault}. Type it again, with an apostrophe in front`);
    }
    const named = header.cells.map((column, index) => [column, cells[index]] as const);
    return { cells: Object.fromEntries(named) as FilledLine<Column>["cells"], line };
  });
}

function linesOf(text: string, path: string): ListLine[] {
  if (MARKUP.test(text)) throw mustBeCorrected(path, TABLE_FAULTS.markup);
  try {
    return listLines(text);
  } catch (error) {
    throw mustBeCorrected(path, csvFault(error));
  }
}

/** The whole points in a cell, without the decimals that the format of its column shows: `3` of `3,00`. */
export function pointsIn(cell: string): string {
  return cell.replace(/^(\d+)[.,]0{1,2}$/, "$1");
}

/** Without the apostrophe in front of text that a spreadsheet would take for a formula. */
export function withoutApostrophe(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, "");
}
