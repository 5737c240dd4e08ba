import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { DAY } from "../../../core/basics/durations.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import {
  DEFAULT_NOTIFICATION_FILTERS,
  type Notification,
  type NotificationType,
} from "../../contract/accounts/notification.ts";
import { classes, notificationFilters, notifications, tasks } from "../../db/schema.ts";
import { instructedTasks } from "../access/task-access.ts";

type NotificationContext = Pick<AppContext, "db" | "now" | "events">;

interface NewNotification {
  readonly userId: string;
  readonly taskId: string;
  readonly type: NotificationType;
  readonly message: string;
}

/** For a caller that stores it together with something else and then calls `publishNotifications`. */
export function notificationRow({ now }: Pick<AppContext, "now">, notification: NewNotification) {
  return { ...notification, id: newId(), createdAt: now() };
}

/** Tells the open pages of these users that there are new notifications. */
export function publishNotifications({ events }: Pick<AppContext, "events">, userIds: readonly string[]): void {
  for (const userId of new Set(userIds)) events.publish(userId, { type: "notification" });
}

/** A user's unread notifications of `types` (by default those that they want), newest first. */
export async function listUnread(
  { db }: Pick<NotificationContext, "db">,
  userId: string,
  types?: readonly NotificationType[],
): Promise<Notification[]> {
  const filters = await filterRow({ db }, userId);
  const unread = await listNotifications({ db }, userId, { unread: true, types: types ?? filters.types });
  return unread.filter(({ type, created_at }) => Date.parse(created_at) > (filters.since[type] ?? 0));
}

interface Selection {
  readonly unread?: boolean;
  readonly types?: readonly NotificationType[];
}

/** A user's notifications, newest first. */
export async function listNotifications(
  { db }: Pick<NotificationContext, "db">,
  userId: string,
  { unread, types }: Selection = {},
): Promise<Notification[]> {
  const rows = await db.query
    .select({ notification: notifications, title: tasks.title, code: classes.code, group: classes.group })
    .from(notifications)
    .innerJoin(tasks, eq(tasks.id, notifications.taskId))
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .where(
      and(
        eq(notifications.userId, userId),
        // A person who no longer instructs the task does not see what happened in it.
        instructedTasks(db.query, userId),
        unread ? eq(notifications.isRead, false) : undefined,
        types ? inArray(notifications.type, [...types]) : undefined,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id));
  return rows.map(({ notification, title, code, group }) => ({
    id: notification.id,
    task_id: notification.taskId,
    message: notification.message,
    type: notification.type,
    is_read: notification.isRead,
    created_at: new Date(notification.createdAt).toISOString(),
    task_title: title,
    class_code: code,
    class_group: group,
  }));
}

/** Marks one (`id`), those of a task (`taskId`) or all of a user's notifications as read; returns how many there were. */
export async function markRead(
  { db }: NotificationContext,
  userId: string,
  { id, taskId }: { id?: string; taskId?: string } = {},
): Promise<number> {
  const ofTask = taskId === undefined ? undefined : eq(notifications.taskId, taskId);
  const { rowsAffected } = await db.write((query) =>
    query
      .update(notifications)
      .set({ isRead: true })
      .where(and(mine(userId, id), ofTask)),
  );
  return rowsAffected;
}

/** Deletes one (`id`) or all of a user's notifications; returns how many there were. */
export async function deleteNotifications({ db }: NotificationContext, userId: string, id?: string): Promise<number> {
  const { rowsAffected } = await db.write((query) => query.delete(notifications).where(mine(userId, id)));
  return rowsAffected;
}

function mine(userId: string, id: string | undefined) {
  return and(eq(notifications.userId, userId), id === undefined ? undefined : eq(notifications.id, id));
}

/** The types that a user wants to see. */
export async function readFilters(
  context: Pick<NotificationContext, "db">,
  userId: string,
): Promise<NotificationType[]> {
  return [...(await filterRow(context, userId)).types];
}

/** Sets the types that a user wants to see; of a type that was off, only what happens from now on. */
export async function writeFilters(
  { db, now }: NotificationContext,
  userId: string,
  types: readonly NotificationType[],
): Promise<NotificationType[]> {
  const unique = [...new Set(types)];
  await db.write(async (query) => {
    const before = await filterRow({ db: { query } }, userId);
    const since = unique.map((type) => [type, before.types.includes(type) ? before.since[type] : now()]);
    const row = { types: unique, since: Object.fromEntries(since.filter(([, time]) => time !== undefined)) };
    await query
      .insert(notificationFilters)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: notificationFilters.userId, set: row });
  });
  return unique;
}

async function filterRow(
  { db }: { readonly db: Pick<NotificationContext["db"], "query"> },
  userId: string,
): Promise<Omit<typeof notificationFilters.$inferSelect, "userId">> {
  const [row] = await db.query.select().from(notificationFilters).where(eq(notificationFilters.userId, userId));
  return row ?? { types: DEFAULT_NOTIFICATION_FILTERS, since: {} };
}

/** Deletes notifications older than the specification allows. */
export async function sweepNotifications({ db, now }: NotificationContext): Promise<void> {
  const oldest = now() - LIMITS.notificationDays * DAY;
  await db.write((query) => query.delete(notifications).where(lt(notifications.createdAt, oldest)));
}
