import { and, eq, sql } from "drizzle-orm";
import { answerItems, submissions } from "../../db/schema.ts";

/** A page whose task has its item. Pages of a removed item stay, and come back with it. */
export const ofKnownItem = sql`EXISTS (SELECT 1 FROM ${answerItems} WHERE ${and(
  eq(answerItems.taskId, submissions.taskId),
  eq(answerItems.item, submissions.item),
)})`;

/** The answers to a task: the pages of its items that count. */
export function answersOf(taskId: string) {
  return and(eq(submissions.taskId, taskId), eq(submissions.counts, true), ofKnownItem);
}
