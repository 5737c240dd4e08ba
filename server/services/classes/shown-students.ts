import { and, eq } from "drizzle-orm";
import { blindNames, hideIds } from "../../../core/rules/students/blind-names.ts";
import { isStudentId } from "../../../core/rules/students/student-id.ts";
import type { AppContext } from "../../context.ts";
import { submissions } from "../../db/schema.ts";
import type { Task } from "../access/task-access.ts";
import { answersOf } from "../submissions/answers-of.ts";

/** How a task's grader sees its students, and in which order their pages come. */
export interface ShownStudents {
  /** Whether names are hidden. */
  readonly hidden: boolean;
  /** The ID, or a pseudonym. */
  name(studentId: string): string;
  /** A file's name or a message, without IDs if they are hidden. */
  text(text: string): string;
  /** By ID, or in a random order that stays the same. */
  compare(a: string, b: string): number;
}

/** If the instructor chose so, IDs and names of a task are hidden until every page is graded. */
export async function shownStudents(context: AppContext, task: Task): Promise<ShownStudents> {
  return studentsShown(context, task, task.hideNames && (await hasUngraded(context, task.id)));
}

/** The same, for a caller who knows whether IDs are hidden now. */
export function studentsShown(context: Pick<AppContext, "secrets">, task: Task, hidden: boolean): ShownStudents {
  const names = blindNames(`${context.secrets.template} ${task.userId} ${task.id}`);
  return {
    hidden,
    name: (studentId) => (hidden ? names.aliasOf(studentId) : studentId),
    text: (text) => (hidden ? hideIds(text, { students: ANYBODY, names }) : text),
    // The order of IDs would reveal much about them.
    compare: hidden || task.randomOrder ? names.compare : (a, b) => (a < b ? -1 : a === b ? 0 : 1),
  };
}

interface Answer {
  readonly submission: { readonly studentId: string; readonly item: number };
}

/** Answers student by student, each student's by item; answers to the same item stay in their order. */
export function inStudentOrder<A extends Answer>(answers: readonly A[], { compare }: ShownStudents): A[] {
  return [...answers].sort(({ submission: a }, { submission: b }) => {
    return compare(a.studentId, b.studentId) || a.item - b.item;
  });
}

/**
 * The address of a submission's picture. It is a different one while its header is hidden, as browsers cache pictures.
 */
export function pagePictureUrl(submissionId: string, { hidden }: Pick<ShownStudents, "hidden">): string {
  return `/files/page/${submissionId}${hidden ? "?header=hidden" : ""}`;
}

/** Anything that looks like an ID may be one, also of a student who is not enrolled. */
const ANYBODY = { has: isStudentId };

async function hasUngraded({ db }: Pick<AppContext, "db">, taskId: string): Promise<boolean> {
  const open = and(answersOf(taskId), eq(submissions.graded, false));
  const rows = await db.query.select({ id: submissions.id }).from(submissions).where(open).limit(1);
  return rows.length > 0;
}
