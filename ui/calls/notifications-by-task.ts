import { groupBy } from "../../core/basics/group-by.ts";
import type { Notification } from "../../server/contract/accounts/notification.ts";

/** The notifications of each task, newest first; the task with the newest one is first. */
export function byTask(notifications: readonly Notification[]): (readonly Notification[])[] {
  return [...groupBy(notifications, ({ task_id }) => task_id).values()];
}
