import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import type { AppContext } from "../../context.ts";
import { answerKeys, tasks } from "../../db/schema.ts";
import { isEnrolled } from "../classes/enrolment.ts";

type Task = typeof tasks.$inferSelect;

/**
 * The same task for the other groups of its owner: with its title, type and expressions. A student who has moved to one of
 * them still has the sheets and the link of the old one.
 */
export async function sameForOtherGroups({ db }: Pick<AppContext, "db">, task: Task): Promise<Task[]> {
  const { id, userId, classId, title, examType } = task;
  const alike = and(eq(tasks.userId, userId), eq(tasks.title, title), eq(tasks.examType, examType));
  const others = await db.query
    .select()
    .from(tasks)
    .where(and(alike, ne(tasks.classId, classId)))
    .orderBy(asc(tasks.createdAt));
  if (others.length === 0) return [];
  const { taskId, item, position, expression } = answerKeys;
  const keys = await db.query
    .select({ taskId, item, expression })
    .from(answerKeys)
    .where(inArray(taskId, [id, ...others.map((other) => other.id)]))
    .orderBy(asc(item), asc(position));
  const keysByTask = groupBy(keys, (key) => key.taskId);
  const keysOf = (wanted: string) => JSON.stringify(keysByTask.get(wanted)?.map((key) => [key.item, key.expression]));
  return others.filter((other) => keysOf(other.id) === keysOf(id));
}

/** The task that a student's page is for: `task`, or the same one for the group that the student has moved to. */
export async function taskOfStudent(context: AppContext, task: Task, studentId: string): Promise<Task | null> {
  if (await isEnrolled(context, task.classId, studentId)) return task;
  for (const other of await sameForOtherGroups(context, task)) {
    if (await isEnrolled(context, other.classId, studentId)) return other;
  }
  return null;
}
