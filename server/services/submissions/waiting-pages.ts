import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { submissions } from "../../db/schema.ts";

/** The upload that counts from now on for its student and item. */
type Counting = Pick<typeof submissions.$inferSelect, "id" | "taskId" | "studentId" | "item">;

/** Waiting pages go on waiting, now for the choice between them and what counts from now on. */
export function keepWaiting(query: Query, { id, taskId, studentId, item }: Counting) {
  return query
    .update(submissions)
    .set({ rivalId: id })
    .where(
      and(
        eq(submissions.taskId, taskId),
        eq(submissions.studentId, studentId),
        eq(submissions.item, item),
        eq(submissions.counts, false),
        isNotNull(submissions.rivalId),
        ne(submissions.id, id),
      ),
    );
}
