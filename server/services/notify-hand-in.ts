import { and, desc, eq, gt } from "drizzle-orm";
import { itemList } from "../../core/rules/item-list.ts";
import type { AppContext } from "../context.ts";
import { notifications, type tasks } from "../db/schema.ts";
import { notificationRow, publishNotification } from "./notifications.ts";

/** Milliseconds for which what a student hands in is one hand-in: the page sends each item by itself. */
const ONE_HAND_IN = 10 * 60 * 1000;

interface HandIn {
  readonly task: Pick<typeof tasks.$inferSelect, "id" | "userId" | "title" | "hideNames">;
  readonly studentId: string;
  readonly items: readonly number[];
}

/** Tells the instructor what a student handed in; what was told of the same hand-in and is unread says it all then. */
export async function notifyHandIn(context: AppContext, { task, studentId, items }: HandIn): Promise<void> {
  const { userId, id: taskId } = task;
  const told = await context.db.write(async (query) => {
    const time = context.now();
    const [earlier] = await query
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, userId),
          gt(notifications.createdAt, time - ONE_HAND_IN),
          eq(notifications.taskId, taskId),
          eq(notifications.studentId, studentId),
          eq(notifications.isRead, false),
        ),
      )
      .orderBy(desc(notifications.createdAt))
      .limit(1);
    const all = [...new Set([...(earlier?.items ?? []), ...items])];
    const message = `${task.hideNames ? "A student" : studentId} handed in ${itemList(all)} of ${task.title}.`;
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
