import { inArray, max } from "drizzle-orm";
import type { Query } from "../db/client.ts";
import { extensions } from "../db/schema.ts";

/** When the last extension of each of some tasks ends; tasks without one are not in it. */
export async function lastExtensions(query: Query, taskIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await query
    .select({ taskId: extensions.taskId, last: max(extensions.dueAt) })
    .from(extensions)
    .where(inArray(extensions.taskId, [...taskIds]))
    .groupBy(extensions.taskId);
  return new Map(rows.flatMap(({ taskId, last }) => (last === null ? [] : [[taskId, last] as const])));
}
