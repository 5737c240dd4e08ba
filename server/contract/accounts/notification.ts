import { z } from "zod";
import { atMost } from "../../../core/rules/at-most.ts";
import { idSchema, timeSchema } from "../common.ts";

export const NOTIFICATION_TYPES = ["new_submission", "completed_submission", "due_date"] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** The filter of a user who never chose. */
export const DEFAULT_NOTIFICATION_FILTERS: readonly NotificationType[] = ["new_submission"];

export const notificationSchema = z.object({
  id: idSchema,
  task_id: idSchema,
  message: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  is_read: z.boolean(),
  created_at: timeSchema,
  /** For the columns 'Task | Class Group'. */
  task_title: z.string(),
  class_code: z.string(),
  class_group: z.number(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** Newest first. */
export const notificationsResponse = z.object({ notifications: z.array(notificationSchema) });

const typeList = z
  .string()
  .check(atMost(200))
  .transform((text) => text.split(",").filter((type) => type !== ""))
  .pipe(z.array(z.enum(NOTIFICATION_TYPES)));

/** Comma-joined types; by default the user's stored filters. */
export const unreadQuery = z.object({ filters: typeList.optional() });

/** The types that the user wants to see. */
export const notificationFiltersBody = z.object({ filters: z.array(z.enum(NOTIFICATION_TYPES)).max(3) });
