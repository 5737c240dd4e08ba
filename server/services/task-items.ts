import { asc, eq } from "drizzle-orm";
import type { Query } from "../db/client.ts";
import { answerItems } from "../db/schema.ts";

/** The numbers of a task's items, in order. */
export async function taskItems(query: Query, taskId: string): Promise<number[]> {
  const rows = await query
    .select({ item: answerItems.item })
    .from(answerItems)
    .where(eq(answerItems.taskId, taskId))
    .orderBy(asc(answerItems.item));
  return rows.map(({ item }) => item);
}
