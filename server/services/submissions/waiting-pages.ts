import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { submissions } from "../../db/schema.ts";

type Upload = typeof submissions.$inferSelect;

/** Selects every upload of a student for an item of a task. */
export function ofAnswer({ taskId, studentId, item }: Pick<Upload, "taskId" | "studentId" | "item">) {
  return and(eq(submissions.taskId, taskId), eq(submissions.studentId, studentId), eq(submissions.item, item));
}

/** The upload that counts from now on for its student and item. */
type Counting = Pick<Upload, "id" | "taskId" | "studentId" | "item">;

/** Waiting pages go on waiting, now for the choice between them and what counts from now on. */
export function keepWaiting(query: Query, counting: Counting) {
  const { id } = counting;
  const waiting = [eq(submissions.counts, false), isNotNull(submissions.rivalId), ne(submissions.id, id)];
  return query
    .update(submissions)
    .set({ rivalId: id })
    .where(and(ofAnswer(counting), ...waiting));
}
