import { and, asc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { groupBy } from "../../../core/basics/group-by.ts";
import type { AppContext } from "../../context.ts";
import type { Extension, setExtensionsBody } from "../../contract/tasks/task.ts";
import { makeAll } from "../../db/query.ts";
import { extensions, submissions } from "../../db/schema.ts";
import { Refusal, refuseIssues } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { ownTask, type Whose } from "../access/task-access.ts";
import { loadRoster } from "../classes/rosters.ts";
import { momentIssues } from "./task-fields.ts";
import { settleTask } from "./task-state.ts";

/** The students of a task with their own due date, by ID. */
export async function listExtensions(context: AppContext, { userId, taskId }: Whose): Promise<Extension[]> {
  const { query } = context.db;
  const task = await ownTask(context, userId, taskId);
  const [rows, roster, files] = await Promise.all([
    query.select().from(extensions).where(eq(extensions.taskId, taskId)).orderBy(asc(extensions.studentId)),
    loadRoster(context, task.classId),
    query
      .select()
      .from(submissions)
      .where(and(eq(submissions.taskId, taskId), eq(submissions.counts, true))),
  ]);
  const late = groupBy(
    files.filter((file) => isLate(file, task)),
    ({ studentId }) => studentId,
  );
  const names = new Map(roster.map(({ student_id, name }) => [student_id, name]));
  return rows.map(({ studentId, dueAt }) => ({
    student_id: studentId,
    student_name: names.get(studentId) ?? "",
    due_date: new Date(dueAt).toISOString(),
    ended: dueAt <= context.now(),
    late_files: late.get(studentId)?.length ?? 0,
  }));
}

/** Gives students of the class a later due date than the task's, or removes it. */
export async function setExtensions(
  context: AppContext,
  { userId, taskId, body }: Whose & { body: z.output<typeof setExtensionsBody> },
): Promise<{ message: string; extensions: Extension[] }> {
  const task = await ownTask(context, userId, taskId);
  const ids = [...new Set(body.student_ids)];
  const time = context.now();
  if (body.due_date === null) {
    const own = and(eq(extensions.taskId, taskId), inArray(extensions.studentId, ids));
    await context.db.write((query) => query.delete(extensions).where(own));
  } else {
    refuseIssues(momentIssues(body.due_date));
    const dueAt = Date.parse(body.due_date);
    if (dueAt <= task.dueAt) throw tooEarly();
    await requireEnrolled(context, { classId: task.classId, ids });
    // An instructor who sets a past date knows it.
    const values = { dueAt, endedFor: dueAt <= time ? dueAt : null };
    const rows = ids.map((studentId) => ({ taskId, studentId, createdAt: time, ...values }));
    const target = [extensions.taskId, extensions.studentId];
    await context.db.write((query) =>
      makeAll(
        query,
        rows.map((row) => query.insert(extensions).values(row).onConflictDoUpdate({ target, set: values })),
      ),
    );
  }
  await settleTask(context, taskId);
  await publishToTask(context, taskId);
  const who = ids.length === 1 ? ids[0] : `${ids.length} students`;
  const message =
    body.due_date === null ? `The extension of ${who} was removed.` : `The extension of ${who} was saved.`;
  return { message, extensions: await listExtensions(context, { userId, taskId }) };
}

/** A student handed it in after the others' due date. */
export function isLate(
  { uploadedBy, receivedAt }: Pick<typeof submissions.$inferSelect, "uploadedBy" | "receivedAt">,
  { dueAt }: { readonly dueAt: number },
): boolean {
  return uploadedBy === "student" && receivedAt >= dueAt;
}

async function requireEnrolled(context: AppContext, { classId, ids }: { classId: string; ids: readonly string[] }) {
  const enrolled = new Set((await loadRoster(context, classId)).map(({ student_id }) => student_id));
  const others = ids.filter((id) => !enrolled.has(id));
  if (others.length === 0) return;
  const message = `Not in the class: ${others.slice(0, 5).join(", ")}. Add them to the class first.`;
  throw new Refusal(400, { code: "not-enrolled", message });
}

function tooEarly(): Refusal {
  const message = "An extension must end after the task's due date.";
  return new Refusal(400, { code: "extension-too-early", message });
}
