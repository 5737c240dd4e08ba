import { NO } from "../basics/yes-no.ts";
import { isFeedbackText } from "../feedback/student-feedback.ts";
import type { TextEncoding } from "../rules/files/text-encoding.ts";
import { safeCell } from "../rules/files/write-csv.ts";
import { idColumns } from "../rules/students/id-column.ts";
import { plainHeading } from "../rules/students/roster-columns.ts";
import { rowsOfAssignment } from "./assignment-rows.ts";
import { type CsvSheet, parseSheet, untitledSheets, writeSheet } from "./csv-sheet.ts";
import type { GradebookKind } from "./gradebook-kind.ts";
import { chosenLayout, type GradebookLayout, gradebookLayout } from "./gradebook-kinds.ts";
import { gradebookWarnings } from "./gradebook-warnings.ts";
import { matchRows } from "./match-rows.ts";
import type { RowNote } from "./row-note.ts";

/** The results of one student. */
export interface StudentResult {
  /** Eight digits. */
  readonly studentId: string;
  /** Null: not graded yet, or nothing handed in; the cell then stays the same. */
  readonly grade: number | null;
  /** For Moodle's 'Feedback comments', from `feedbackText`; empty keeps the cell. */
  readonly feedback: string;
}

export interface GradebookGrades {
  readonly results: readonly StudentResult[];
  /** The name of the column to fill, if `column` is not given. */
  readonly title: string;
  readonly maximum: number;
  /** The column to fill, by its heading; what the program adds to the assignment's name may be left out. */
  readonly column?: string;
  /** Of a table of another kind: the heading of the column with the Student IDs. */
  readonly idColumn?: string;
}

/** A row whose cell was not empty and changed. */
export interface Replaced extends RowNote {
  readonly before: string;
  readonly after: string;
}

export interface FilledGradebook {
  readonly kind: GradebookKind;
  /** The whole file, with its byte order mark if it had one. */
  readonly text: string;
  /** The file's own, for `encodeText`; UTF-8 if that lacks a letter of the comments. */
  readonly encoding: TextEncoding;
  /** The columns in which IDs of students were found. */
  readonly idColumns: readonly string[];
  /** The column that the grades went into. */
  readonly column: string;
  /** True if that column was added. */
  readonly added: boolean;
  readonly filled: number;
  /** Rows whose grade was a different one before. */
  readonly replaced: readonly Replaced[];
  /** Moodle rows whose comment was a different one of `feedbackText` before. */
  readonly replacedComments: readonly Replaced[];
  /** Moodle rows with a person's comment: it stays, and the feedback is not filled in. */
  readonly keptComments: readonly RowNote[];
  /** Rows that match several students, and rows that match the same student: left unchanged. */
  readonly ambiguous: readonly RowNote[];
  /** Rows that match nobody. */
  readonly unmatchedRows: readonly RowNote[];
  /** Students with a grade who have no row. */
  readonly unmatchedStudents: readonly string[];
  /** Students with a row and no grade yet. */
  readonly ungraded: readonly string[];
  /** Canvas rows that are excused (EX), Moodle rows whose grade cannot be changed: left unchanged. */
  readonly locked: readonly RowNote[];
  /** What else a person should know. */
  readonly warnings: readonly string[];
  /** The headings of which a person may name others; empty for a known program's file. */
  readonly columns: readonly string[];
}

export interface GradebookRefusal {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  /** The headings of which a person may name one. */
  readonly columns?: readonly string[];
}

export type GradebookOutcome = { readonly ok: true; readonly gradebook: FilledGradebook } | GradebookRefusal;

/**
 * Fills grades into a gradebook that Canvas, Moodle, Brightspace or Blackboard has exported, or into another table whose
 * columns a person has named. Order, unknown columns, quotes, line ends, encoding and a byte order mark stay; a row that
 * gets nothing stays the same, byte for byte. Students are matched by their IDs, never by their names. A person's comment
 * stays; one from an earlier run is replaced.
 *
 * @example
 * const outcome = fillGradebook(worksheet, { results, title: "Half adder", maximum: 10 });
 * outcome.ok && outcome.gradebook.filled; // 1
 */
export function fillGradebook(bytes: Uint8Array, grades: GradebookGrades): GradebookOutcome {
  const parsed = parseSheet(bytes);
  if (!parsed.ok) return parsed;
  const { idColumn } = grades;
  const layoutOf = (sheet: CsvSheet) => {
    const chosen = idColumn === undefined ? null : columnNamed(sheet, idColumn);
    return chosen === null ? gradebookLayout(sheet) : chosen === -1 ? null : chosenLayout(sheet, chosen);
  };
  const sheets = untitledSheets(parsed.sheet);
  // Without any that is known, the row with a heading of IDs, or below titles of one cell, has the headings.
  const hasIds = ({ rows }: CsvSheet) => idColumns(rows[0]!.map(({ text }) => plainHeading(text))).length > 0;
  const isHead = ({ rows }: CsvSheet) => rows[0]!.filter(({ text }) => text.trim() !== "").length > 1;
  const head = sheets.find((each) => layoutOf(each) !== null) ?? sheets.find(hasIds) ?? sheets.find(isHead);
  const sheet = head ?? parsed.sheet;
  const layout = layoutOf(sheet);
  const columns = sheet.rows[0]!.map(({ text }) => text.trim()).filter((name) => name !== "");
  if (layout === null && idColumn !== undefined) {
    const message = `There is no column "${idColumn}". There are: ${columns.join(", ")}.`;
    return { ok: false, code: "id-column-unknown", message, columns };
  }
  if (layout === null) return { ok: false, code: "unknown-gradebook", message: UNKNOWN, columns };
  const isScale =
    layout.kind === "moodle" && layout.maximumColumn === null && columns.some((name) => /^scale$/i.test(name));
  if (isScale) return { ok: false, code: "gradebook-of-a-scale", message: SCALE };
  const target = targetColumn(sheet, { layout, grades });
  if (!target.ok) return target;
  if (layout.kind === "blackboard" && NO_POINTS.test(target.name)) {
    const message = `"${target.name}" takes no points. Set the column's primary display to Score in Blackboard, and download it again.`;
    return { ok: false, code: "column-without-points", message };
  }
  const { title } = grades;
  const hasOneColumn = layout.kind === "table" || layout.gradeColumn !== null;
  const own = hasOneColumn ? rowsOfAssignment(sheet, { layout, title, target: target.index }) : layout;
  const filled = fill(sheet, { layout: own, target, grades });
  return { ok: true, gradebook: { ...filled, columns: layout.kind === "table" ? columns : [] } };
}

const UNKNOWN =
  "This is not a gradebook as Canvas, Moodle, Brightspace or Blackboard exports it. Say which column has the Student IDs " +
  "and which one gets the grades, or export the gradebook again.";

const SCALE =
  "This assignment is graded with a scale of words, into which Moodle imports no points. Set its grade to points in Moodle, " +
  "and download the worksheet again.";

/** Blackboard's columns of percentages, letters, texts and ticks, in some of its languages. */
const NO_POINTS =
  /\[[^\]]*(?:percent|prozent|porcent|pourcent|procent|letter|buchstabe|letra|lettr|lettera|\btext|complet|vollständig)[^\]]*\] ?\|/i;

function columnNamed({ rows }: CsvSheet, wanted: string): number {
  return rows[0]!.findIndex(({ text }) => plainName(text) === plainName(wanted));
}

interface Target {
  readonly ok: true;
  readonly index: number;
  readonly name: string;
  readonly added: boolean;
}

type FoundTarget = Target | GradebookRefusal;

/**
 * The column for the grades: the only one, or the assignment's by its name with or without what the program adds to it.
 * Canvas gets a new column if none was named.
 */
function targetColumn({ rows }: CsvSheet, { layout, grades }: Omit<Filling, "target">): FoundTarget {
  const { title, column } = grades;
  const { ownColumns, gradeColumn } = layout;
  const header = rows[0]!.map(({ text }) => text.trim());
  const target = (index: number): Target => ({ ok: true, index, name: header[index]!, added: false });
  if (gradeColumn !== null) return target(gradeColumn);
  const named = plainName(column ?? title);
  const fitting = (nameOf: (name: string) => string) =>
    header.flatMap((name, index) => (plainName(nameOf(name)) === named ? [index] : []));
  const exact = fitting((name) => name);
  const all = exact.some((index) => !ownColumns.has(index))
    ? exact
    : fitting((name) => layout.assignmentOf(name).title);
  const found = all.filter((index) => !ownColumns.has(index));
  if (found.length === 1) return target(found[0]!);
  const refuse = (code: string, message: string, columns: readonly string[]): GradebookRefusal => {
    const choice = columns.length === 0 || code === "column-ambiguous" ? "" : ` There are: ${columns.join(", ")}.`;
    return { ok: false, code, message: message + choice, columns };
  };
  if (found.length > 1) {
    const names = found.map((index) => header[index]!);
    return refuse("column-ambiguous", `Several columns fit: ${names.join(", ")}. Name the one that is meant.`, names);
  }
  const isAssignment = (name: string, index: number) =>
    name !== "" && !ownColumns.has(index) && (layout.kind === "table" || layout.assignmentOf(name).title !== name);
  const assignments = header.filter(isAssignment);
  if (all.length > 0) {
    const name = header[all[0]!]!;
    const own =
      layout.kind === "moodle" && layout.assignmentOf(name).title !== name
        ? `"${name}" has no points. In Moodle, export the report with the display type Real.`
        : `"${name}" is a column that the gradebook keeps itself, not an assignment. Name the assignment that is meant.`;
    return refuse("column-not-assignment", own, assignments);
  }
  if (column === undefined && layout.isOpenEnded) return { ok: true, index: header.length, name: title, added: true };
  const advice =
    assignments.length > 0
      ? ". Name the one for the grades."
      : ", nor another one for points. Export the gradebook with points.";
  return refuse("column-unknown", `There is no column "${column ?? title}"${advice}`, assignments);
}

/** Names are compared without case and kinds of spaces: pasted titles have no-break spaces. */
function plainName(name: string): string {
  return name.replace(/\s+/g, " ").trim().toLowerCase();
}

interface Filling {
  readonly layout: GradebookLayout;
  readonly target: Target;
  readonly grades: GradebookGrades;
}

function fill(sheet: CsvSheet, { layout, target, grades }: Filling): Omit<FilledGradebook, "columns"> {
  const results = new Map(grades.results.map((result) => [result.studentId, result]));
  const matched = matchRows(sheet, layout, [...results.keys()]);
  const changes = new Map<number, Map<number, string>>();
  const set = (row: number, column: number, text: string) => {
    changes.set(row, (changes.get(row) ?? new Map<number, string>()).set(column, safeCell(text)));
  };
  const cell = (row: number, column: number | null) => (column === null ? "" : (sheet.rows[row]?.[column]?.text ?? ""));
  const decimal = decimalSign(sheet, { layout, target });
  const written = (points: number) => String(points).replace(".", decimal);
  const locked: RowNote[] = [];
  const replaced: Replaced[] = [];
  const replacedComments: Replaced[] = [];
  const keptComments: RowNote[] = [];
  let filled = 0;
  const otherMaximum = new Set<string>();
  for (const [row, studentId] of matched.rows) {
    const { grade, feedback } = results.get(studentId)!;
    if (grade === null) continue;
    const note = matched.noteOf(row);
    // Moodle writes "-" for no grade.
    const before = cell(row, target.index).trim().replace(/^-$/, "");
    const isExcused = layout.kind === "canvas" && /^ex$/i.test(before);
    if (isExcused || NO.test(cell(row, layout.openColumn).trim())) {
      locked.push(note);
      continue;
    }
    const after = written(grade);
    if (before !== "" && Number(before.replace(",", ".")) !== grade) replaced.push({ ...note, before, after });
    const maximum = cell(row, layout.maximumColumn).trim();
    if (maximum !== "" && Number(maximum.replace(",", ".")) !== grades.maximum) otherMaximum.add(maximum);
    set(row, target.index, after);
    const comment = cell(row, layout.commentColumn).trim();
    if (layout.commentColumn !== null && feedback !== "" && comment !== safeCell(feedback.trim())) {
      const isOurs = isFeedbackText(comment);
      if (isOurs) replacedComments.push({ ...note, before: comment, after: feedback });
      if (isOurs || comment === "") set(row, layout.commentColumn, feedback);
      else keptComments.push(note);
    }
    filled++;
  }
  const maximum = written(grades.maximum);
  if (target.added) widen(sheet, { layout, target, maximum, set, has: (row) => changes.get(row)?.has(target.index) });
  const headed = layout.assignmentOf(target.name).maximum ?? "";
  const possible = target.added ? "" : cell(layout.pointsRow ?? -1, target.index).trim() || headed;
  if (possible !== "" && Number(possible.replace(",", ".")) !== grades.maximum) otherMaximum.add(possible);
  const file = writeSheet(sheet, changes);
  return {
    kind: layout.kind,
    ...file,
    idColumns: layout.idColumns.flatMap((column) =>
      matched.idColumns.has(column) ? [sheet.rows[0]![column]!.text.trim()] : [],
    ),
    column: target.name,
    added: target.added,
    filled,
    replaced,
    replacedComments,
    keptComments,
    ambiguous: matched.ambiguous,
    unmatchedRows: matched.unmatched,
    unmatchedStudents: grades.results.flatMap(({ studentId, grade }) => {
      return grade === null || matched.known.has(studentId) ? [] : [studentId];
    }),
    ungraded: [...new Set(matched.rows.values())].filter((studentId) => results.get(studentId)!.grade === null),
    locked,
    warnings: gradebookWarnings({
      layout,
      target,
      maximum: grades.maximum,
      otherMaximum,
      matched,
      recoded: file.encoding !== sheet.encoding,
    }),
  };
}

/** A number or percentage as a gradebook writes it; three digits may be thousands. */
const DECIMAL = /^-?\d+([.,])(?:\d{1,2}|\d{4,5})(?:\s*%)?$/;

/**
 * How the numbers of a gradebook begin their decimals: as most of the column and of its maximum do, else, if no
 * commas are between the cells, as most of all do (a "1,2" between commas may be groups). A table with semicolons and no
 * such number is for a spreadsheet that writes a comma: it would take 16.5 for a date.
 */
function decimalSign({ rows, delimiter }: CsvSheet, { layout, target }: Pick<Filling, "layout" | "target">): string {
  const signsOf = (cells: CsvSheet["rows"][number]) => {
    return cells.flatMap((cell) => DECIMAL.exec(cell?.text.trim() ?? "")?.[1] ?? []);
  };
  const own = rows.flatMap((cells) => signsOf([cells[target.index]!, cells[layout.maximumColumn ?? target.index]!]));
  const signs = own.length > 0 || delimiter === "," ? own : rows.flatMap(signsOf);
  const commas = signs.filter((sign) => sign === ",").length;
  if (signs.length > 0) return commas >= signs.length / 2 ? "," : ".";
  return layout.kind === "table" && delimiter === ";" ? "," : ".";
}

interface Widening extends Pick<Filling, "layout" | "target"> {
  readonly maximum: string;
  set(row: number, column: number, text: string): void;
  has(row: number): boolean | undefined;
}

/** A new column has a cell in every row, and its maximum in Canvas's row of points. */
function widen({ rows }: CsvSheet, { layout, target, maximum, set, has }: Widening): void {
  rows.forEach((_, row) => {
    if (row === 0) set(row, target.index, target.name);
    else if (row === layout.pointsRow) set(row, target.index, maximum);
    else if (!has(row)) set(row, target.index, "");
  });
}
