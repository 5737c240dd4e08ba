import { and, eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { classMembers, taskGraders, tasks } from "../../db/schema.ts";
import type { Reads } from "./class-access.ts";

/** Everybody who sees something of these tasks, by the tasks' ids. */
export async function audienceOf({ db }: Reads, taskIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await db.query
    .select({ id: tasks.id, owner: tasks.userId, member: classMembers.userId, grader: taskGraders.userId })
    .from(tasks)
    .leftJoin(classMembers, eq(classMembers.classId, tasks.classId))
    .leftJoin(taskGraders, eq(taskGraders.taskId, tasks.id))
    .where(inArray(tasks.id, [...taskIds]));
  const audience = new Map<string, Set<string>>();
  for (const { id, owner, member, grader } of rows) {
    const people = audience.get(id) ?? new Set([owner]);
    for (const person of [member, grader]) if (person !== null) people.add(person);
    audience.set(id, people);
  }
  return audience;
}

/**
 * For this long, in milliseconds, the events of what a class hands in go to the same people: for each page there are
 * several. A person who was removed meanwhile learns from them that something changed, and cannot see what.
 */
const KEPT_MS = 5_000;

interface Audience {
  readonly people: ReadonlySet<string>;
  readonly since: number;
}

/** By task; a cache. */
const audiences = new WeakMap<AppContext["db"], Map<string, Audience>>();

/** Like `publishToTask`, for what happens to many pages in a row; `analysis`: to what was read of them. */
export async function publishOften(
  context: Pick<AppContext, "db" | "events">,
  taskId: string,
  type: "analysis" | "task",
): Promise<void> {
  const kept = audiences.get(context.db) ?? new Map<string, Audience>();
  audiences.set(context.db, kept);
  const since = performance.now();
  for (const [id, each] of kept) if (each.since < since - KEPT_MS) kept.delete(id);
  const people = kept.get(taskId)?.people ?? (await audienceOf(context, [taskId])).get(taskId) ?? new Set();
  if (!kept.has(taskId)) kept.set(taskId, { people, since });
  for (const person of people) context.events.publish(person, { type, task_id: taskId });
}

/** Tells the open pages of everybody who sees something of a task that it changed. */
export async function publishToTask(context: Pick<AppContext, "db" | "events">, taskId: string): Promise<void> {
  publishTasks(context, await audienceOf(context, [taskId]));
}

/** Sends the open pages of these people that tasks changed: also that tasks are gone, which have no audience now. */
export function publishTasks(
  { events }: Pick<AppContext, "events">,
  audience: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [id, people] of audience) {
    for (const person of people) events.publish(person, { type: "task", task_id: id });
  }
}

/** The owner and the co-instructors of a task, who get its notifications. */
export async function instructorsOf(
  { db }: Reads,
  { userId, classId }: Pick<typeof tasks.$inferSelect, "userId" | "classId">,
): Promise<string[]> {
  const rows = await db.query
    .select({ id: classMembers.userId })
    .from(classMembers)
    .where(and(eq(classMembers.classId, classId), eq(classMembers.role, "co-instructor")));
  return [userId, ...rows.map(({ id }) => id)];
}
