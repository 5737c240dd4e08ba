import { groupBy } from "../../../../core/basics/group-by.ts";
import { sum } from "../../../../core/basics/numbers.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import type { Queue } from "../../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { isFound } from "../../../format.ts";

export interface StudentRow {
  /** The ID, or a pseudonym while names are hidden. */
  readonly student: string;
  readonly name: string;
  /** For each item that is shown, in order; null if there is no page. */
  readonly answers: readonly (Submission | null)[];
  /** The points of the graded answers; null if none is graded. */
  readonly total: number | null;
  /** The same with the proposals for the others; null if nothing is proposed. */
  readonly proposed: number | null;
  /** The position in the task's order. */
  readonly place: number;
}

interface TaskRows {
  readonly roster: Queue["roster"];
  readonly items: readonly number[];
}

/** The numbers of a task's items, or of those that the person grades: the pages of the others are not theirs to see. */
export function shownItems({ answer_keys: keys, assignment }: Pick<Task, "answer_keys" | "assignment">): number[] {
  const all = keys.map((_, index) => index + 1);
  return assignment?.kind === "items" ? all.filter((item) => assignment.items.includes(item)) : all;
}

/** A row for each student of the roster and for each other one who has handed in, in the task's order. */
export function studentRows(files: readonly Submission[], { roster, items }: TaskRows): StudentRow[] {
  const counting = files.filter(({ counts }) => counts).sort((a, b) => a.place - b.place);
  const byStudent = groupBy(counting, ({ student_id }) => student_id);
  const names = new Map(roster.map(({ student_id, name }) => [student_id, name]));
  const students = [...new Set([...byStudent.keys(), ...names.keys()])];
  return students.map((student, place) => {
    const own = byStudent.get(student) ?? [];
    return { student, name: names.get(student) ?? "", answers: inItems(own, items), ...totalsOf(own), place };
  });
}

function inItems(own: readonly Submission[], items: readonly number[]): (Submission | null)[] {
  const byItem = new Map(own.map((file) => [file.item_number, file]));
  return items.map((item) => byItem.get(item) ?? null);
}

function totalsOf(own: readonly Submission[]): Pick<StudentRow, "total" | "proposed"> {
  const graded = own.filter((file) => file.graded);
  const proposals = own.filter((file) => !file.graded && file.proposed_grade !== null);
  const total = sum(graded.map(({ total_grade }) => total_grade));
  const more = sum(proposals.map(({ proposed_grade }) => proposed_grade));
  return {
    total: graded.length === 0 ? null : total,
    proposed: proposals.length === 0 ? null : total + more,
  };
}

export const SUBMISSION_FILTERS = [
  { value: "all", label: "All" },
  { value: "graded", label: "Graded" },
  { value: "ungraded", label: "Ungraded" },
  { value: "missing", label: "Missing" },
] as const;

export type SubmissionFilter = (typeof SUBMISSION_FILTERS)[number]["value"];

export const USUAL_VIEW = { show: "all", sort: "total", order: "descending", search: "" } as const;

export function filterOf(show: string): SubmissionFilter {
  return SUBMISSION_FILTERS.find(({ value }) => value === show)?.value ?? USUAL_VIEW.show;
}

/** The students with a graded answer, with an ungraded one, or without a page for an item. */
export function filterRows(rows: readonly StudentRow[], filter: SubmissionFilter): StudentRow[] {
  const fits: Readonly<Record<SubmissionFilter, (file: Submission | null) => boolean>> = {
    all: () => true,
    graded: (file) => file?.graded === true,
    ungraded: (file) => file?.graded === false,
    missing: (file) => file === null,
  };
  return rows.filter(({ answers }) => answers.some(fits[filter]));
}

/** Those whose ID, name and files' names contain the words of the search text. */
export function searchRows(rows: readonly StudentRow[], text: string): StudentRow[] {
  return rows.filter(({ student, name, answers }) => {
    return isFound([student, name, ...answers.map((file) => file?.filename ?? "")].join("\n"), text);
  });
}

export interface RowOrder {
  readonly by: "total" | "student";
  readonly order: "descending" | "ascending";
}

/** By total grade or by name; students without a grade come last either way, equal ones in the task's order. */
export function sortRows(rows: readonly StudentRow[], { by, order }: RowOrder): StudentRow[] {
  const sign = order === "ascending" ? 1 : -1;
  const compare = by === "total" ? byTotal : byStudent;
  return [...rows].sort((a, b) => compare(a, b, sign) || a.place - b.place);
}

function byTotal(a: StudentRow, b: StudentRow, sign: number): number {
  if (a.total === null || b.total === null) return Number(a.total === null) - Number(b.total === null);
  return sign * (a.total - b.total);
}

const collator = new Intl.Collator(undefined, { numeric: true });

function byStudent(a: StudentRow, b: StudentRow, sign: number): number {
  return sign * collator.compare(a.name || a.student, b.name || b.student);
}
