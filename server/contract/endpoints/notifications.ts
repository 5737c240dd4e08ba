import * as notification from "../accounts/notification.ts";
import { messageSchema } from "../common.ts";
import { call, type Endpoint } from "./endpoint.ts";

export const NOTIFICATIONS_ENDPOINTS = {
  getUnreadNotifications: call("GET /notification/get-unread-notifications", "session", {
    summary: "Unread notifications",
    query: notification.unreadQuery,
    response: notification.notificationsResponse,
  }),
  getAllNotifications: call("GET /notification/get-all-notifications", "session", {
    summary: "All notifications",
    response: notification.notificationsResponse,
  }),
  markNotificationRead: call("PATCH /notification/mark-as-read/:notificationId", "session", {
    summary: "Mark a notification as read",
    response: messageSchema,
  }),
  markTaskNotificationsRead: call("PATCH /notification/mark-task-as-read/:taskId", "session", {
    summary: "Mark a task's notifications as read",
    response: messageSchema,
  }),
  markAllNotificationsRead: call("PATCH /notification/mark-all-as-read", "session", {
    summary: "Mark all notifications as read",
    response: messageSchema,
  }),
  deleteNotification: call("DELETE /notification/delete-notification/:notificationId", "session", {
    summary: "Delete a notification",
    response: messageSchema,
  }),
  deleteAllNotifications: call("DELETE /notification/delete-all-notifications", "session", {
    summary: "Delete all notifications",
    response: messageSchema,
  }),
  getNotificationFilters: call("GET /notification/filters", "session", {
    summary: "Which kinds of notifications this person wants",
    response: notification.notificationFiltersBody,
  }),
  setNotificationFilters: call("PUT /notification/filters", "session", {
    summary: "Choose the kinds of notifications",
    body: notification.notificationFiltersBody,
    response: notification.notificationFiltersBody,
  }),
} as const satisfies Record<string, Endpoint>;
