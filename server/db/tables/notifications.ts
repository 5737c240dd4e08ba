import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NotificationType } from "../../contract/accounts/notification.ts";
import { userId } from "./accounts.ts";
import { taskId } from "./courses.ts";

export const notifications = sqliteTable(
  "notifications",
  {
    id: text().primaryKey(),
    userId: userId(),
    taskId: taskId(),
    type: text().$type<NotificationType>().notNull(),
    message: text().notNull(),
    /** Who handed in which items, if it is about that: more are added to it while it is unread. */
    studentId: text(),
    items: text({ mode: "json" }).$type<readonly number[]>(),
    isRead: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer().notNull(),
  },
  (table) => [index("notifications_by_user").on(table.userId, table.createdAt)],
);

/** A user without a row here has the default filter. */
export const notificationFilters = sqliteTable("notification_filters", {
  userId: userId().primaryKey(),
  types: text({ mode: "json" }).$type<readonly NotificationType[]>().notNull(),
  /** When a type was switched on: older notifications of it are no news. A type that was never off is not in it. */
  since: text({ mode: "json" }).$type<Partial<Record<NotificationType, number>>>().notNull().default({}),
});
