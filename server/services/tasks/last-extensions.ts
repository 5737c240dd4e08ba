import { count, inArray, max } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { extensions } from "../../db/schema.ts";

/** The number of a task's extensions, and when the last one ends. */
interface LastExtension {
  readonly students: number;
  readonly dueAt: number;
}

/** The extensions of each of some tasks; tasks without one are left out. */
export async function lastExtensions(
  query: Query,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, LastExtension>> {
  const rows = await query
    .select({ taskId: extensions.taskId, dueAt: max(extensions.dueAt), students: count() })
    .from(extensions)
    .where(inArray(extensions.taskId, [...taskIds]))
    .groupBy(extensions.taskId);
  return new Map(rows.map(({ taskId, students, dueAt }) => [taskId, { students, dueAt: dueAt ?? 0 }]));
}
