import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import { keyText } from "../../../core/rules/tasks/key-text.ts";
import type { AppContext } from "../../context.ts";
import { answerKeys, tasks } from "../../db/schema.ts";

type Task = typeof tasks.$inferSelect;

/**
 * The same task for the other groups of its owner: with its title, type and keys. A student who has moved to one of
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
  const { taskId, item, position, expression, minterms } = answerKeys;
  const keys = await db.query
    .select({ taskId, item, expression, minterms })
    .from(answerKeys)
    .where(inArray(taskId, [id, ...others.map((other) => other.id)]))
    .orderBy(asc(item), asc(position));
  const keysByTask = groupBy(keys, (key) => key.taskId);
  const keysOf = (wanted: string) => JSON.stringify(keysByTask.get(wanted)?.map((key) => [key.item, keyText(key)]));
  return others.filter((other) => keysOf(other.id) === keysOf(id));
}
