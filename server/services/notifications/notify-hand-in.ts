import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { itemList } from "../../../core/rules/tasks/item-list.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { answerItems, classMembers, enrolments, notifications, submissions, tasks } from "../../db/schema.ts";
import { notificationRow, publishNotifications } from "./notifications.ts";

/** What a hand-in makes known. */
export interface HandInNews {
  /** The IDs of the users who get a notification. */
  readonly told: readonly string[];
  /** The task may have got another state; see `settleTask`. */
  readonly mayBeNews: boolean;
}

/**
 * Tells owner and co-instructors what a student handed in, within the write that stores it. Each has one unread
 * notification per student and task: it names everything that arrived since the last one was read.
 */
export async function notifyHandIn(
  context: AppContext,
  query: Query,
  { taskId, studentId, item, counts, rivalId }: typeof submissions.$inferSelect,
): Promise<HandInNews> {
  const unread = [eq(notifications.taskId, taskId), eq(notifications.isRead, false)];
  const coInstructor = [eq(classMembers.classId, tasks.classId), eq(classMembers.role, "co-instructor")];
  const rows = await query
    .select({
      task: tasks,
      member: classMembers.userId,
      earlier: notifications,
      waiting: waitingItems(taskId, studentId),
      isOpen: isOpen(taskId),
    })
    .from(tasks)
    .leftJoin(classMembers, and(...coInstructor))
    .leftJoin(notifications, and(...unread, eq(notifications.studentId, studentId)))
    .where(eq(tasks.id, taskId))
    .orderBy(desc(notifications.createdAt));
  const [known] = rows;
  // A page that another one has already replaced needs no notification.
  if (!known || (!counts && rivalId === null)) return { told: [], mayBeNews: true };
  const people = new Set([known.task.userId, ...rows.flatMap(({ member }) => member ?? [])]);
  const waiting: readonly number[] = JSON.parse(known.waiting);
  for (const userId of people) {
    const earlier = rows.find((row) => row.earlier?.userId === userId)?.earlier;
    const items = [...new Set([...(earlier?.items ?? []), item])];
    const message = [
      `${known.task.hideNames ? "A student" : studentId} handed in ${itemList(items)} of ${known.task.title}.`,
      ...(waiting.length === 0 ? [] : [`A new page for ${itemList(waiting)} waits in the queue.`]),
    ].join(" ");
    const fresh = notificationRow(context, { userId, taskId, type: "new_submission", message });
    const row = { ...fresh, studentId, items, isRead: false, id: earlier?.id ?? fresh.id };
    const { id: target } = notifications;
    await query.insert(notifications).values(row).onConflictDoUpdate({ target, set: row });
  }
  const { handedInNotified, completedNotified } = known.task;
  return { told: [...people], mayBeNews: completedNotified || handedInNotified === Boolean(known.isOpen) };
}

/** The items for which a page of the student waits because another one counts, as JSON. */
function waitingItems(taskId: string, studentId: string) {
  const { item, counts, rivalId } = submissions;
  const own = and(eq(submissions.taskId, taskId), eq(submissions.studentId, studentId));
  const waiting = sql`SELECT DISTINCT ${item} AS item FROM ${submissions} WHERE ${and(own, eq(counts, false), isNotNull(rivalId))}`;
  return sql<string>`(SELECT json_group_array(item) FROM (${waiting} ORDER BY 1))`;
}

/** Whether an enrolled student has not handed in an item. */
function isOpen(taskId: string) {
  const answer = [eq(submissions.studentId, enrolments.studentId), eq(submissions.item, answerItems.item)];
  const handedIn = sql`SELECT 1 FROM ${submissions} WHERE ${and(eq(submissions.taskId, taskId), ...answer, eq(submissions.counts, true))}`;
  const ownClass = sql`SELECT class_id FROM ${tasks} WHERE ${tasks.id} = ${taskId}`;
  return sql<number>`EXISTS (SELECT 1 FROM ${enrolments} JOIN ${answerItems} ON ${eq(answerItems.taskId, taskId)}
    WHERE ${enrolments.classId} = (${ownClass}) AND NOT EXISTS (${handedIn}))`;
}

/** Tells the open pages of the instructors about hand-ins. */
export function publishHandIns(context: Pick<AppContext, "events">, news: readonly HandInNews[]): void {
  publishNotifications(
    context,
    news.flatMap(({ told }) => told),
  );
}
