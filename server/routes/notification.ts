import { TEXTS } from "../contract/texts.ts";
import { notFound } from "../refusal.ts";
import type { Router } from "../router.ts";
import { gradedTask } from "../services/access/task-access.ts";
import {
  deleteNotifications,
  listNotifications,
  listUnread,
  markRead,
  readFilters,
  writeFilters,
} from "../services/notifications/notifications.ts";

/** The instructor's notifications and which of them are wanted. */
export function notificationRoutes({ on }: Router): void {
  on("getUnreadNotifications", async ({ context, user, query }) => ({
    notifications: await listUnread(context, user.id, query.filters),
  }));

  on("getAllNotifications", async ({ context, user }) => ({
    notifications: await listNotifications(context, user.id),
  }));

  on("markNotificationRead", async ({ context, user, params }) => {
    if ((await markRead(context, user.id, { id: params.notificationId })) === 0)
      throw notFound(TEXTS.notifications.notFound);
    return { message: "Notification marked as read." };
  });

  on("markTaskNotificationsRead", async ({ context, user, params }) => {
    await gradedTask(context, user.id, params.taskId);
    await markRead(context, user.id, params);
    return { message: "The task's notifications marked as read." };
  });

  on("markAllNotificationsRead", async ({ context, user }) => {
    await markRead(context, user.id);
    return { message: "All notifications marked as read." };
  });

  on("deleteNotification", async ({ context, user, params }) => {
    const deleted = await deleteNotifications(context, user.id, params.notificationId);
    if (deleted === 0) throw notFound(TEXTS.notifications.notFound);
    return { message: "Notification deleted." };
  });

  on("deleteAllNotifications", async ({ context, user }) => {
    await deleteNotifications(context, user.id);
    return { message: "All notifications deleted." };
  });

  on("getNotificationFilters", async ({ context, user }) => ({ filters: await readFilters(context, user.id) }));

  on("setNotificationFilters", async ({ context, user, body }) => ({
    filters: await writeFilters(context, user.id, body.filters),
  }));
}
