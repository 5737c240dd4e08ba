import { parse } from "csv-parse/sync";
import { csvText, NOT_UTF8, utf8Text } from "../../core/rules/files/csv-text.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import { readNamed } from "./read-named.ts";

/** The text of a CSV file. Throws `CommandFailure`: 3 if it cannot be opened, 2 if it is not UTF-8. */
export async function readCsvText(path: string, what: string): Promise<string> {
  const text = utf8Text(await readNamed(path, what));
  if (text === null) throw mustBeCorrected(path, NOT_UTF8);
  return text;
}

/**
 * The lines of a list that a person has completed, such as `review.csv`, as the cells of its columns. A spreadsheet may
 * have written semicolons.
 *
 * @throws {CommandFailure} 3 if it cannot be opened, 2 if it is wrong.
 */
export async function readFilledIn<Column extends string>(
  path: string,
  columns: readonly Column[],
): Promise<Readonly<Record<Column, string | undefined>>[]> {
  const { body, delimiter } = csvText(await readCsvText(path, "list"));
  let lines: Record<Column, string | undefined>[];
  try {
    lines = parse(body, {
      trim: true,
      columns: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as typeof lines;
  } catch (error) {
    throw mustBeCorrected(path, (error as Error).message);
  }
  const [first] = lines;
  if (first === undefined || columns.every((column) => column in first)) return lines;
  throw mustBeCorrected(path, `The first line must name the columns ${columns.join(", ")}`);
}

/** Without the apostrophe in front of text that a spreadsheet would take for a formula. */
export function withoutApostrophe(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, "");
}
