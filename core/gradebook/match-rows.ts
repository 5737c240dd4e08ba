import { idIn, restoredId, SHORTENED } from "../rules/students/id-column.ts";
import type { CsvSheet } from "./csv-sheet.ts";
import type { GradebookLayout } from "./gradebook-kinds.ts";
import type { RowNote } from "./row-note.ts";

export interface MatchedRows {
  /** Row to student; a student in several sections may have several rows. */
  readonly rows: ReadonlyMap<number, string>;
  readonly ambiguous: readonly RowNote[];
  /** Those of `ambiguous` that have more cells than the headings. */
  readonly overlong: readonly RowNote[];
  readonly unmatched: readonly RowNote[];
  /** IDs, also the program's own, of which a spreadsheet has dropped leading zeros or other digits. */
  readonly shortened: readonly string[];
  /** Students who appear in some row, even an ambiguous one. */
  readonly known: ReadonlySet<string>;
  /** Columns in which students were found. */
  readonly idColumns: ReadonlySet<number>;
  noteOf(row: number): RowNote;
}

/** A number of more than 15 digits, as of a program's own: spreadsheets keep no more. */
const ROUNDED = /^\d[.,]\d+E\+\d+$/i;

/**
 * Finds each row's student. A cell identifies a student if it is their ID, alone or before an @. A row with several
 * students, and rows of different names with the same student, are ambiguous: nothing is guessed. So are those whose cells
 * a comma without quotation marks has moved. Rows of one name are a student's sections.
 */
export function matchRows(
  { rows, titles }: CsvSheet,
  { kind, students, idColumns, ownColumns, nameOf }: GradebookLayout,
  studentIds: readonly string[],
): MatchedRows {
  const wanted = new Set(studentIds);
  const idsByRow = new Map<number, readonly string[]>();
  const owners = new Map<string, number[]>();
  const textAt = (row: number, column: number) => rows[row]?.[column]?.text.trim() ?? "";
  const found = new Set<number>();
  for (const row of students) {
    const idAt = (column: number) => idIn(textAt(row, column));
    const hits = idColumns.filter((column) => wanted.has(idAt(column)));
    for (const column of hits) found.add(column);
    const ids = [...new Set(hits.map(idAt))];
    idsByRow.set(row, ids);
    for (const id of ids) owners.set(id, [...(owners.get(id) ?? []), row]);
  }
  const noteOf = (row: number): RowNote => {
    return { row: row + 1 + titles, name: nameOf(row), ids: idsByRow.get(row) ?? [] };
  };
  const matched = new Map<number, string>();
  const ambiguous: RowNote[] = [];
  const unmatched: RowNote[] = [];
  const shortened: string[] = [];
  // Canvas finds students by its own numbers.
  const columns = kind === "canvas" ? [...new Set([...idColumns, ...ownColumns])] : idColumns;
  const isShortened = (text: string) =>
    SHORTENED.test(text) || restoredId(text, { matches: (id) => wanted.has(id), words: "" }) !== null;
  const overlong: RowNote[] = [];
  // Spreadsheets fill up the row of headings to the length of the others, and some programs end every row with a separator.
  const width = rows[0]!.findLastIndex(({ text }) => text.trim() !== "") + 1;
  const least = Math.min(...rows.slice(1).map(({ length }) => length));
  const isOverlong = (row: number) => {
    const isFilled = rows[row]!.slice(width).some(({ text }) => text.trim() !== "");
    const isCut = rows[row]!.some(({ text, quoted }) => !quoted && /^ \p{L}/u.test(text));
    return isFilled || (rows[row]!.length > rows[0]!.length && (isCut || rows[row]!.length > least));
  };
  for (const [row, [id, ...others]] of idsByRow) {
    const isDropped = (column: number) => {
      const text = textAt(row, column);
      const isRounded = ROUNDED.test(text) && idIn(text) === text;
      return isRounded || (id === undefined && idColumns.includes(column) && isShortened(text));
    };
    shortened.push(...columns.filter(isDropped).map((column) => textAt(row, column)));
    if (id !== undefined && isOverlong(row)) overlong.push(noteOf(row));
    if (id === undefined) unmatched.push(noteOf(row));
    else if (isOverlong(row) || others.length > 0 || new Set(owners.get(id)!.map(nameOf)).size > 1)
      ambiguous.push(noteOf(row));
    else matched.set(row, id);
  }
  const known = new Set(owners.keys());
  return { rows: matched, ambiguous, overlong, unmatched, shortened, known, idColumns: found, noteOf };
}
