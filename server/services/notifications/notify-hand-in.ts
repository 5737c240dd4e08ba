import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import { itemList } from "../../../core/rules/tasks/item-list.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { notifications, submissions, type tasks } from "../../db/schema.ts";
import { instructorsOf } from "../access/audience.ts";
import { notificationRow, publishNotification } from "./notifications.ts";

interface HandIn {
  readonly task: Pick<typeof tasks.$inferSelect, "id" | "userId" | "classId" | "title" | "hideNames">;
  readonly studentId: string;
  readonly items: readonly number[];
}

/**
 * Tells owner and co-instructors what a student handed in. Each has one unread notification per student and task: it names
 * everything that arrived since the last one was read.
 */
export async function notifyHandIn(context: AppContext, handIn: HandIn): Promise<void> {
  for (const userId of await instructorsOf(context, handIn.task)) await notify(context, userId, handIn);
}

async function notify(context: AppContext, userId: string, { task, studentId, items }: HandIn): Promise<void> {
  const taskId = task.id;
  const told = await context.db.write(async (query) => {
    const time = context.now();
    const [earlier] = await query
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, userId),
          eq(notifications.taskId, taskId),
          eq(notifications.studentId, studentId),
          eq(notifications.isRead, false),
        ),
      )
      .orderBy(desc(notifications.createdAt))
      .limit(1);
    const all = [...new Set([...(earlier?.items ?? []), ...items])];
    const waiting = await waitingItems(query, { taskId, studentId });
    const message = [
      `${task.hideNames ? "A student" : studentId} handed in ${itemList(all)} of ${task.title}.`,
      ...(waiting.length === 0 ? [] : [`A new page for ${itemList(waiting)} waits in the queue.`]),
    ].join(" ");
    if (earlier) {
      const news = { message, items: all, createdAt: time };
      await query.update(notifications).set(news).where(eq(notifications.id, earlier.id));
      return earlier;
    }
    const row = notificationRow(context, { userId, taskId, type: "new_submission", message });
    await query.insert(notifications).values({ ...row, studentId, items: all });
    return row;
  });
  await publishNotification(context, told);
}

/** The items for which a page of the student waits because another one counts. */
async function waitingItems(
  query: Query,
  { taskId, studentId }: { taskId: string; studentId: string },
): Promise<number[]> {
  const rows = await query
    .selectDistinct({ item: submissions.item })
    .from(submissions)
    .where(
      and(
        eq(submissions.taskId, taskId),
        eq(submissions.studentId, studentId),
        eq(submissions.counts, false),
        isNotNull(submissions.rivalId),
      ),
    )
    .orderBy(asc(submissions.item));
  return rows.map(({ item }) => item);
}
