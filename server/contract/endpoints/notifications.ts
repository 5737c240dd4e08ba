import * as notification from "../accounts/notification.ts";
import { messageSchema } from "../common.ts";
import { taskParams } from "../tasks/task.ts";
import type { Endpoint } from "./endpoint.ts";

export const NOTIFICATIONS_ENDPOINTS = {
  getUnreadNotifications: {
    method: "GET",
    path: "/notification/get-unread-notifications",
    access: "session",
    summary: "Unread notifications",
    query: notification.unreadQuery,
    response: notification.notificationsResponse,
  },
  getAllNotifications: {
    method: "GET",
    path: "/notification/get-all-notifications",
    access: "session",
    summary: "All notifications",
    response: notification.notificationsResponse,
  },
  markNotificationRead: {
    method: "PATCH",
    path: "/notification/mark-as-read/:notificationId",
    access: "session",
    summary: "Mark a notification as read",
    params: notification.notificationParams,
    response: messageSchema,
  },
  markTaskNotificationsRead: {
    method: "PATCH",
    path: "/notification/mark-task-as-read/:taskId",
    access: "session",
    summary: "Mark a task's notifications as read",
    params: taskParams,
    response: messageSchema,
  },
  markAllNotificationsRead: {
    method: "PATCH",
    path: "/notification/mark-all-as-read",
    access: "session",
    summary: "Mark all notifications as read",
    response: messageSchema,
  },
  deleteNotification: {
    method: "DELETE",
    path: "/notification/delete-notification/:notificationId",
    access: "session",
    summary: "Delete a notification",
    params: notification.notificationParams,
    response: messageSchema,
  },
  deleteAllNotifications: {
    method: "DELETE",
    path: "/notification/delete-all-notifications",
    access: "session",
    summary: "Delete all notifications",
    response: messageSchema,
  },
  getNotificationFilters: {
    method: "GET",
    path: "/notification/filters",
    access: "session",
    summary: "Which kinds of notifications this person wants",
    response: notification.notificationFiltersBody,
  },
  setNotificationFilters: {
    method: "PUT",
    path: "/notification/filters",
    access: "session",
    summary: "Choose the kinds of notifications",
    body: notification.notificationFiltersBody,
    response: notification.notificationFiltersBody,
  },
} as const satisfies Record<string, Endpoint>;
