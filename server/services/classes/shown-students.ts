import { and, eq } from "drizzle-orm";
import { blindNames, hideIds } from "../../../core/rules/blind-names.ts";
import type { AppContext } from "../../context.ts";
import { submissions, type tasks } from "../../db/schema.ts";

type Task = typeof tasks.$inferSelect;

/** How whoever grades a task sees its students, and in which order their pages come. */
export interface ShownStudents {
  /** Nobody is to know whose the pages are. */
  readonly hidden: boolean;
  /** The ID, or another name. */
  name(studentId: string): string;
  /** A file's name or a message, without IDs where they are hidden. */
  text(text: string): string;
  /** By ID, or at random but always alike. */
  compare(a: string, b: string): number;
}

/** IDs and names of a task are hidden from when its instructor says so until every page is graded. */
export async function shownStudents(context: AppContext, task: Task): Promise<ShownStudents> {
  return studentsShown(context, task, task.hideNames && (await hasUngraded(context, task.id)));
}

/** The same for a caller who knows whether IDs are hidden now. */
export function studentsShown(context: Pick<AppContext, "secrets">, task: Task, hidden: boolean): ShownStudents {
  const names = blindNames(`${context.secrets.template} ${task.userId} ${task.id}`);
  return {
    hidden,
    name: (studentId) => (hidden ? names.aliasOf(studentId) : studentId),
    text: (text) => (hidden ? hideIds(text, { students: ANYBODY, names }) : text),
    // The order of IDs would tell much of them.
    compare: hidden || task.randomOrder ? names.compare : (a, b) => (a < b ? -1 : a === b ? 0 : 1),
  };
}

interface Answer {
  readonly submission: { readonly studentId: string; readonly item: number };
}

/** Answers student by student, each student's by item; what is of one item stays in its order. */
export function inOrder<A extends Answer>(answers: readonly A[], { compare }: ShownStudents): A[] {
  return [...answers].sort(({ submission: a }, { submission: b }) => {
    return compare(a.studentId, b.studentId) || a.item - b.item;
  });
}

/** Where a submission's picture is: another place while its header is hidden, as browsers keep pictures. */
export function pagePictureUrl(submissionId: string, { hidden }: Pick<ShownStudents, "hidden">): string {
  return `/files/page/${submissionId}${hidden ? "?header=hidden" : ""}`;
}

/** Whatever looks like an ID may be one, also of who is not enrolled. */
const ANYBODY = { has: () => true };

async function hasUngraded({ db }: Pick<AppContext, "db">, taskId: string): Promise<boolean> {
  const open = and(eq(submissions.taskId, taskId), eq(submissions.counts, true), eq(submissions.graded, false));
  const rows = await db.query.select({ id: submissions.id }).from(submissions).where(open).limit(1);
  return rows.length > 0;
}
