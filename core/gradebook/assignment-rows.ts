import { plainHeading } from "../rules/students/roster-columns.ts";
import type { CsvSheet } from "./csv-sheet.ts";
import type { GradebookLayout } from "./gradebook-kinds.ts";

/** Headings of what a row's points are for. */
const ASSIGNMENT =
  /^(name of )?(assignment|assessment|activity|task|exercise|quiz|exam|lab|homework|item|aufgabe|ubung(sblatt)?|blatt|devoir|tarea|atividade|opdracht)( ?(id|name|title))?$/;

/**
 * The layout of a table that has a row for each student and assignment, as nbgrader's grades: only the rows of this
 * assignment are students' rows. If none is called like it, the rows of a student have different names, as nobody can
 * tell which one is meant. With one row for each student the column has something else, such as points.
 */
export function rowsOfAssignment(
  { rows }: CsvSheet,
  { layout, title, target }: { layout: GradebookLayout; title: string; target: number },
): GradebookLayout {
  const textAt = (row: number, column: number) => rows[row]?.[column]?.text.trim() ?? "";
  const column = rows[0]!.findIndex((_, index) => index !== target && ASSIGNMENT.test(plainHeading(textAt(0, index))));
  if (column === -1) return layout;
  const own = layout.students.filter((row) => textAt(row, column).toLowerCase() === title.trim().toLowerCase());
  if (own.length > 0) return { ...layout, students: own };
  const ids = new Set(layout.students.map((row) => layout.idColumns.map((id) => textAt(row, id)).join(" ")));
  if (ids.size === layout.students.length) return layout;
  return { ...layout, nameOf: (row) => `${layout.nameOf(row)}, ${textAt(row, column)}` };
}
