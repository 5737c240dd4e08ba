import { groupBy } from "../../core/basics/group-by.ts";
import type { Notification } from "../../server/contract/accounts/notification.ts";
import { ApiError, call } from "../api.ts";

/** Marks a notification as read; if it was removed meanwhile, there is nothing left to do. */
export async function markNotificationRead(notificationId: string): Promise<void> {
  try {
    await call("markNotificationRead", { params: { notificationId } });
  } catch (error) {
    if (!isGone(error)) console.error(error);
  }
}

/** Removes a notification for good; one that is already gone is not a failure. */
export async function deleteNotification(notificationId: string): Promise<void> {
  try {
    await call("deleteNotification", { params: { notificationId } });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The notifications of each task, newest first; the task with the newest one is first. */
export function byTask(notifications: readonly Notification[]): (readonly Notification[])[] {
  return [...groupBy(notifications, ({ task_id }) => task_id).values()];
}
