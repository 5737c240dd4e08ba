import { and, asc, eq } from "drizzle-orm";
import { isStudentId } from "../../../core/rules/students/student-id.ts";
import type { AppContext } from "../../context.ts";
import { enrolments, extensions, submissions, type tasks } from "../../db/schema.ts";
import type { HandedIn } from "../release/result-link.ts";
import { sameForOtherGroups } from "../tasks/other-groups.ts";

type Task = typeof tasks.$inferSelect;

/** What is known of a student in a task before a page of theirs is taken. */
export interface Standing {
  /** Of the student's group. */
  readonly task: Task;
  /** Until when the student may hand in. */
  readonly dueAt: number;
  /** What students have handed in under this ID, the first page first. */
  readonly pages: readonly (HandedIn & { readonly item: number })[];
}

/** A student's standing in a task, or in the same one for the group that the student has moved to; null if not enrolled. */
export async function standingInGroups(context: AppContext, task: Task, studentId: string): Promise<Standing | null> {
  const own = await standingIn(context, task, studentId);
  if (own) return own;
  for (const other of await sameForOtherGroups(context, task)) {
    const standing = await standingIn(context, other, studentId);
    if (standing) return standing;
  }
  return null;
}

/** A student's standing in a task; null if not in its class. */
export async function standingIn({ db }: AppContext, task: Task, studentId: string): Promise<Standing | null> {
  if (!isStudentId(studentId)) return null;
  const ofStudent = [eq(submissions.taskId, task.id), eq(submissions.studentId, studentId)];
  const rows = await db.query
    .select({
      dueAt: extensions.dueAt,
      page: { id: submissions.id, item: submissions.item, linkId: submissions.linkId },
    })
    .from(enrolments)
    .leftJoin(extensions, and(eq(extensions.taskId, task.id), eq(extensions.studentId, studentId)))
    .leftJoin(submissions, and(...ofStudent, eq(submissions.uploadedBy, "student")))
    .where(and(eq(enrolments.classId, task.classId), eq(enrolments.studentId, studentId)))
    .orderBy(asc(submissions.receivedAt));
  if (!rows[0]) return null;
  const dueAt = Math.max(task.dueAt, rows[0].dueAt ?? 0);
  return { task, dueAt, pages: rows.flatMap(({ page }) => page ?? []) };
}
