import { CANVAS_IDS, MOODLE_IDS } from "../rules/students/id-column.ts";
import type { CsvSheet } from "./csv-sheet.ts";

/** Where a gradebook keeps grades and comments, and how its rows identify students. Columns count from 0. */
export interface GradebookLayout {
  readonly kind: "canvas" | "moodle";
  /** Rows of students. */
  readonly students: readonly number[];
  /** Columns that may contain a student's ID, the most certain first. */
  readonly idColumns: readonly number[];
  readonly nameColumn: number;
  /** Canvas: columns that it manages itself, which take no grade. */
  readonly ownColumns: ReadonlySet<number>;
  /** Canvas: the row 'Points Possible'. */
  readonly pointsRow: number | null;
  /** Moodle. */
  readonly gradeColumn: number | null;
  readonly commentColumn: number | null;
  readonly maximumColumn: number | null;
  /** Moodle: 'Grade can be changed'. */
  readonly openColumn: number | null;
}

/** The names of Canvas's own columns; computed ones, such as 'Final Score', are marked "(read only)" instead. */
const CANVAS_OWN = new Set([...CANVAS_IDS, "id", "student", "root account", "section", "notes"]);

/** Canvas's rows that are not students: the points of each assignment, and the instructor's test student. */
export const CANVAS_NOBODY = { points: "points possible", test: "student, test" } as const;

/** The kind of gradebook by its header; null if it is unknown. */
export function gradebookLayout(sheet: CsvSheet): GradebookLayout | null {
  const [header = []] = sheet.rows;
  const names = header.map(({ text }) => text.trim().toLowerCase());
  if (names.includes("student") && names.includes("id")) return canvasLayout(sheet, names);
  const isMoodle = names.includes("grade") && MOODLE_IDS.some((name) => names.includes(name));
  return isMoodle ? moodleLayout(sheet, names) : null;
}

function canvasLayout({ rows }: CsvSheet, names: readonly string[]): GradebookLayout {
  const nameColumn = names.indexOf("student");
  const nameOf = (row: number) => rows[row]?.[nameColumn]?.text.trim().toLowerCase() ?? "";
  const pointsRow = rows.findIndex((_, row) => row > 0 && nameOf(row) === CANVAS_NOBODY.points);
  const idColumn = names.indexOf("id");
  const isReadOnly = (column: number) =>
    rows.slice(1, pointsRow + 1).some((cells) => /^\(read only\)$/i.test(cells[column]?.text.trim() ?? ""));
  // The rows between the header and the students describe columns ("Manual Posting"); they name nobody.
  const students = rows.flatMap((cells, row) => {
    const isNobody = row <= Math.max(0, pointsRow) || ["", CANVAS_NOBODY.test].includes(nameOf(row));
    return isNobody || (row < 3 && (cells[idColumn]?.text.trim() ?? "") === "" && pointsRow > row) ? [] : [row];
  });
  return {
    kind: "canvas",
    students,
    idColumns: columnsOf(CANVAS_IDS, names),
    nameColumn,
    ownColumns: new Set(names.flatMap((name, column) => (CANVAS_OWN.has(name) || isReadOnly(column) ? [column] : []))),
    pointsRow: pointsRow === -1 ? null : pointsRow,
    gradeColumn: null,
    commentColumn: null,
    maximumColumn: null,
    openColumn: null,
  };
}

function moodleLayout({ rows }: CsvSheet, names: readonly string[]): GradebookLayout {
  const column = (name: string) => (names.includes(name) ? names.indexOf(name) : null);
  const isEmpty = (row: number) => rows[row]!.every(({ text }) => text.trim() === "");
  return {
    kind: "moodle",
    students: rows.flatMap((_, row) => (row === 0 || isEmpty(row) ? [] : [row])),
    idColumns: columnsOf(MOODLE_IDS, names),
    nameColumn: Math.max(0, names.indexOf("full name")),
    ownColumns: new Set(),
    pointsRow: null,
    gradeColumn: column("grade"),
    commentColumn: column("feedback comments"),
    maximumColumn: column("maximum grade"),
    openColumn: column("grade can be changed"),
  };
}

function columnsOf(wanted: readonly string[], names: readonly string[]): number[] {
  return wanted.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : []));
}
