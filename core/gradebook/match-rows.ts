import { idIn } from "../rules/students/id-column.ts";
import type { CsvSheet } from "./csv-sheet.ts";
import type { GradebookLayout } from "./gradebook-kinds.ts";
import type { RowNote } from "./row-note.ts";

export interface MatchedRows {
  /** Row to student, if neither matches another one. */
  readonly rows: ReadonlyMap<number, string>;
  readonly ambiguous: readonly RowNote[];
  readonly unmatched: readonly RowNote[];
  /** Students who appear in some row, even an ambiguous one. */
  readonly known: ReadonlySet<string>;
  noteOf(row: number): RowNote;
}

/**
 * Finds each row's student. A cell identifies a student if it is their ID, alone or before an @. A row with several
 * students, and rows with the same student, are ambiguous: nothing is guessed.
 */
export function matchRows(
  { rows }: CsvSheet,
  { students, idColumns, nameColumn }: GradebookLayout,
  studentIds: readonly string[],
): MatchedRows {
  const wanted = new Set(studentIds);
  const idsByRow = new Map<number, readonly string[]>();
  const owners = new Map<string, number[]>();
  for (const row of students) {
    const texts = idColumns.map((column) => rows[row]?.[column]?.text ?? "");
    const ids = [...new Set(texts.map(idIn).filter((id) => wanted.has(id)))];
    idsByRow.set(row, ids);
    for (const id of ids) owners.set(id, [...(owners.get(id) ?? []), row]);
  }
  const noteOf = (row: number): RowNote => {
    return { row: row + 1, name: rows[row]?.[nameColumn]?.text.trim() ?? "", ids: idsByRow.get(row) ?? [] };
  };
  const matched = new Map<number, string>();
  const ambiguous: RowNote[] = [];
  const unmatched: RowNote[] = [];
  for (const [row, [id, ...others]] of idsByRow) {
    if (id === undefined) unmatched.push(noteOf(row));
    else if (others.length > 0 || owners.get(id)!.length > 1) ambiguous.push(noteOf(row));
    else matched.set(row, id);
  }
  return { rows: matched, ambiguous, unmatched, known: new Set(owners.keys()), noteOf };
}
