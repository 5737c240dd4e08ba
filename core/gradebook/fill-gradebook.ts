import { isFeedbackText } from "../feedback/student-feedback.ts";
import type { TextEncoding } from "../rules/files/text-encoding.ts";
import { safeCell } from "../rules/files/write-csv.ts";
import { type CsvSheet, parseSheet, writeSheet } from "./csv-sheet.ts";
import { type GradebookLayout, gradebookLayout } from "./gradebook-kinds.ts";
import { type MatchedRows, matchRows } from "./match-rows.ts";
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
  /** The name of the Canvas column, if `column` is not given. */
  readonly title: string;
  readonly maximum: number;
  /** The Canvas column to fill, by its heading; the number after it may be left out. */
  readonly column?: string;
}

/** A row whose cell was not empty and changed. */
export interface Replaced extends RowNote {
  readonly before: string;
  readonly after: string;
}

export interface FilledGradebook {
  readonly kind: "canvas" | "moodle";
  /** The whole file, with its byte order mark if it had one. */
  readonly text: string;
  /** The file's own, for `encodeText`; UTF-8 if that lacks a letter of the comments. */
  readonly encoding: TextEncoding;
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
}

export type GradebookOutcome =
  | { readonly ok: true; readonly gradebook: FilledGradebook }
  | { readonly ok: false; readonly code: string; readonly message: string };

/**
 * Fills grades into a Canvas export or a Moodle grading worksheet. Order, unknown columns, quotes, line ends and a byte
 * order mark stay; a row that gets nothing stays the same, byte for byte. Students are matched by their IDs, never by
 * their names. A person's comment stays; one from an earlier run is replaced.
 *
 * @example
 * const outcome = fillGradebook(worksheet, { results, title: "Half adder", maximum: 10 });
 * outcome.ok && outcome.gradebook.filled; // 1
 */
export function fillGradebook(bytes: Uint8Array, grades: GradebookGrades): GradebookOutcome {
  const parsed = parseSheet(bytes);
  if (!parsed.ok) return parsed;
  const { sheet } = parsed;
  const layout = gradebookLayout(sheet);
  if (layout === null) {
    const message =
      "This is neither a Canvas export (columns Student, ID …) nor a Moodle grading worksheet (columns ID number, " +
      "Grade …). Export the gradebook again and give the file as it comes.";
    return { ok: false, code: "unknown-gradebook", message };
  }
  const target = layout.kind === "canvas" ? canvasColumn(sheet, { layout, grades }) : moodleColumn(sheet, layout);
  if (!target.ok) return target;
  return { ok: true, gradebook: fill(sheet, { layout, target, grades }) };
}

interface Target {
  readonly ok: true;
  readonly index: number;
  readonly name: string;
  readonly added: boolean;
}

type FoundTarget = Target | { readonly ok: false; readonly code: string; readonly message: string };

/** The assignment's column by its name with or without Canvas's number; a new one if `column` was not given. */
function canvasColumn({ rows }: CsvSheet, { layout, grades }: Omit<Filling, "target">): FoundTarget {
  const { title, column } = grades;
  const { ownColumns } = layout;
  const header = rows[0]!.map(({ text }) => text.trim());
  const named = plainName(column ?? title);
  const fitting = (nameOf: (name: string) => string) =>
    header.flatMap((name, index) => (nameOf(name) === named ? [index] : []));
  const exact = fitting(plainName);
  const all = exact.some((index) => !ownColumns.has(index)) ? exact : fitting(bareName);
  const found = all.filter((index) => !ownColumns.has(index));
  if (found.length === 1) return { ok: true, index: found[0]!, name: header[found[0]!]!, added: false };
  if (found.length > 1) {
    const names = found.map((index) => header[index]).join(", ");
    return {
      ok: false,
      code: "column-ambiguous",
      message: `Several columns fit: ${names}. Name the one that is meant.`,
    };
  }
  const assignments = header.filter((name, index) => /\(\d+\)$/.test(name) && !ownColumns.has(index)).join(", ");
  const choice = assignments && ` There are: ${assignments}.`;
  if (all.length > 0) {
    const own = `"${header[all[0]!]}" is a column that Canvas keeps itself, no assignment.`;
    return { ok: false, code: "column-not-assignment", message: `${own} Name the assignment that is meant.${choice}` };
  }
  if (column === undefined) return { ok: true, index: header.length, name: title, added: true };
  return { ok: false, code: "column-unknown", message: `There is no column "${column}".${choice}` };
}

/** Canvas writes `Half adder (1234)`. */
function bareName(name: string): string {
  return plainName(name.replace(/\(\d+\)\s*$/, ""));
}

/** Names are compared without case and kinds of spaces: pasted titles have no-break spaces. */
function plainName(name: string): string {
  return name.replace(/\s+/g, " ").trim().toLowerCase();
}

function moodleColumn({ rows }: CsvSheet, { gradeColumn }: GradebookLayout): FoundTarget {
  const index = gradeColumn!;
  return { ok: true, index, name: rows[0]![index]!.text, added: false };
}

interface Filling {
  readonly layout: GradebookLayout;
  readonly target: Target;
  readonly grades: GradebookGrades;
}

function fill(sheet: CsvSheet, { layout, target, grades }: Filling): FilledGradebook {
  const results = new Map(grades.results.map((result) => [result.studentId, result]));
  const matched = matchRows(sheet, layout, [...results.keys()]);
  const changes = new Map<number, Map<number, string>>();
  const set = (row: number, column: number, text: string) => {
    changes.set(row, (changes.get(row) ?? new Map<number, string>()).set(column, safeCell(text)));
  };
  const cell = (row: number, column: number | null) => (column === null ? "" : (sheet.rows[row]?.[column]?.text ?? ""));
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
    const before = cell(row, target.index).trim();
    const isExcused = layout.kind === "canvas" && /^ex$/i.test(before);
    if (isExcused || /^(no|0|false)$/i.test(cell(row, layout.openColumn).trim())) {
      locked.push(note);
      continue;
    }
    const after = String(grade);
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
  if (target.added) widen(sheet, { layout, target, grades, set, has: (row) => changes.get(row)?.has(target.index) });
  const possible = target.added ? "" : cell(layout.pointsRow ?? -1, target.index).trim();
  if (possible !== "" && Number(possible.replace(",", ".")) !== grades.maximum) otherMaximum.add(possible);
  const written = writeSheet(sheet, changes);
  return {
    kind: layout.kind,
    ...written,
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
    ungraded: [...matched.rows.values()].filter((studentId) => results.get(studentId)!.grade === null),
    locked,
    warnings: warningsOf({
      layout,
      target,
      grades,
      otherMaximum,
      matched,
      recoded: written.encoding !== sheet.encoding,
    }),
  };
}

interface Widening extends Filling {
  set(row: number, column: number, text: string): void;
  has(row: number): boolean | undefined;
}

/** A new column has a cell in every row, and its maximum in Canvas's row of points. */
function widen({ rows }: CsvSheet, { layout, target, grades, set, has }: Widening): void {
  rows.forEach((_, row) => {
    if (row === 0) set(row, target.index, target.name);
    else if (row === layout.pointsRow) set(row, target.index, String(grades.maximum));
    else if (!has(row)) set(row, target.index, "");
  });
}

interface WarningFacts extends Filling {
  readonly otherMaximum: ReadonlySet<string>;
  readonly matched: MatchedRows;
  /** Whether the file got another encoding. */
  readonly recoded: boolean;
}

function warningsOf({ layout, target, grades, otherMaximum, matched, recoded }: WarningFacts): string[] {
  const warnings: string[] = [];
  if (otherMaximum.size > 0) {
    const there = [...otherMaximum].join(", ");
    warnings.push(`The gradebook says a maximum of ${there}, the task's is ${grades.maximum}. Grades were not scaled.`);
  }
  if (target.added) {
    const where = layout.pointsRow === null ? ", and has no row for the points possible" : "";
    warnings.push(`The gradebook had no column "${target.name}": it was added at the end${where}.`);
  }
  if (layout.idColumns.length === 0 || matched.rows.size === 0) {
    warnings.push("No row fits a student: the gradebook must have the 8-digit Student IDs in one of its ID columns.");
  }
  if (recoded) warnings.push("Comments have letters that the file's Windows-1252 lacks: the whole file is now UTF-8.");
  return warnings;
}
