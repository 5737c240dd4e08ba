import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { LIMITS } from "../../../core/rules/limits.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import {
  DEFAULT_NOTIFICATION_FILTERS,
  type Notification,
  type NotificationType,
} from "../../contract/accounts/notification.ts";
import { classes, notificationFilters, notifications, tasks } from "../../db/schema.ts";

type NotificationContext = Pick<AppContext, "db" | "now" | "events">;

const DAY = 24 * 60 * 60 * 1000;

interface NewNotification {
  readonly userId: string;
  readonly taskId: string;
  readonly type: NotificationType;
  readonly message: string;
}

/** For a caller that stores it together with something else and then calls `publishNotification`. */
export function notificationRow({ now }: Pick<AppContext, "now">, notification: NewNotification) {
  return { ...notification, id: newId(), createdAt: now() };
}

/** Sends a stored notification to the open pages of its user. */
export async function publishNotification(
  context: NotificationContext,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const [stored] = await listNotifications(context, userId, { id });
  if (stored) context.events.publish(userId, { type: "notification", notification: stored });
}

interface Selection {
  readonly unread?: boolean;
  readonly types?: readonly NotificationType[];
  readonly id?: string;
}

/** A user's notifications, newest first. */
export async function listNotifications(
  { db }: Pick<NotificationContext, "db">,
  userId: string,
  { unread, types, id }: Selection = {},
): Promise<Notification[]> {
  const rows = await db.query
    .select({ notification: notifications, title: tasks.title, code: classes.code, group: classes.group })
    .from(notifications)
    .innerJoin(tasks, eq(tasks.id, notifications.taskId))
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .where(
      and(
        eq(notifications.userId, userId),
        unread ? eq(notifications.isRead, false) : undefined,
        types ? inArray(notifications.type, [...types]) : undefined,
        id === undefined ? undefined : eq(notifications.id, id),
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

/** Marks one (`id`) or all of a user's notifications as read; returns how many there were. */
export async function markRead({ db }: NotificationContext, userId: string, id?: string): Promise<number> {
  const { rowsAffected } = await db.write((query) =>
    query.update(notifications).set({ isRead: true }).where(mine(userId, id)),
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
  { db }: Pick<NotificationContext, "db">,
  userId: string,
): Promise<NotificationType[]> {
  const [row] = await db.query.select().from(notificationFilters).where(eq(notificationFilters.userId, userId));
  return [...(row?.types ?? DEFAULT_NOTIFICATION_FILTERS)];
}

export async function writeFilters(
  { db }: NotificationContext,
  userId: string,
  types: readonly NotificationType[],
): Promise<NotificationType[]> {
  const unique = [...new Set(types)];
  await db.write((query) =>
    query
      .insert(notificationFilters)
      .values({ userId, types: unique })
      .onConflictDoUpdate({ target: notificationFilters.userId, set: { types: unique } }),
  );
  return unique;
}

/** Deletes notifications older than the specification allows. */
export async function sweepNotifications({ db, now }: NotificationContext): Promise<void> {
  const oldest = now() - LIMITS.notificationDays * DAY;
  await db.write((query) => query.delete(notifications).where(lt(notifications.createdAt, oldest)));
}
