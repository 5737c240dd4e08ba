import type { AppContext } from "../context.ts";
import type { NotificationType } from "../contract/accounts/notification.ts";
import { notifications } from "../db/schema.ts";
import { notificationRow } from "../services/notifications/notifications.ts";

interface Told {
  readonly userId: string;
  readonly taskId: string;
  readonly type: NotificationType;
  readonly message: string;
}

/** Stores a notification, as if something had happened to the task. */
export async function tellInstructor(context: AppContext, told: Told): Promise<void> {
  await context.db.run((query) => query.insert(notifications).values(notificationRow(context, told)));
}
