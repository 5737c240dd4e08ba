import { groupBy } from "../../core/basics/group-by.ts";
import type { Notification } from "../../server/contract/accounts/notification.ts";
import { ApiError, call } from "../api.ts";

/** Marks a notification as read. */
export async function markNotificationRead(notificationId: string): Promise<void> {
  await call("markNotificationRead", { params: { notificationId } }).catch(allowGone).catch(console.error);
}

/** Removes a notification for good. */
export async function deleteNotification(notificationId: string): Promise<void> {
  await call("deleteNotification", { params: { notificationId } }).catch(allowGone);
}

/** If it was removed meanwhile, there is nothing left to do. */
function allowGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/** The notifications of each task, newest first; the task with the newest one is first. */
export function byTask(notifications: readonly Notification[]): (readonly Notification[])[] {
  return [...groupBy(notifications, ({ task_id }) => task_id).values()];
}
